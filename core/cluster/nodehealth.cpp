#include "core/cluster/nodehealth.h"

#include "core/base/languages.h"
#include "core/checks/catalogue.h"
#include "core/nodes/asking.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QMap>

#include <algorithm>
#include <cmath>
#include <tuple>

using namespace Qt::StringLiterals;

namespace {

struct HealthText
{
    Q_DECLARE_TR_FUNCTIONS(Health)
};

const HealthNote *noteOn(const QList<HealthNote> &notes, HealthTopic topic)
{
    const auto it
        = std::find_if(notes.cbegin(), notes.cend(), [topic](const HealthNote &note) { return note.topic == topic; });
    return it == notes.cend() ? nullptr : &*it;
}

// Not of a run.
bool isOfChecks(const HealthNote &note)
{
    return note.topic == HealthTopic::Checks && note.source == HealthSource::Checks;
}

// What stopped a run, and need not hold any more: nobody asks after it but the next run and the checks.
bool isOfFormerRun(const HealthNote &note)
{
    return note.source == HealthSource::Run && (note.isPast || note.isOfOtherSettings || note.isBeforeFacts);
}

// The checks warned of a name or of settings that are no longer set, on a node that is sound.
bool isMoot(const HealthNote &note)
{
    return isOfChecks(note) && note.isOfSettings && note.isOfOtherSettings && note.level <= HealthLevel::Warning;
}

// As it counts now: what may be otherwise by now is no failure.
HealthLevel levelNow(const HealthNote &note)
{
    return note.isPast || note.isOfOtherSettings || isOfFormerRun(note) ? std::min(note.level, HealthLevel::Warning)
                                                                        : note.level;
}

// Levels are ordered; of those that are alike, what is wrong with the machine is said before what has to be put on it,
// what a run met before what the checks found, what had failed before a warning, and last what the checks warn of.
bool isWorse(const HealthNote &one, const HealthNote &other)
{
    const HealthLevel level = levelNow(one), otherLevel = levelNow(other);
    if (level != otherLevel || level <= HealthLevel::Ok)
        return level > otherLevel;
    const auto rank = [](const HealthNote &note) {
        const bool isOfAny = note.topic == HealthTopic::Checks; // a run's, too
        return std::tuple(!note.isUnprepared, isOfAny && !isOfChecks(note), note.level,
                          note.level == HealthLevel::Warning && !isOfAny, !note.isBetween);
    };
    return rank(one) > rank(other);
}

// Further checks that failed and count alike, without what differs from other nodes: that is told one by one.
int failedBeside(const HealthNote &note, const QList<HealthNote> &all)
{
    const auto isFailedCheck
        = [](const HealthNote &one) { return isOfChecks(one) && one.level == HealthLevel::Failed; };
    const auto isAlike = [&](const HealthNote &other) {
        return &other != &note && isFailedCheck(other) && !other.isBetween && other.isPast == note.isPast
            && other.isOfOtherSettings == note.isOfOtherSettings;
    };
    return isFailedCheck(note) ? int(std::count_if(all.cbegin(), all.cend(), isAlike)) : 0;
}

bool isAway(HealthLevel level)
{
    return level >= HealthLevel::NeedsAnswer;
}

// "10:32" of today, else with its date.
QString moment(qint64 atMs, qint64 nowMs)
{
    const QDateTime at = QDateTime::fromMSecsSinceEpoch(atMs);
    return at.toString(at.date() == QDateTime::fromMSecsSinceEpoch(nowMs).date() ? u"HH:mm"_s : u"yyyy-MM-dd HH:mm"_s);
}

QString wordsOf(const QList<ChipTrouble> &chips)
{
    QStringList troubles;
    for (const ChipTrouble &trouble : chips) {
        const QString word = trouble.isGone
            ? HealthText::tr("no longer shown by npu-smi", "of a chip")
            : (trouble.word.isEmpty() ? HealthText::tr("health not reported", "of a chip") : trouble.word);
        troubles
            << HealthText::tr("chip %1: %2", "which chip, what npu-smi says of its health").arg(trouble.chip, word);
    }
    return troubles.join(u", "_s);
}

QString wordsOfLinks(const QList<ChipTrouble> &down)
{
    QStringList devices;
    for (const ChipTrouble &one : down)
        devices << one.chip;
    const QString words = down.first().chip.contains(u'/')
        ? HealthText::tr("The link of NPU %1 is down.", "npu-smi's ids: 3/0")
        : HealthText::tr("The link of device %1 is down.");
    return words.arg(devices.join(u", "_s));
}

QString wordsOf(const HealthNote &note, int more, qint64 nowMs, const QString &language)
{
    if (note.topic == HealthTopic::Links && !note.chips.isEmpty())
        return wordsOfLinks(note.chips);
    const QString troubles = wordsOf(note.chips);
    if (note.declined == Declined::HostKey)
        return HealthText::tr("You did not accept its host key at %1, so nobody logged in. \"Ask again\" on page "
                              "\"Nodes\" asks again.",
                              "a time")
            .arg(moment(note.atMs, nowMs));
    if (note.declined == Declined::Secret)
        return HealthText::tr("You did not give its password or passphrase at %1, so nobody logged in. \"Ask again\" "
                              "on page \"Nodes\" asks again.",
                              "a time")
            .arg(moment(note.atMs, nowMs));
    QString words = troubles.isEmpty() ? note.wordsIn.value(language, note.words) : troubles;
    if (note.isUntold && !note.before.isEmpty())
        words = HealthText::tr("%1 What it said before is of %2: %3",
                               "npu-smi gives no answer; a time; a chip's trouble")
                    .arg(words, moment(note.beforeMs, nowMs), wordsOf(note.before));
    if (more > 0)
        words = HealthText::tr("%1 (one of %2 failed checks)", "what one of them says").arg(words).arg(more + 1);
    if (isOfFormerRun(note))
        return HealthText::tr("At %1 the run found: %2 It may be otherwise by now; run the checks again, or resume the "
                              "run.",
                              "a time, a sentence that says why it was stopped")
            .arg(moment(note.atMs, nowMs), words);
    if (note.isPast)
        return (note.seen.isEmpty()
                    ? HealthText::tr("At %1 the checks said: %2. The facts have changed since; run the checks again.",
                                     "a time, what they said")
                    : HealthText::tr("At %1 the checks said: %2. npu-smi shows more since; run the checks again.",
                                     "a time, what they said"))
            .arg(moment(note.atMs, nowMs), words);
    if (note.isOfOtherSettings)
        return HealthText::tr("At %1 the checks said: %2. The recipe, its settings or the name have changed since; run "
                              "the checks again.",
                              "a time, what they said")
            .arg(moment(note.atMs, nowMs), words);
    if (note.isBeforeFacts)
        return HealthText::tr("%1 (found by the checks at %2)", "what they said, a time")
            .arg(words, moment(note.atMs, nowMs));
    if (note.level == HealthLevel::Lost && note.sinceMs > 0)
        return HealthText::tr("Not reached since %1. %2", "a time, the reason")
            .arg(moment(note.sinceMs, nowMs), words)
            .trimmed();
    return words;
}

QList<Difference> differencesBeside(const HealthNote &told, const QList<HealthNote> &all, qint64 nowMs,
                                    const QString &language)
{
    QList<Difference> differences;
    for (const HealthNote &note : all) {
        if (note.isBetween && &note != &told)
            differences << Difference{levelNow(note), wordsOf(note, 0, nowMs, language)};
    }
    std::stable_sort(differences.begin(), differences.end(),
                     [](const Difference &a, const Difference &b) { return a.level > b.level; });
    return differences;
}

HealthNote chipsNote(HealthSource source, HealthLevel level, qint64 atMs, const QString &words = {},
                     const QList<ChipTrouble> &chips = {})
{
    return {source, HealthTopic::Chips, level, atMs, words, {}, chips};
}

// In each language, where they are known so.
void say(HealthNote &note, const Error &error)
{
    note.words = unnamedIn(error, dataLanguage());
    const QString english = unnamedIn(error, u"en"_s), chinese = unnamedIn(error, u"zh"_s);
    if (english != chinese)
        note.wordsIn = {{u"en"_s, english}, {u"zh"_s, chinese}};
}

HealthNote untoldNote(HealthSource source, HealthLevel level, qint64 atMs, const QString &words)
{
    HealthNote note = chipsNote(source, level, atMs, words);
    note.isUntold = true;
    return note;
}

// "3" where each NPU has one chip, else "3/0".
QString chipName(const QString &chip, const QStringList &all)
{
    const bool several
        = std::any_of(all.cbegin(), all.cend(), [](const QString &one) { return !one.endsWith(u"/0"); });
    return several ? chip : chip.section(u'/', 0, 0);
}

// A chip that was shown and is missing now is a failure, as npu.count judges it.
void addGone(HealthNote &note, const QStringList &before)
{
    QStringList all = note.seen;
    for (const QString &chip : before) {
        if (!note.seen.contains(chip))
            all << chip;
    }
    for (const QString &chip : std::as_const(all)) {
        if (note.seen.contains(chip))
            continue;
        note.chips << ChipTrouble{chipName(chip, all), {}, true};
        note.gone << chip;
        note.level = std::max(note.level, HealthLevel::Failed);
    }
    note.seen = all;
}

// Alarm, Critical and words that are not known (UNKNOWN) are failures, as npu.health judges them.
HealthLevel levelOfChip(const QString &word)
{
    if (word == u"OK")
        return HealthLevel::Ok;
    return word.isEmpty() || word == u"Warning" ? HealthLevel::Warning : HealthLevel::Failed;
}

// healths: "3/0" and npu-smi's word.
HealthNote noteOnChips(HealthSource source, qint64 atMs, const QList<std::pair<QString, QString>> &healths)
{
    QStringList seen;
    for (const auto &[chip, word] : healths)
        seen << chip;
    HealthLevel level = HealthLevel::Ok;
    QList<ChipTrouble> troubles;
    for (const auto &[chip, word] : healths) {
        const HealthLevel own = levelOfChip(word);
        level = std::max(level, own);
        if (own != HealthLevel::Ok)
            troubles << ChipTrouble{chipName(chip, seen), word};
    }
    HealthNote note = chipsNote(source, level, atMs, {}, troubles);
    note.seen = seen;
    return note;
}

// What npu-smi's table says of the chips.
HealthNote chipsNoteOf(const NpuSmiInfo &info, HealthSource source, qint64 atMs)
{
    QList<std::pair<QString, QString>> healths;
    for (const NpuChip &chip : info.chips)
        healths << std::pair(npuAndChip(chip), chip.health);
    HealthNote note = noteOnChips(source, atMs, healths);
    if (info.chips.isEmpty())
        note = chipsNote(source, HealthLevel::Failed, atMs, HealthText::tr("npu-smi shows no chip."));
    else if (note.level == HealthLevel::Ok && info.truncated)
        note = chipsNote(source, HealthLevel::Warning, atMs, HealthText::tr("npu-smi's table is cut short."));
    note.seen = chipsShown(info);
    return note;
}

// What a deployment needs on a node, and an operator puts there; the others are of the machine: its driver, its NPUs,
// its network.
bool isOfPreparation(const QString &check)
{
    static const QStringList groups{u"host"_s, u"container"_s, u"weights"_s, u"recipe"_s};
    return groups.contains(check.section(u'.', 0, 0));
}

// Where none is up they may not be in use, as on a node that serves alone: the checks know.
std::optional<HealthNote> linksNote(HealthSource source, const QList<ChipTrouble> &down, bool isAnyUp, qint64 atMs)
{
    if (!isAnyUp && down.isEmpty())
        return {};
    HealthNote note{source, HealthTopic::Links, HealthLevel::Ok, atMs};
    if (isAnyUp && !down.isEmpty()) {
        note.level = HealthLevel::Warning;
        note.chips = down;
    }
    return note;
}

// What hccn_tool says of the cards' ports.
std::optional<HealthNote> linksNoteOf(const QList<HccnFacts> &cards, qint64 atMs)
{
    QList<ChipTrouble> down;
    bool isAnyUp = false;
    for (const HccnFacts &card : cards) {
        isAnyUp = isAnyUp || card.link == "UP"_L1;
        if (card.link == "DOWN"_L1)
            down << ChipTrouble{QString::number(card.deviceId), card.link};
    }
    return linksNote(HealthSource::Inspection, down, isAnyUp, atMs);
}

// The same by what the monitor is told in its rounds. None where this reading ends none.
std::optional<HealthNote> linksNoteOf(const QList<Sample> &samples, qint64 atMs)
{
    QList<ChipTrouble> down;
    bool isAnyUp = false;
    for (const Sample &sample : samples) {
        if (sample.key.metric != "npu.link.up"_L1 || std::isnan(sample.value))
            continue;
        isAnyUp = isAnyUp || sample.value > 0;
        if (sample.value == 0)
            down << ChipTrouble{sample.key.device, u"DOWN"_s};
    }
    return linksNote(HealthSource::Monitor, down, isAnyUp, atMs);
}

} // namespace

