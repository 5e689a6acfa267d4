#include "app/sim/dockerwords.h"

#include <QDateTime>
#include <QRandomGenerator>
#include <QRegularExpression>

#include <cstdio>

using namespace Qt::StringLiterals;

namespace sim {

void out(const QString &line) { fputs((line + u'\n').toUtf8().constData(), stdout); }
int fail(const QString &sentence, int exitCode)
{
    fputs((sentence + u'\n').toUtf8().constData(), stderr);
    return exitCode;
}
int daemonError(const QString &sentence, int exitCode)
{
    return fail(u"Error response from daemon: "_s + sentence, exitCode);
}
int runError(const QString &sentence)
{
    return fail(u"docker: Error response from daemon: %1.\nSee 'docker run --help'."_s.arg(sentence), 125);
}

QString ago(qint64 sinceMs)
{
    const qint64 seconds = qMax<qint64>(0, (QDateTime::currentMSecsSinceEpoch() - sinceMs) / 1000);
    if (seconds < 1)
        return u"Less than a second"_s;
    if (seconds < 60)
        return u"%1 second%2"_s.arg(seconds).arg(seconds == 1 ? QString() : u"s"_s);
    if (seconds < 120)
        return u"About a minute"_s;
    if (seconds < 3600)
        return u"%1 minutes"_s.arg(seconds / 60);
    if (seconds < 7200)
        return u"About an hour"_s;
    if (seconds < 48 * 3600)
        return u"%1 hours"_s.arg(seconds / 3600);
    return u"%1 days"_s.arg(seconds / 86400);
}

QString formatted(QString format, const Json &row)
{
    format.replace("\\t"_L1, "\t"_L1).replace("\\n"_L1, "\n"_L1);
    static const QRegularExpression field(u"\\{\\{\\s*(json\\s+)?\\.([A-Za-z0-9_.]*)\\s*\\}\\}"_s);
    QString text;
    qsizetype at = 0;
    for (auto matches = field.globalMatch(format); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        text += QStringView(format).mid(at, match.capturedStart() - at);
        at = match.capturedEnd();
        const Json *value = &row;
        bool known = true;
        for (const QString &name : match.captured(2).split(u'.', Qt::SkipEmptyParts)) {
            const auto it = value->is_object() ? value->find(name.toStdString()) : value->end();
            known = value->is_object() && it != value->end();
            if (!known)
                break;
            value = &*it;
        }
        if (!known)
            text += u"<no value>"_s;
        else if (!match.captured(1).isEmpty() || value->is_structured())
            text += QString::fromStdString(value->dump());
        else
            text += value->is_string() ? value->get<QString>() : QString::fromStdString(value->dump());
    }
    text += QStringView(format).mid(at);
    return text;
}

QString newId()
{
    QString id;
    for (int i = 0; i < 8; ++i)
        id += u"%1"_s.arg(QRandomGenerator::system()->generate(), 8, 16, QLatin1Char('0'));
    return id;
}

QString withTag(const QString &reference)
{
    return reference.contains(u'@') || reference.section(u'/', -1).contains(u':') ? reference
                                                                                  : reference + u":latest"_s;
}

// Columns as docker lines them up: as wide as their widest cell and three more, at least ten; the last as it is.
QString dockerTable(const QList<QStringList> &rows)
{
    QList<qsizetype> widths(rows.first().size(), 7);
    for (const QStringList &row : rows)
        for (qsizetype i = 0; i < row.size(); ++i)
            widths[i] = qMax(widths[i], row[i].size());
    QStringList lines;
    for (const QStringList &row : rows) {
        QString line;
        for (qsizetype i = 0; i + 1 < row.size(); ++i)
            line += row[i].leftJustified(widths[i] + 3);
        lines << line + row.last();
    }
    return lines.join(u'\n');
}

} // namespace sim
