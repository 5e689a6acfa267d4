// The kinds of file that lint knows: those of the engines and the two that are ours. Pure: any bytes give findings or
// an Error (ErrorKind::Parse: not this kind of file at all, or larger than any such file).
#pragma once

#include "core/lint/lint.h"

// "rank-table", "mindie-config", "vllm-serve", "deployment", "docker-run", "env"
QStringList lintKinds();
QString lintKindOf(const QString &artifactKind); // which judges a generated file of this kind; empty: none
Result<QList<LintFinding>> lint(const QString &kind, const QByteArray &content, const LintContext &context = {});

// A text of which nobody said what it is: its kind, and what is wrong with it.
struct KnownText
{
    QString kind;
    QList<LintFinding> findings;
    bool operator==(const KnownText &) const = default;
};
Result<KnownText> lintAnyText(const QByteArray &content, const LintContext &context = {}); // Parse: of no kind

Result<QList<LintFinding>> lintDeployment(const QByteArray &content, const LintContext &context = {});
// A docker run line, or a script with some; what `export` says in it is judged by lint().
Result<QList<LintFinding>> lintDockerRun(const QByteArray &content, const LintContext &context = {});
Result<QList<LintFinding>> lintEnv(const QByteArray &content, const LintContext &context = {});