NodeHealth healthOf(const QList<HealthNote> &notes, bool isAsking, qint64 nowMs, const QString &language)
{
    NodeHealth health;
    health.isAsking = isAsking;
    const HealthNote *contact = noteOn(notes, HealthTopic::Contact);
    const HealthNote *worst = contact;
    for (const HealthNote &note : notes) {
        if (note.level == HealthLevel::Unknown || isMoot(note)) // remembered
            continue;
        health.gone += note.gone;
        if (note.topic == HealthTopic::Chips && !note.isUntold)
            health.chips = note.chips;
        health.atMs = std::max(health.atMs, note.atMs);
        // What is known of a node that does not answer is how it was.
        if (!worst || (!(contact && isAway(contact->level)) && isWorse(note, *worst)))
            worst = &note;
    }
    if (worst) {
        health.level = levelNow(*worst);
        health.source = worst->source;
        health.whyAtMs = worst->atMs;
        health.why = wordsOf(*worst, failedBeside(*worst, notes), nowMs, language);
        if (!isAway(worst->level))
            health.further = differencesBeside(*worst, notes, nowMs, language);
        health.isDeclined = worst->declined != Declined::No;
        health.isOfOtherFacts = worst->isPast;
        health.isTimed = worst->isBeforeFacts;
        health.isOfOtherSettings = worst->isOfOtherSettings;
        health.isUnprepared = worst->isUnprepared && health.level == HealthLevel::Failed;
    }
    health.isStale = health.atMs > 0 && nowMs - health.atMs > staleAfterMs;
    if (isAsking && health.level == HealthLevel::NeedsAnswer) { // it was answered, or is being asked anew
        health.why.clear();
        health.isDeclined = false;
    }
    if (isAsking)
        health.level = HealthLevel::Asking;
    return health;
}

