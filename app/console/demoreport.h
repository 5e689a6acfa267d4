// The report of a played demo, as Markdown. Pure.
#pragma once

#include "core/findings/finding.h"
#include "core/nodes/deployment.h"
#include "inference/chatport.h"

class RunPage;

namespace demo {

struct Row
{
    QString title, words;
    bool passed = false;
    qint64 tookMs = 0;
};

struct Report
{
    Deployment deployment;
    bool isSimulated = false;
    ClusterReport checks;
    QList<Row> rows;
    QString conversation;
    QStringList pictures;
    qint64 tookMs = 0;
};

QString toMarkdown(const Report &report);

QString verdictCounts(const ClusterReport &report);          // "57 passed, 2 warnings, 1 failed"
std::optional<QString> failedChecks(const ClusterReport &report); // what they found, a line each; nullopt: none failed
QString findingLines(const QList<Finding> &findings);        // "✓ ready: ...; ✕ ..."
QString statsLine(const ChatStats &stats);                   // "TTFT 212 ms, 48.1 tokens/s, 131 tokens"
QString stepLines(const RunPage &page);                      // "12 steps: 10 done, 2 held already"

} // namespace demo
