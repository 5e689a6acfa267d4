// Finding: what a check says about one node (or about the differences between nodes), with the
// evidence it rests on and what to do.
#pragma once

#include "core/base/json.h"
#include "core/findings/cardpairs.h"

#include <QHash>
#include <QList>

#include <functional>

enum class Verdict { Pass, Warn, Fail, Unknown, Skipped };

struct Evidence
{
    QString command;                     // as quoted for a shell
    QString output;                      // what came back (stdout, then stderr), cut at 64 KiB
    bool operator==(const Evidence &) const = default;
};

struct FindingWords
{
    QString value, summary, remedy;      // as in Finding
    QList<Evidence> evidence = {};       // in all, where the program's own words stand in it
    bool operator==(const FindingWords &) const = default;
};

struct Finding
{
    QString check;                       // "driver.firmware-pairing"
    Verdict verdict = Verdict::Unknown;
    QString value;                       // short, for the matrix cell: "25.2.0", "8 up"
    QString summary;                     // one sentence: what, where
    QList<Evidence> evidence;
    QString remedy;                      // what to do; empty when it passed
    QStringList devices = {};            // devices concerned: "node2 device 3"
    QStringList nodes = {};              // of a check across nodes: those that it is about; empty: all
    qint64 tookMs = 0;
    qint64 askedAtMs = 0;                // since the epoch
    QHash<QString, FindingWords> words = {}; // per language ("en", "zh"); empty: only those above are known
    // it passed because what is taken is the deployment's own: not the same as free
    bool isOwn = false;
    // only the deployment asks for something else than is there, so that its settings are to be changed: nothing is
    // wrong with the node itself
    bool isOfSettings = false;
    std::optional<CardPairs> pairs = {}; // of network.ping

    bool operator==(const Finding &) const = default;
};

// What the matrix and the side panel show of a check, whatever its answer. From resources/checks.json.
struct CheckInfo
{
    QString id;
    QString group;                       // "connection", "host", "driver", "npu", "network", "container", "weights"
    QString title;                       // in the language given
    QString why;                         // why it matters
    QString remedy;                      // general remedy, Markdown
    bool acrossNodes = false;            // answered once for the cluster
    bool interrupts = false;             // what its remedies advise would interrupt a service on the node
};

struct NodeReport
{
    QString node;
    bool reachable = false;
    std::optional<Error> error;
    QList<Finding> findings;
    QStringList chips = {};              // that npu-smi showed then, "3/0" (npu/chip); empty: not known
};

// Stopped before all was asked: what is not among the findings, nobody knows.
inline bool isCutShort(const NodeReport &node) { return node.error && node.error->kind == ErrorKind::Canceled; }

struct ClusterReport
{
    QList<NodeReport> nodes;
    QList<Finding> cluster;
    bool simulated = false;
    qint64 tookMs = 0;
};

QList<Finding> allFindings(const ClusterReport &report);   // of each node, then across nodes

struct VerdictCounts
{
    int passed = 0, warnings = 0, failed = 0, unknown = 0, skipped = 0;
    int all() const { return passed + warnings + failed + unknown + skipped; }
};

VerdictCounts countsOf(const ClusterReport &report);

// What judge() says, called once per language (see core/base/languages.h); the first of it in `language`.
Finding toldInEachLanguage(const QString &language, const std::function<Finding(const QString &language)> &judge);
// The same finding in the words of that language, where it has them.
Finding told(Finding finding, const QString &language);

QString verdictName(Verdict verdict);    // "pass", "warn", "fail", "unknown", "skipped"
Json toJson(const Finding &finding);
Json toJson(const ClusterReport &report); // the shape of DESIGN "check"