static void takeChecks(QList<HealthNote> &known, const QList<HealthNote> &news)
{
    QList<HealthNote> said;
    qint64 atMs = 0;
    for (const HealthNote &note : news) {
        if (!isOfChecks(note))
            continue;
        said << note;
        atMs = std::max(atMs, note.atMs);
    }
    const auto isNewer = [atMs](const HealthNote &old) { return isOfChecks(old) && old.atMs > atMs; };
    if (said.isEmpty() || std::any_of(known.cbegin(), known.cend(), isNewer))
        return;
    const auto isBeforeFacts = [atMs](const HealthNote &old) { return old.isBeforeFacts && old.atMs == atMs; };
    if (std::any_of(known.cbegin(), known.cend(), isBeforeFacts)) { // said once more, not asked
        for (HealthNote &note : said)
            note.isBeforeFacts = note.level > HealthLevel::Ok;
    }
    known.removeIf([atMs](const HealthNote &old) { return old.topic == HealthTopic::Checks && old.atMs <= atMs; });
    known += said;
}

QList<HealthNote> mergedNotes(QList<HealthNote> known, const QList<HealthNote> &news)
{
    takeChecks(known, news);
    for (HealthNote note : news) {
        if (isOfChecks(note))
            continue;
        const auto same = std::find_if(known.begin(), known.end(), [&note](const HealthNote &old) {
            return old.topic == note.topic
                && (note.topic != HealthTopic::Checks || (old.source == note.source && old.check == note.check));
        });
        if (same == known.end()) {
            known << note;
            continue;
        }
        const bool isNothingNew = same->declined != Declined::No && note.level == HealthLevel::NeedsAnswer
            && note.source != HealthSource::Inspection;
        if (note.level == HealthLevel::Unknown && same->seen.isEmpty())
            same->seen = note.seen;
        else if (note.level == HealthLevel::Unknown)
            addGone(*same, note.seen);
        if (note.atMs < same->atMs || isNothingNew || note.level == HealthLevel::Unknown)
            continue;
        if (note.level == HealthLevel::Lost)
            note.sinceMs = isAway(same->level) ? same->sinceMs : same->atMs;
        if (note.isUntold) {             // nobody knows whether it is so still, nor that it is better
            note.before = same->isUntold ? same->before : same->chips;
            note.beforeMs = same->isUntold ? same->beforeMs : same->atMs;
            if (!note.before.isEmpty())
                note.level = std::max(note.level, same->level);
        }
        if (note.topic == HealthTopic::Chips && note.seen.isEmpty())
            note.seen = same->seen;
        else if (note.topic == HealthTopic::Chips)
            addGone(note, same->seen);
        *same = note;
    }
    // What the checks found broken before the facts were asked anew, and were otherwise, is what was; so is a chip that
    // they missed and that was seen since.
    for (const HealthNote &note : news) {
        const auto isSeenSince = [&note](const HealthNote &old) {
            return note.topic == HealthTopic::Chips && !old.seen.isEmpty()
                && std::any_of(note.seen.cbegin(), note.seen.cend(),
                               [&old](const QString &chip) { return !old.seen.contains(chip); });
        };
        // A run that has failed was itself at work there, and goes on telling why.
        const auto isAskedAnew = [&note](const HealthNote &old) {
            return note.source == HealthSource::Inspection && note.topic == HealthTopic::Contact
                && note.level == HealthLevel::Ok
                && !(old.source == HealthSource::Run ? note.isAsBefore : note.isNoNews);
        };
        const bool isInspected = note.source == HealthSource::Inspection && note.topic == HealthTopic::Contact
            && note.level == HealthLevel::Ok;
        for (HealthNote &old : known) {
            const bool isBroken
                = old.topic == HealthTopic::Checks && old.level > HealthLevel::Ok && old.atMs < note.atMs;
            // The inspection that follows a run is of its own doing; whoever asks after that wants to know it anew.
            old.isBeforeFacts
                = old.isBeforeFacts || (isBroken && isInspected && (isOfChecks(old) || note.isNoNews));
            if (old.isPast || !isBroken || !(isAskedAnew(old) || isSeenSince(old)))
                continue;
            old.isPast = true;
            if (!isSeenSince(old))
                old.seen.clear(); // that is not why
        }
    }
    return known;
}

