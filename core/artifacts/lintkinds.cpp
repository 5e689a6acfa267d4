#include "core/artifacts/lintkinds.h"

#include "core/engines/engine.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

const QList<LintKind> &lintRows()
{
    static const QList<LintKind> all = [] {
        QList<LintKind> list;
        for (const Engine &engine : engines())
            list << engine.lints;
        return list << LintKind{"deployment", "", lintDeployment} << LintKind{"env", "env", lintEnv};
    }();
    return all;
}

} // namespace

QStringList lintKinds()
{
    QStringList names;
    for (const LintKind &kind : lintRows())
        names << QLatin1String(kind.id);
    return names;
}

QString lintKindOf(const QString &artifactKind)
{
    for (const LintKind &kind : lintRows()) {
        if (!artifactKind.isEmpty() && artifactKind == QLatin1String(kind.artifactKind))
            return QLatin1String(kind.id);
    }
    return {};
}

Result<QList<LintFinding>> lint(const QString &kind, const QByteArray &content, const LintContext &context)
{
    const auto its = std::find_if(lintRows().begin(), lintRows().end(),
                                  [&](const LintKind &one) { return kind == QLatin1String(one.id); });
    if (its == lintRows().end())
        return Error{ErrorKind::Invalid,
                     QCoreApplication::translate("Lint", "There is no kind \"%1\"; there are: %2.")
                         .arg(kind, lintKinds().join(", "_L1)),
                     {},
                     {}};
    if (content.size() > largestLinted)
        return Error{ErrorKind::Parse,
                     QCoreApplication::translate(
                         "Lint", "The file has more than %1 MB; no file of the kind \"%2\" is that large.")
                         .arg(largestLinted / (1024 * 1024))
                         .arg(kind),
                     {},
                     {}};
    return its->lint(content, context);
}
