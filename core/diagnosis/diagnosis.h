// Diagnosis: the logs of some nodes against the fault rules. The answer names what failed first: not the loudest and
// not the earliest line, but the earliest cause. What one rank says because of another (a time-out of HCCL) is never it
// while a cause is there. What is kept does not grow with the logs. Pure; one thread.
//
// Time: each node has a clock of its own. A line that does not say its zone is read in the one that the node's other
// lines say; where they say several, its time is compared with none. Where it is told by the service's clock and only
// the node's names a zone, or the other way round, that is a guess, and no order that rests on it is certain. Times of
// two nodes are compared where their logs overlap (two and a half hours between them allowed: longer than any time-out
// of the recipes), or where they are days apart and the last of them tell a cause; a clock that was set back, or that
// nobody else's log overlaps with, is compared with none, and the answer says so. Where nothing can be compared, causes
// still go before consequences, and the graver before the lesser. A line without a time was said between the nearest
// ones that have one: where two logs' lines may have come in either order, the graver goes first, and the answer is not
// certain.
//
// Where the engine of another node failed before the first cause was told, and nothing on its node says why, the cause
// is not in these logs. Where nothing is a cause, what a traceback nearby ends with may be it, though no rule knows it:
// it is quoted, and where it ended another node before the first cause was told, nothing is certain. What failed long
// after the first cause and no line connects with it, or what failed before it though it should follow from it, makes
// it doubtful.
//
// Failures are told apart by hours without one, by a service that got ready again between two of its node, or by one
// that was started again between two of its log.
//
// What one request met (FaultRule::ofRequest) ends no service: it is a cause only where nothing else failed. A warning,
// and what a service that was ready may have met for a request, is none of what failed later than ten minutes after it.
//
// Nodes are shared: what another program said (a port that nginx does not get) is a cause only where the service said
// nothing at all, and a sentence says then whose it is; else it is told of beside. So is what a training job says of
// the NPUs' memory. What a containers' runtime tells of a pod that looks like no service's is a cause where there is no
// other.
#pragma once

#include "core/diagnosis/diagnosisanswer.h"
#include "core/diagnosis/faultmatcher.h"
#include "core/diagnosis/speaker.h"
#include "core/diagnosis/traceback.h"

#include <QSet>

#include <memory>

class JournalReader;
class LogLines;

struct LogSource
{
    QString node;
    QString file;                        // as the user named it
    QDate latest;                        // when it was written to last
    bool isAnswer = false;               // no log: what a tool answered, which has no times
    qint64 linesBefore = 0;              // the file's, above those of this source
    std::optional<qint64> beganMs = {};  // since 1970, when it said the first word: where none of its lines has a time
};

class Diagnosis
{
public:
    explicit Diagnosis(QList<FaultRule> rules);
    ~Diagnosis();

    // One source after another: begin, feed pieces, end.
    void begin(const LogSource &source);
    void feed(QByteArrayView piece);
    void nextLineIs(qint64 number);      // of the file: what is fed next begins a line, those between are not fed
    void end(const QString &error = {}); // error: it could not be read to its end

    DiagnosisAnswer answer() const;
    const QList<FaultRule> &rules() const { return m_rules; }

private:
    void takeLine(QByteArrayView line, qint64 number);
    void readLine(QByteArrayView line, qint64 number);
    void readHeld();
    void dropHeld();
    bool isOwnRecord(QByteArrayView line) const;
    bool isEchoed(QByteArrayView line);
    bool isStopping() const;
    void keepException(QByteArrayView line, qint64 number, const TracebackText::Line &end);
    void put(FaultSighting sighting, QByteArrayView line, qsizetype at);
    QHash<std::pair<int, int>, QList<FaultSighting>> withServices() const;
    void endWaiting(QByteArrayView line);
    void keepStart(const QByteArray &name, const ServiceReady &start);
    bool takesLinkBack(QByteArrayView event, int rule);
    void setYear(const LogTime &known);
    void closeOpen(const LogTime &time);
    void readInZones(QList<SourceReport> &sources,
                     QHash<std::pair<int, int>, QList<FaultSighting>> &sightings) const;

    struct Stamps
    {
        std::optional<LogTime> first, last;
        std::optional<LogTime> newest;   // of the line that came last
    };
    struct SourceStamps                  // of lines that name their zone, and of those that do not
    {
        Stamps zoned, plain;
        QSet<int> zones;
        QHash<LineClock, QSet<int>> zonesBy;
        LineClock plainBy = LineClock::Unknown;
    };

    const QList<FaultRule> m_rules;
    const FaultMatcher m_matcher;
    QList<SourceReport> m_sources;       // first and last: see readInZones()
    QList<SourceStamps> m_stamps;        // of each source
    // by source and rule: each failure's first sighting and how often; failures are ten minutes apart, or the service
    // got ready between them
    QHash<std::pair<int, int>, QList<FaultSighting>> m_sightings;
    QSet<QByteArray> m_services;         // names of programs that said what only engines say, in any of the sources
    QSet<QByteArray> m_npuUsers;         // what the NPUs' software says: services, where no engine shows itself
    bool m_hasEngine = false;            // one did
    std::unique_ptr<LogLines> m_lines;
    std::unique_ptr<JournalReader> m_journal;
    std::unique_ptr<LogTimes> m_times;
    TracebackText m_tracebacks;
    bool m_knowsYear = false;
    bool m_isReady = false;              // it said so, and has not failed since
    QHash<QByteArray, std::optional<LogTime>> m_started; // who said its first words (composeName()), and when last
    QList<std::pair<QByteArray, ServiceReady>> m_openStarts; // no line with a time has come below
    qint64 m_linesBefore = 0;            // of the file, that were not fed
    QByteArray m_monitor;                // whose file it is (monitorOfFile()); empty: of none
    std::optional<LogTime> m_began;
    QSet<QByteArray> m_linksDown;        // what is told of the NPUs' ports that did not come up again
    QByteArray m_endedInLogin;           // the number of the process that the kernel ended last in a login session
    qint64 m_typedLine = 0;              // in which a user's text goes on
    char m_openQuote = 0;                // of a prompt that goes on in these lines, if it ends; 0: of none
    QByteArray m_hereWord;               // as m_openQuote, of a text that was typed below a command; empty: of none
    QByteArray m_typed;                  // the command above that prints words of its own
    QList<std::pair<QByteArray, qint64>> m_held;
    qsizetype m_heldBytes = 0;
    std::optional<LogTime> m_time, m_firstTime; // of the last and of the first line that has one
    std::optional<LogTime> m_stopTime;   // of report's stopLine
    QSet<int> m_openRules;               // with sightings that isAfter; no line with a time has come below
};

// The names of the nodes that files are of: what stands before "=" in "node1=logs/a.log", where the file's name itself
// has no "="; else the first folder in which the paths differ; files of one folder have their names without endings.
QList<LogSource> logSources(const QStringList &arguments);