HealthNote contactNote(HealthSource source, qint64 atMs)
{
    return {source, HealthTopic::Contact, HealthLevel::Ok, atMs};
}

HealthNote rememberedNote(const QStringList &chips, qint64 atMs)
{
    HealthNote note{HealthSource::Monitor, HealthTopic::Chips, HealthLevel::Unknown, atMs};
    note.seen = chips;
    return note;
}

HealthNote declinedNote(const Error &question, qint64 atMs)
{
    HealthNote note{HealthSource::Inspection, HealthTopic::Contact, HealthLevel::NeedsAnswer, atMs};
    note.declined = question.kind == ErrorKind::HostKey ? Declined::HostKey : Declined::Secret;
    return note;
}

QList<HealthNote> notesOf(const Error &error, HealthSource source, qint64 atMs)
{
    if (error.kind == ErrorKind::Canceled)
        return {};
    const bool isAwaited = error.facts.contains(u"awaited"_s);
    if (error.facts.contains(u"part"_s)) {
        const qint64 askedMs = error.facts.value(u"askedMs"_s).toLongLong();
        HealthNote note = untoldNote(source, isAwaited ? HealthLevel::Warning : HealthLevel::Failed,
                                     askedMs > 0 ? std::min(atMs, askedMs) : atMs, {});
        say(note, error);
        return {contactNote(source, atMs), note};
    }
    if (isAwaited) {
        HealthNote note{source, HealthTopic::Contact, HealthLevel::Warning, atMs};
        say(note, error);
        return {note};
    }
    const HealthLevel level = isDamagedHostKey(error) ? HealthLevel::KeyDamaged
        : isChangedHostKey(error)                     ? HealthLevel::KeyChanged
        : isQuestion(error)                           ? HealthLevel::NeedsAnswer
                                                      : HealthLevel::Lost;
    HealthNote note{source, HealthTopic::Contact, level, atMs};
    say(note, error);
    return {note};
}

