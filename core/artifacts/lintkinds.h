// The kinds of file that lint knows: those of the engines and the two that are ours. Pure: any bytes give findings or
// an Error (ErrorKind::Parse: not this kind of file at all, or larger than any such file).
#pragma once

#include "core/lint/lint.h"

QStringList lintKinds();                 // "rank-table", "mindie-config", "deployment", "env"
QString lintKindOf(const QString &artifactKind); // which judges a generated file of this kind; empty: none
Result<QList<LintFinding>> lint(const QString &kind, const QByteArray &content, const LintContext &context = {});

Result<QList<LintFinding>> lintDeployment(const QByteArray &content, const LintContext &context = {});
Result<QList<LintFinding>> lintEnv(const QByteArray &content, const LintContext &context = {});
