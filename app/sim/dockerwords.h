// How the docker command speaks: its errors, times, templates and tables (24.0).
#pragma once

#include "core/base/json.h"

#include <QStringList>

namespace sim {

void out(const QString &line);
int fail(const QString &sentence, int exitCode = 1);
int daemonError(const QString &sentence, int exitCode = 1);
int runError(const QString &sentence);   // of docker run

QString ago(qint64 sinceMs);
QString formatted(QString format, const Json &row); // a Go template of the simple kind: fields, nested fields, json
QString newId();                         // of a container or an image: 64 hexadecimal digits
QString withTag(const QString &reference);          // "name" means "name:latest"
QString dockerTable(const QList<QStringList> &rows); // the first: the header

} // namespace sim
