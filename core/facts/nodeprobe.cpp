#include "core/facts/nodeprobe.h"

#include "core/base/languages.h"
#include "core/shell/quote.h"

#include <QCoreApplication>
#include <QDateTime>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

struct Probe
{
    ASC_TR_FUNCTIONS(Probe)
};

// At once on one machine; each is a channel of the session, of which sshd gives ten. More of them wait less for a tool
// that takes a second, such as npu-smi card by card; both rounds of a check open twelve with what runs beside them.
constexpr int width = 5;

// What is remembered to hang: the tool, not the question. `sh -c SCRIPT NAME ...` is known by its NAME, and of
// hccn_tool each device answers for itself.
QString toolOf(const QStringList &argv)
{
    if (argv.size() > 3 && argv[0] == "sh"_L1 && argv[1] == "-c"_L1)
        return argv[3];
    const QString tool = argv.value(0).section(QLatin1Char('/'), -1);
    return tool == "hccn_tool"_L1 ? QStringList{tool, argv.value(1), argv.value(2)}.join(QLatin1Char(' ')) : tool;
}

Error couldNotAsk(const Error &error, const QString &tool, std::chrono::milliseconds timeout)
{
    if (error.kind != ErrorKind::Timeout)
        return error;
    Error said = error;
    said.facts.insert(u"tool"_s, tool);
    said.facts.insert(u"seconds"_s, QString::number(std::chrono::duration_cast<std::chrono::seconds>(timeout).count()));
    return said;
}

// An error is remembered, but told in the language of the moment.
Error spoken(Error error)
{
    if (error.kind == ErrorKind::Timeout && error.facts.contains(u"tool"_s))
        error.message = Probe::tr("%1 did not answer in %2 s.")
                            .arg(error.facts.value(u"tool"_s), error.facts.value(u"seconds"_s));
    return error;
}

} // namespace

bool NodeProbe::isPut(const QString &line) const
{
    return m_queued.contains(line) || m_answers.contains(line)
        || std::any_of(m_underWay.cbegin(), m_underWay.cend(),
                       [&line](const Question &question) { return question.line == line; });
}

const NodeProbe::Answer &NodeProbe::answerTo(const QStringList &argv, std::chrono::milliseconds timeout)
{
    static const Answer notYet{Error{ErrorKind::Connection, {}, {}, {}}, {}, {}};
    const QString line = quoted(argv);
    if (const auto known = m_answers.constFind(line); known != m_answers.cend()) {
        m_isNew = !(*known)->wasUsed;
        (*known)->wasUsed = (*known)->wasUsed || !m_isForeseeing;
        return **known;
    }
    if (m_isForeseeing) {
        expect({argv}, timeout);
        return notYet;
    }
    m_isNew = true;
    const Question question{line, toolOf(argv), argv, timeout};
    if (m_queued.remove(line)) // what is waited for goes first
        m_queue.removeIf([&line](const Question &one) { return one.line == line; });
    if (!isPut(line)) {
        m_queue.prepend(question);
        m_queued.insert(line);
    }
    while (!m_answers.contains(line)) {
        if (m_lost || m_stop.stop_requested()) {
            const qint64 now = QDateTime::currentMSecsSinceEpoch();
            keep(line, {m_lost ? *m_lost : canceled(), {}, {now, now}});
            break;
        }
        awaitOne();
    }
    const std::shared_ptr<Answer> &answer = m_answers[line];
    answer->wasUsed = true;
    return *answer;
}

void NodeProbe::expect(const QList<QStringList> &questions, std::chrono::milliseconds timeout)
{
    for (const QStringList &argv : questions) {
        if (const QString line = quoted(argv); !m_lost && !isPut(line)) {
            m_queue.append({line, toolOf(argv), argv, timeout});
            m_queued.insert(line);
        }
    }
}

void NodeProbe::settle()
{
    while (!m_isForeseeing && !(m_queue.isEmpty() && m_underWay.isEmpty()) && !m_lost && !m_stop.stop_requested())
        awaitOne();
}

void NodeProbe::dropExpected()
{
    m_queue.clear();
    m_queued.clear();
}

bool NodeProbe::isUnderWay(const QStringList &argv) const
{
    const QString line = quoted(argv);
    return m_answers.contains(line)
        || std::any_of(m_underWay.cbegin(), m_underWay.cend(),
                       [&line](const Question &question) { return question.line == line; });
}

void NodeProbe::forget(const QStringList &argv)
{
    if (!m_isForeseeing)
        m_answers.remove(quoted(argv));
}

// Begins what there is room for; with room left, looks ahead.
void NodeProbe::fill()
{
    if (!m_group)
        m_group = m_shell.group(width);
    while (true) {
        while (!m_queue.isEmpty() && !m_group->isFull()) {
            const Question question = m_queue.takeFirst();
            m_queued.remove(question.line);
            if (const auto hanging = m_hanging.constFind(question.tool); hanging != m_hanging.cend()) {
                const qint64 now = QDateTime::currentMSecsSinceEpoch();
                keep(question.line, {*hanging, {}, {now, now}});
                continue;
            }
            Command command;
            command.argv = question.argv;
            command.timeout = question.timeout;
            command.keepAtMost = 32 * 1024 * 1024;
            // a file may be missing; npu-smi that ends otherwise than with 0 has failed
            command.isQuestion = question.tool != "npu-smi"_L1;
            m_underWay.insert(m_begun, question);
            m_group->begin(m_begun++, command);
        }
        if (m_group->isFull() || !m_foresee || !std::exchange(m_hasNews, false))
            return;
        m_isForeseeing = true;
        m_foresee();
        m_isForeseeing = false;
        if (m_queue.isEmpty())
            return;
    }
}

