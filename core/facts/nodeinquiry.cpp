#include "core/facts/nodeinquiry.h"

#include "core/base/languages.h"
#include "core/shell/quote.h"

#include <QCoreApplication>
#include <QDateTime>

#include <algorithm>

namespace {

struct Inquiry
{
    ASC_TR_FUNCTIONS(Inquiry)
};

// What is remembered to hang: the tool, not the question. `sh -c SCRIPT NAME ...` is known by its NAME.
QString toolOf(const QStringList &argv)
{
    if (argv.size() > 3 && argv[0] == QLatin1String("sh") && argv[1] == QLatin1String("-c"))
        return argv[3];
    return argv.value(0).section(QLatin1Char('/'), -1);
}

Error couldNotAsk(const Error &error, const QString &tool, std::chrono::milliseconds timeout)
{
    if (error.kind != ErrorKind::Timeout)
        return error;
    Error said = error;
    said.facts.insert(QStringLiteral("tool"), tool);
    said.facts.insert(QStringLiteral("seconds"), QString::number(std::chrono::duration_cast<std::chrono::seconds>(timeout).count()));
    return said;
}

// An error is remembered, but told in the language of the moment.
Error spoken(Error error)
{
    if (error.kind == ErrorKind::Timeout && error.facts.contains(QStringLiteral("tool")))
        error.message = Inquiry::tr("%1 did not answer in %2 s.").arg(error.facts.value(QStringLiteral("tool")), error.facts.value(QStringLiteral("seconds")));
    return error;
}

} // namespace

const NodeInquiry::Answer &NodeInquiry::answerTo(const QStringList &argv, std::chrono::milliseconds timeout)
{
    const QString line = quoted(argv);
    const auto known = m_answers.constFind(line);
    m_isNew = known == m_answers.cend();
    if (!m_isNew)
        return **known;

    const QString tool = toolOf(argv);
    Answer answer{Result<CommandOutput>(canceled()), {}, {}};
    answer.moment.askedMs = QDateTime::currentMSecsSinceEpoch();
    if (m_lost) {
        answer.result = *m_lost;
    } else if (m_stop.stop_requested()) {
        answer.result = canceled();
    } else if (const auto hanging = m_hanging.constFind(tool); hanging != m_hanging.cend()) {
        answer.result = *hanging;
    } else {
        Command command;
        command.argv = argv;
        command.timeout = timeout;
        command.keepAtMost = 32 * 1024 * 1024;
        command.isQuestion = tool != QLatin1String("npu-smi"); // a file may be missing; npu-smi that ends otherwise than with 0 has failed
        answer.result = m_shell.run(command, m_stop, [&answer](OutputStream, const QByteArray &piece) {
            if (answer.heard.size() < maxEvidenceBytes)
                answer.heard += piece;
        });
        if (!answer.result) {
            const Error error = couldNotAsk(answer.result.error(), tool, timeout);
            answer.result = error;
            if (error.kind == ErrorKind::Timeout)
                m_hanging.insert(tool, error);
            else if (error.kind == ErrorKind::Connection || error.kind == ErrorKind::HostKey
                     || error.kind == ErrorKind::Authentication)
                m_lost = error;
        }
    }
    answer.moment.answeredMs = QDateTime::currentMSecsSinceEpoch();
    const auto kept = std::make_shared<Answer>(std::move(answer));
    m_answers.insert(line, kept);
    return *kept;
}

Result<CommandOutput> NodeInquiry::ask(const QStringList &argv, std::chrono::milliseconds timeout)
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
    note(quoted(argv), output);
    return answer.result ? answer.result : Result<CommandOutput>(spoken(answer.result.error()));
}

Result<CommandOutput> NodeInquiry::askQuietly(const QStringList &argv, std::chrono::milliseconds timeout)
{
    const Answer &answer = answerTo(argv, timeout);
    // A probe that ran out of time has told of the devices that did answer.
    if (!answer.result && answer.result.error().kind == ErrorKind::Timeout && !answer.heard.isEmpty())
        return CommandOutput{124, answer.heard, {}, true, timeout};
    return answer.result ? answer.result : Result<CommandOutput>(spoken(answer.result.error()));
}

void NodeInquiry::note(const QString &command, const QByteArray &output)
{
    const auto isSame = [&](const Evidence &evidence) { return evidence.command == command; };
    if (std::any_of(m_evidence.cbegin(), m_evidence.cend(), isSame)
        || std::any_of(m_remembered.cbegin(), m_remembered.cend(), isSame))
        return;
    (m_isNew ? m_evidence : m_remembered).append({command, QString::fromUtf8(output.left(maxEvidenceBytes))});
}

std::optional<NodeInquiry::Moment> NodeInquiry::momentOf(const QStringList &argv) const
{
    const auto it = m_answers.constFind(quoted(argv));
    return it == m_answers.cend() ? std::nullopt : std::optional((*it)->moment);
}

void NodeInquiry::beginEvidence()
{
    m_evidence.clear();
    m_remembered.clear();
}

QList<Evidence> NodeInquiry::takeEvidence()
{
    return std::exchange(m_evidence, {}) + std::exchange(m_remembered, {});
}

bool isMissingTool(const CommandOutput &output)
{
    return output.exitCode == 127 || output.exitCode == 126;
}

QString textOf(const QByteArray &bytes)
{
    QString text = QString::fromUtf8(bytes);
    while (!text.isEmpty() && text.back().isSpace())
        text.chop(1);
    return text;
}
