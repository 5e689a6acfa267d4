// NodeHealth: the one answer to "how is this node?", made from everything that anybody has learned of it: the
// inspection, the checks, the monitor, a run. Notes are what one of them learned at one moment; Cluster keeps the
// newest of each topic and every page shows healthOf() of them. Pure values and functions.
#pragma once

#include "core/findings/finding.h"
#include "core/facts/nodefacts.h"
#include "core/nodes/connectiontest.h"
#include "core/metrics/sample.h"

enum class HealthLevel {
    Unknown,                             // nobody has asked it
    Asking,                              // the first answer is awaited
    Ok,
    Warning,
    Failed,                              // it answers, and says that something is broken
    NeedsAnswer,                         // an unknown host key to accept, a secret to give
    KeyChanged,                          // it shows another host key than the known one: nobody logs in
    KeyDamaged,                          // the known one cannot be read, nor compared: nobody logs in
    Lost,                                // it does not answer
};
enum class HealthSource { Inspection, Checks, Monitor, Run };
enum class HealthTopic { Contact, Chips, Links, Checks };
enum class Declined { No, HostKey, Secret };

struct ChipTrouble
{
    QString chip;                        // "3", or "1/1" where an NPU has several; empty: all of them
    QString word;                        // npu-smi's: "Alarm"; empty: it reported none
    bool isGone = false;                 // npu-smi showed it before and does not any more
    bool operator==(const ChipTrouble &) const = default;
};

struct HealthNote
{
    HealthSource source = HealthSource::Inspection;
    HealthTopic topic = HealthTopic::Contact;
    HealthLevel level = HealthLevel::Unknown;
    qint64 atMs = 0;                     // since the epoch
    QString words;                       // why it is not Ok; one sentence
    QHash<QString, QString> wordsIn;     // the same by language ("en", "zh"), where it is known in each
    // instead of words; Links: those whose port is down, by device id, or by npu-smi's ids as the monitor has them
    QList<ChipTrouble> chips;
    bool isUntold = false;               // Chips: npu-smi gives no answer, and the words say why
    QList<ChipTrouble> before;           // isUntold: the troubles that it told of last
    qint64 beforeMs = 0;                 // when
    // Checks: which, by its id; a run's: the step that asked. Empty: all were asked, and this says when.
    QString check;
    bool isBetween = false;              // Checks: what differs from other nodes
    // of the checks: it is what this deployment needs (image, weights, ports, other settings); the machine is sound
    bool isUnprepared = false;
    bool isOfSettings = false;           // of the checks: only the deployment's name or settings ask for something else
    // "3/0". Chips: all that npu-smi showed since the first answer. Checks: what it showed when npu.count failed;
    // empty: that is not the reason.
    QStringList seen;
    QStringList gone;                    // of these, those that it does not show now
    qint64 sinceMs = 0;                  // Lost: the last time that it answered; 0: never
    // of a check: the facts have changed since, or more chips were seen, so it may be otherwise now
    bool isPast = false;
    // of the checks: asked under another recipe or other settings, as the cluster was told; these can be put back
    bool isOfOtherSettings = false;
    // of an inspection: all that it was told is as it was the time before; and nothing was at work there meanwhile
    bool isAsBefore = false, isNoNews = false;
    Declined declined = Declined::No;    // NeedsAnswer: what a person was asked for and did not give
    // of a check or a run: the facts were asked since and are as before; what only these ask nobody has asked again
    bool isBeforeFacts = false;
    bool operator==(const HealthNote &) const = default;
};

struct Difference                        // from other nodes, as the checks found it
{
    HealthLevel level = HealthLevel::Warning;
    QString words;
    bool operator==(const Difference &) const = default;
};

struct NodeHealth
{
    HealthLevel level = HealthLevel::Unknown;
    QString why;                         // a sentence; empty where there is nothing to say
    QList<Difference> further;           // what `why` does not say; the worst first
    HealthSource source = HealthSource::Inspection; // of what `level` rests on
    qint64 whyAtMs = 0;                  // when that was learned
    qint64 atMs = 0;                     // of the last news of any kind; 0: none
    bool isAsking = false;
    bool isDeclined = false;             // NeedsAnswer: a person was asked and said no
    QStringList gone;                    // chips that npu-smi showed and does not any more: "3/0"
    // those that are not OK by the newest word, whoever learned it; nullopt: nobody has told
    std::optional<QList<ChipTrouble>> chips;
    bool isOfOtherFacts = false;         // what `level` rests on the checks found before the facts changed
    bool isOfOtherSettings = false;      // or under another recipe or other settings
    bool isUnprepared = false;           // Failed: not the machine, but what the deployment needs on it
    bool isTimed = false;                // `why` says itself when the checks or a run found it
    bool isStale = false;                // no news for so long that it may be otherwise now

    bool answers() const
    {
        return level == HealthLevel::Ok || level == HealthLevel::Warning || level == HealthLevel::Failed;
    }
    bool isCutOff() const { return level >= HealthLevel::KeyChanged; } // nobody logs in
    bool operator==(const NodeHealth &) const = default;
};

constexpr qint64 staleAfterMs = 5 * 60 * 1000;

NodeHealth healthOf(const QList<HealthNote> &notes, bool isAsking, qint64 nowMs, const QString &language = {});
// The newest note of each topic; of those that are equally old, the later one. The checks' take the place of all that
// they said before, and of what a run had asked till then. What was declined stays so until an inspection asks again:
// that the monitor meets the same question each half minute is no news.
QList<HealthNote> mergedNotes(QList<HealthNote> known, const QList<HealthNote> &news);

// What each of them learned.
QList<HealthNote> notesOf(const NodeFacts &facts, qint64 atMs);
// none where it ended with a question or was stopped: nobody logged in, and nobody was told that it is away
QList<HealthNote> notesOf(const ConnectionTestResult &tested, qint64 atMs);
QList<HealthNote> notesOf(const NodeReport &report, qint64 atMs, const QList<Finding> &between = {});
// What the checks across nodes complain of that concerns this one; not what is the deployment's own, as its recipe.
QList<Finding> findingsBetween(const ClusterReport &report, const QString &node);
// A run asked the node before it began, and what it needs did not hold. step: the kind of the step that asked.
HealthNote refutedNote(const QString &step, const Error &error, qint64 atMs);
QList<HealthNote> notesOf(const QList<Sample> &samples, qint64 atMs);   // of one node; none where nothing has a value
HealthNote contactNote(HealthSource source, qint64 atMs);               // it answered
HealthNote rememberedNote(const QStringList &chips, qint64 atMs);       // seen before this program began: "3/0"
HealthNote declinedNote(const Error &question, qint64 atMs);            // a person did not give what it asks for
// It did not answer, or a part of it did not (error.facts "part" is "npu-smi", "askedMs" since when), or has not yet
// (facts "awaited").
// Canceled gives none.
QList<HealthNote> notesOf(const Error &error, HealthSource source, qint64 atMs);
