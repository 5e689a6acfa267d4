#include "core/artifacts/lintkinds.h"

#include "core/engines/engine.h"
#include "core/lint/linttext.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

const QList<LintKind> &lintRows()
{
    static const QList<LintKind> all = [] {
        QList<LintKind> list;
        for (const Engine &engine : engines())
            list << engine.lints;
        return list << LintKind{"deployment", "", lintDeployment} << LintKind{"docker-run", "", lintDockerRun}
                    << LintKind{"env", "env", lintEnv};
    }();
    return all;
}

bool isLaunchScript(const QString &kind) { return kind == "docker-run"_L1 || kind == "vllm-serve"_L1; }

// Its commands look like lines of a script, and devices, mounts and network stand elsewhere in it (compose-spec,
// spec.md: the keys of its root).
bool isComposeFile(const QByteArray &content)
{
    static const QRegularExpression root(u"^(?:version|name|services|networks|volumes|configs|secrets|models|include|"
                                         "x-[\\w.-]+)[ \\t]*:"_s);
    bool hasServices = false, isInServices = false;
    for (const QString &line : QString::fromUtf8(content.left(largestLinted)).remove(QChar(0xFEFF)).split(u'\n')) {
        if (line.trimmed().isEmpty() || line.startsWith(u'#') || line.startsWith("---"_L1))
            continue;
        if (line[0].isSpace()) {
            hasServices = hasServices || isInServices;
            continue;
        }
        if (!root.match(line).hasMatch())
            return false;
        isInServices = line.startsWith("services"_L1) && line.section(u'#', 0, 0).trimmed().endsWith(u':');
    }
    return hasServices;
}

Error composeError()
{
    return {ErrorKind::Parse,
            LintText::tr("This is a docker compose file, which is not read here; its `command` alone would say "
                         "little."),
            {},
            {}};
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
    if ((isLaunchScript(kind) || kind == "env"_L1) && isComposeFile(content))
        return composeError();
    Result<QList<LintFinding>> findings = its->lint(content, context);
    // A launch script sets variables beside its commands.
    if (findings && isLaunchScript(kind)) {
        if (const Result<QList<LintFinding>> ofVariables = lintEnv(content, context))
            *findings << *ofVariables;
    }
    return findings;
}

Result<KnownText> lintAnyText(const QByteArray &content, const LintContext &context)
{
    if (isComposeFile(content))
        return composeError();
    // A docker run line may hold a command that is of another kind; a launch script sets variables as well.
    QStringList order = lintKinds();
    for (const QString &last : {u"docker-run"_s, u"vllm-serve"_s, u"env"_s}) {
        order.removeAll(last);
        order << last;
    }
    for (const QString &kind : std::as_const(order)) {
        const Result<QList<LintFinding>> findings = lint(kind, content, context);
        if (findings)
            return KnownText{kind, *findings};
        if (findings.error().kind != ErrorKind::Parse || content.size() > largestLinted)
            return findings.error();
    }
    return Error{ErrorKind::Parse,
                 content.trimmed().isEmpty()
                     ? LintText::tr("There is no text.")
                     : LintText::tr("This is none of the kinds that are known: a docker run line, a vllm serve line, a "
                                    "script that sets variables, a rank table, MindIE's config.json, a deployment."),
                 {},
                 {}};
}
