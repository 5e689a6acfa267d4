#include "app/console/demoreport.h"

#include "ui/common/badge.h"
#include "ui/common/format.h"
#include "ui/deploy/runpage.h"
#include "ui/deploy/steplist.h"

#include <QListView>
#include <QMap>

using namespace Qt::StringLiterals;

namespace demo {

namespace {

QString inCell(QString text)
{
    return text.replace(u'|', u"\\|"_s).replace(u'\n', u"<br>"_s);
}

} // namespace

QString verdictCounts(const ClusterReport &report)
{
    const VerdictCounts counts = countsOf(report);
    return u"%1 passed, %2 warnings, %3 failed, %4 unknown, %5 skipped"_s.arg(counts.passed)
        .arg(counts.warnings)
        .arg(counts.failed)
        .arg(counts.unknown)
        .arg(counts.skipped);
}

std::optional<QString> failedChecks(const ClusterReport &report)
{
    QStringList failed;
    for (const Finding &finding : allFindings(report)) {
        if (finding.verdict == Verdict::Fail)
            failed << finding.summary;
    }
    return failed.isEmpty() ? std::nullopt : std::optional(failed.join(u'\n'));
}

QString findingLines(const QList<Finding> &findings)
{
    QStringList lines;
    for (const Finding &finding : findings)
        lines << u"%1 %2: %3"_s.arg(lookOf(finding.verdict).symbol, finding.check, finding.summary);
    return lines.join(u'\n');
}

QString statsLine(const ChatStats &stats)
{
    QStringList parts;
    if (!stats.model.isEmpty())
        parts << stats.model;
    if (stats.ttftMs)
        parts << u"TTFT "_s + format::value(*stats.ttftMs, u"ms"_s, 0);
    if (stats.tokensPerSecond)
        parts << format::value(*stats.tokensPerSecond, u"tokens/s"_s, 1);
    if (stats.completionTokens)
        parts << u"%1 tokens"_s.arg(*stats.completionTokens);
    return parts.join(u", "_s);
}

QString stepLines(const RunPage &page)
{
    const auto *list = page.findChild<QListView *>(u"steps"_s);
    if (!list || !list->model())
        return {};
    QMap<QString, int> counts;
    for (int row = 0; row < list->model()->rowCount(); ++row)
        ++counts[stepStateName(StepState(list->model()->index(row, 0).data(StepListModel::StateRole).toInt()))];
    QStringList parts;
    for (auto it = counts.cbegin(); it != counts.cend(); ++it)
        parts << u"%1 %2"_s.arg(it.value()).arg(it.key());
    return u"%1 steps: %2"_s.arg(list->model()->rowCount()).arg(parts.join(u", "_s));
}

QString toMarkdown(const Report &report)
{
    QString text = u"# %1\n\n"_s.arg(report.deployment.name);
    if (report.isSimulated)
        text
            += u"**SIMULATED.** The nodes and their NPUs are played by this machine; no figure here is one of real "
                "hardware.\n\n"_s;
    text += u"Recipe `%1` on %2 nodes; played by `ascend-console --demo` in %3.\n\n"_s
                .arg(report.deployment.recipe).arg(report.deployment.nodes.size()).arg(format::duration(report.tookMs));
    text += u"## What was done\n\n| | stage | outcome | took |\n|---|---|---|---|\n"_s;
    for (const Row &row : report.rows)
        text += u"| %1 | %2 | %3 | %4 |\n"_s.arg(row.passed ? u"✓ done"_s : u"✕ failed"_s, inCell(row.title),
                                                 inCell(row.words), format::duration(row.tookMs));
    text += u"\n## Checks: %1\n\n| node | check | verdict | what was found |\n|---|---|---|---|\n"_s.arg(
        verdictCounts(report.checks));
    const auto addRow = [&text](const QString &node, const Finding &finding) {
        text += u"| %1 | `%2` | %3 %4 | %5 |\n"_s.arg(node, finding.check, lookOf(finding.verdict).symbol,
                                                      verdictName(finding.verdict), inCell(finding.summary));
    };
    for (const NodeReport &node : report.checks.nodes) {
        for (const Finding &finding : node.findings)
            addRow(node.node, finding);
    }
    for (const Finding &finding : report.checks.cluster)
        addRow(u"all"_s, finding);
    text += u"\n## What the models said\n\n%1\n"_s.arg(report.conversation.trimmed());
    text += u"\n## Pictures\n\n"_s;
    for (const QString &picture : report.pictures)
        text += u"![%1](screenshots/%1.png)\n\n"_s.arg(picture);
    text
        += u"Every page in both themes and languages: `screenshots/<page>-<theme>-<language>.png`. Generated files: "
            "`artifacts/`.\n"_s;
    return text;
}

} // namespace demo