void NodeProbe::awaitOne()
{
    fill();
    if (const std::optional<CommandAnswer> answer = m_group->next(m_stop))
        keep(*answer);
}

void NodeProbe::keep(const CommandAnswer &came)
{
    const Question question = m_underWay.take(came.id);
    Answer answer{came.result, came.heard, {came.startedMs, came.endedMs}};
    if (!came.result) {
        const Error error = couldNotAsk(came.result.error(), question.tool, question.timeout);
        answer.result = error;
        if (error.kind == ErrorKind::Timeout)
            m_hanging.insert(question.tool, error);
        else if (!m_lost
                 && (error.kind == ErrorKind::Connection || error.kind == ErrorKind::HostKey
                     || error.kind == ErrorKind::Authentication))
            m_lost = error;
    }
    if (m_lost)
        dropExpected();
    keep(question.line, answer);
}

const NodeProbe::Answer &NodeProbe::keep(const QString &line, const Answer &answer)
{
    m_hasNews = true;
    return **m_answers.insert(line, std::make_shared<Answer>(answer));
}

Result<CommandOutput> NodeProbe::ask(const QStringList &argv, std::chrono::milliseconds timeout)
{
    const Answer &answer = answerTo(argv, timeout);
    QByteArray output = answer.heard;
    if (answer.result) {
        output = answer.result->out;
        if (!answer.result->err.isEmpty()) {
            if (!output.isEmpty() && !output.endsWith('\n'))
                output += '\n';
            output += answer.result->err;
        }
    } else {
        if (!output.isEmpty() && !output.endsWith('\n'))
            output += '\n';
        output += spoken(answer.result.error()).message.toUtf8();
    }
    note(quoted(argv), output, answer.moment);
    return answer.result ? answer.result : Result<CommandOutput>(spoken(answer.result.error()));
}

Result<CommandOutput> NodeProbe::askQuietly(const QStringList &argv, std::chrono::milliseconds timeout)
{
    const Answer &answer = answerTo(argv, timeout);
    // What ran out of time may have said something.
    if (!answer.result && answer.result.error().kind == ErrorKind::Timeout && !answer.heard.isEmpty())
        return CommandOutput{124, answer.heard, {}, true, timeout};
    return answer.result ? answer.result : Result<CommandOutput>(spoken(answer.result.error()));
}

void NodeProbe::note(const QString &command, const QByteArray &output, const Moment &moment)
{
    if (m_isForeseeing)
        return;
    const auto isSame = [&](const Evidence &evidence) { return evidence.command == command; };
    if (std::any_of(m_evidence.cbegin(), m_evidence.cend(), isSame)
        || std::any_of(m_remembered.cbegin(), m_remembered.cend(), isSame))
        return;
    (m_isNew ? m_evidence : m_remembered).append({command, QString::fromUtf8(output.left(maxEvidenceBytes))});
    std::optional<Effort> &effort = m_isNew ? m_newEffort : m_rememberedEffort;
    const Effort before = effort.value_or(Effort{moment.askedMs, 0});
    effort = Effort{std::min(before.askedMs, moment.askedMs), before.tookMs + moment.answeredMs - moment.askedMs};
}

std::optional<NodeProbe::Moment> NodeProbe::momentOf(const QStringList &argv) const
{
    const auto it = m_answers.constFind(quoted(argv));
    return it == m_answers.cend() ? std::nullopt : std::optional((*it)->moment);
}

std::shared_ptr<const void> NodeProbe::keptReading(const QStringList &argv) const
{
    const auto it = m_answers.constFind(quoted(argv));
    return it == m_answers.cend() ? nullptr : (*it)->reading;
}

void NodeProbe::keepAny(const QStringList &argv, std::shared_ptr<const void> read)
{
    if (const auto it = m_answers.constFind(quoted(argv)); it != m_answers.cend())
        (*it)->reading = std::move(read);
}

void NodeProbe::beginEvidence()
{
    m_evidence.clear();
    m_remembered.clear();
    m_newEffort.reset();
    m_rememberedEffort.reset();
}

QList<Evidence> NodeProbe::takeEvidence()
{
    return std::exchange(m_evidence, {}) + std::exchange(m_remembered, {});
}

bool isMissingTool(const CommandOutput &output)
{
    return (output.exitCode == 127 || output.exitCode == 126) && !lacksLibrary(output.err + output.out);
}

// the dynamic loader of glibc, which ends with 127 as well
bool lacksLibrary(const QByteArray &text)
{
    return text.contains("error while loading shared libraries");
}

QString textOf(const QByteArray &bytes)
{
    QString text = QString::fromUtf8(bytes);
    while (!text.isEmpty() && text.back().isSpace())
        text.chop(1);
    return text;
}