QList<HealthNote> notesOf(const NodeFacts &facts, qint64 atMs)
{
    const HealthSource source = HealthSource::Inspection;
    if (facts.error)
        return notesOf(*facts.error, source, atMs);
    if (!facts.reachable)
        return {};
    QList<HealthNote> notes{contactNote(source, atMs)};
    if (const std::optional<HealthNote> links = linksNoteOf(facts.hccn, atMs))
        notes << *links;
    if (!facts.npuSmi) {
        const QString said = facts.errors.value(u"npu-smi"_s).message;
        return notes << untoldNote(
                   source, HealthLevel::Failed, atMs,
                   said.isEmpty() ? HealthText::tr("npu-smi gave no answer that could be read.") : said);
    }
    return notes << chipsNoteOf(*facts.npuSmi, source, atMs);
}

QList<HealthNote> notesOf(const ConnectionTestResult &tested, qint64 atMs)
{
    const HealthSource source = HealthSource::Inspection;
    if (!tested.error && tested.npuSmi)
        return {contactNote(source, atMs), chipsNoteOf(*tested.npuSmi, source, atMs)};
    if (!tested.error || isQuestion(*tested.error))
        return {};
    const auto isOfNpuSmi = [](const ConnectionStepResult &one) {
        return one.step == ConnectionStep::NpuSmi && one.state == ConnectionStepResult::Failed;
    };
    const bool isLoggedIn = std::any_of(tested.steps.cbegin(), tested.steps.cend(), isOfNpuSmi);
    const ErrorKind kind = tested.error->kind;
    if (isLoggedIn && (kind == ErrorKind::CommandFailed || kind == ErrorKind::Timeout))
        return {contactNote(source, atMs), untoldNote(source, HealthLevel::Failed, atMs, tested.error->message)};
    return notesOf(*tested.error, source, atMs);
}

