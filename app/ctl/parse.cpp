#include "app/ctl/parse.h"

#include "core/parse/kinds.h"

#include <QCoreApplication>
#include <QFile>

namespace ctl {

namespace {

constexpr qint64 atMost = 256 * 1024 * 1024;

struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(AscendctlParse)
};

QStringList kindNames()
{
    QStringList names;
    for (const ::parse::Kind &kind : ::parse::kinds())
        names << kind.name;
    return names;
}

Result<QByteArray> read(const QString &path)
{
    QFile file(path);
    const bool isStdin = path == QLatin1String("-");
    const QString name = isStdin ? Texts::tr("standard input") : path;
    if (!(isStdin ? file.open(stdin, QIODevice::ReadOnly) : file.open(QIODevice::ReadOnly)))
        return Error{ErrorKind::Storage, Texts::tr("%1 cannot be read: %2.").arg(name, file.errorString()), {}, {}};
    const QByteArray text = file.read(atMost + 1);
    if (file.error() != QFileDevice::NoError)
        return Error{ErrorKind::Storage, Texts::tr("%1 cannot be read: %2.").arg(name, file.errorString()), {}, {}};
    if (text.size() > atMost)
        return Error{ErrorKind::Storage, Texts::tr("%1 is larger than 256 MB; cut it to the part to be read.").arg(name), {}, {}};
    return text;
}

} // namespace

int parse(const Call &call)
{
    if (call.arguments.isEmpty() || call.arguments.size() > 2) {
        complain(Texts::tr("usage: ascendctl parse KIND [FILE]   (KIND: %1)").arg(kindNames().join(QStringLiteral(", "))));
        return Usage;
    }
    for (const ::parse::Kind &kind : ::parse::kinds()) {
        if (kind.name != call.arguments.first())
            continue;
        const Result<QByteArray> text = read(call.arguments.value(1, QStringLiteral("-")));
        if (!text)
            return fail(text.error());
        const Result<Json> json = kind.read(*text);
        if (!json) {
            complain(QStringLiteral("ascendctl: ") + json.error().message); // exactly one sentence
            return CouldNotAsk;
        }
        printJson(*json);
        return Yes;
    }
    complain(Texts::tr("ascendctl: there is no kind '%1'. Kinds: %2.").arg(call.arguments.first(), kindNames().join(QStringLiteral(", "))));
    return Usage;
}

} // namespace ctl
