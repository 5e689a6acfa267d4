#include "app/ctl/parse.h"

#include "core/base/inputfile.h"
#include "core/parse/kinds.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace ctl {

namespace {

constexpr qint64 atMost = 256 * 1024 * 1024;

struct ParseTexts
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

} // namespace

int parse(const Call &call)
{
    if (call.arguments.isEmpty() || call.arguments.size() > 2) {
        complain(ParseTexts::tr("usage: ascendctl parse KIND [FILE]   (KIND: %1)").arg(kindNames().join(u", "_s)));
        return Usage;
    }
    for (const ::parse::Kind &kind : ::parse::kinds()) {
        if (kind.name != call.arguments.first())
            continue;
        const Result<QByteArray> text = readInput(call.arguments.value(1, u"-"_s), atMost, call.stop);
        if (!text)
            return fail(text.error());
        const Result<Json> json = kind.read(*text);
        if (!json) {
            complain(u"ascendctl: "_s + json.error().message); // exactly one sentence
            return CouldNotAsk;
        }
        printJson(*json);
        return Yes;
    }
    complain(ParseTexts::tr("ascendctl: there is no kind '%1'. Kinds: %2.")
                 .arg(call.arguments.first(), kindNames().join(u", "_s)));
    return Usage;
}

} // namespace ctl