HealthNote refutedNote(const QString &step, const Error &error, qint64 atMs)
{
    HealthNote note{HealthSource::Run, HealthTopic::Checks, HealthLevel::Failed, atMs,
                    inLanguage(error.message, dataLanguage())};
    note.check = step;
    for (const QString &language : {u"en"_s, u"zh"_s})
        note.wordsIn.insert(language, inLanguage(error.message, language));
    note.isUnprepared = true;            // it is not as the run needs it, whatever the reason
    return note;
}

QList<Finding> findingsBetween(const ClusterReport &report, const QString &node)
{
    QList<Finding> between = report.cluster;
    between.removeIf([&node](const Finding &finding) {
        const bool isComplaint = finding.verdict == Verdict::Fail || finding.verdict == Verdict::Warn;
        const bool isOfDeployment = finding.isOfSettings || finding.check.startsWith("recipe."_L1);
        return !isComplaint || isOfDeployment || (!finding.nodes.isEmpty() && !finding.nodes.contains(node));
    });
    return between;
}

// Between nodes a sentence does not say of itself what was compared.
static HealthNote noteBetween(const Finding &finding, qint64 atMs)
{
    HealthNote note{HealthSource::Checks, HealthTopic::Checks,
                    finding.verdict == Verdict::Fail ? HealthLevel::Failed : HealthLevel::Warning, atMs};
    note.check = finding.check;
    note.isBetween = true;
    note.isUnprepared = isOfPreparation(finding.check);
    for (const QString &language : {u"en"_s, u"zh"_s}) {
        const QString colon = language == "zh"_L1 ? u"："_s : u": "_s;
        note.wordsIn.insert(language, infoOf(finding.check, language).title + colon + told(finding, language).summary);
    }
    note.words = note.wordsIn.value(dataLanguage());
    return note;
}

QList<HealthNote> notesOf(const NodeReport &report, qint64 atMs, const QList<Finding> &between)
{
    const HealthSource source = HealthSource::Checks;
    if (report.error && !isCutShort(report))
        return notesOf(*report.error, source, atMs);
    qint64 askedMs = 0;
    for (const Finding &finding : report.findings)
        askedMs = std::max(askedMs, finding.askedAtMs);
    if (!report.reachable || report.findings.isEmpty())
        return {};
    QList<HealthNote> notes{contactNote(source, askedMs)};
    const auto noteFrom = [&](HealthTopic topic, HealthLevel level, const Finding &finding) {
        HealthNote note{source, topic, level, finding.askedAtMs, finding.summary};
        for (auto it = finding.words.cbegin(); it != finding.words.cend(); ++it)
            note.wordsIn.insert(it.key(), it->summary);
        return note;
    };
    notes << HealthNote{source, HealthTopic::Checks, HealthLevel::Ok, askedMs};
    std::optional<HealthNote> chips;
    const auto addComplaint = [&](HealthLevel level, const Finding &finding) {
        HealthNote note = noteFrom(HealthTopic::Checks, level, finding);
        note.atMs = askedMs;
        note.check = finding.check;
        note.isOfSettings = finding.isOfSettings;
        note.isUnprepared = finding.isOfSettings || isOfPreparation(finding.check);
        if (finding.check == "npu.count"_L1 && level == HealthLevel::Failed && !finding.isOfSettings)
            note.seen = report.chips;
        notes << note;
    };
    for (const Finding &finding : report.findings) {
        const bool isDriver = finding.check == u"driver.present", isHealth = finding.check == u"npu.health";
        if (finding.check == u"network.link" && finding.verdict == Verdict::Pass)
            notes << HealthNote{source, HealthTopic::Links, HealthLevel::Ok, finding.askedAtMs};
        if (isHealth && finding.verdict == Verdict::Pass && !chips)
            chips = chipsNote(source, HealthLevel::Ok, finding.askedAtMs);
        else if (isHealth && finding.verdict == Verdict::Warn && !chips)
            chips = noteFrom(HealthTopic::Chips, HealthLevel::Warning, finding);
        else if ((isHealth || isDriver) && finding.verdict == Verdict::Fail)
            chips = noteFrom(HealthTopic::Chips, HealthLevel::Failed, finding);
        else if (finding.verdict == Verdict::Fail)
            addComplaint(HealthLevel::Failed, finding);
        else if (finding.verdict == Verdict::Warn)
            addComplaint(HealthLevel::Warning, finding);
    }
    for (const Finding &finding : between)
        notes << noteBetween(finding, askedMs);
    if (chips)
        notes << *chips;
    return notes;
}

QList<HealthNote> notesOf(const QList<Sample> &samples, qint64 atMs)
{
    const HealthSource source = HealthSource::Monitor;
    bool any = false;
    QMap<QString, std::pair<bool, QString>> chips; // device: has it any value, its health
    for (const Sample &sample : samples) {
        const bool hasValue = !std::isnan(sample.value);
        any = any || hasValue;
        if (!sample.key.metric.startsWith(u"npu."))
            continue;
        auto &chip = chips[sample.key.device];
        chip.first = chip.first || hasValue;
        if (sample.key.metric == u"npu.health")
            chip.second = healthWord(sample.value);
    }
    if (!any)
        return {};
    QList<HealthNote> notes{contactNote(source, atMs)};
    if (const std::optional<HealthNote> links = linksNoteOf(samples, atMs))
        notes << *links;
    QList<std::pair<QString, QString>> healths;
    QStringList silent;                  // no figure at all: a gap, not a chip that is gone
    for (auto it = chips.cbegin(); it != chips.cend(); ++it) {
        if (!it->first)
            silent << it.key();
        else
            healths << std::pair(it.key(), it->second);
    }
    const auto numbersOf = [](const QString &chip) {
        return std::pair(chip.section(u'/', 0, 0).toInt(), chip.section(u'/', 1).toInt());
    };
    std::sort(healths.begin(), healths.end(),
              [&](const auto &a, const auto &b) { return numbersOf(a.first) < numbersOf(b.first); });
    if (!healths.isEmpty()) {
        notes << noteOnChips(source, atMs, healths);
        notes.last().seen += silent;
    }
    return notes;
}
