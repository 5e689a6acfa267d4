#include "inference/modelexamination.h"

#include "core/base/json.h"
#include "core/base/languages.h"
#include "inference/examinerprocess.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QScopeGuard>

#include <csignal>

using namespace Qt::StringLiterals;

namespace examiner {
const QByteArray templateBegins = QByteArrayLiteral("template");
const QByteArray isReady = QByteArrayLiteral("ready");
const QByteArray filled = QByteArrayLiteral("filled ");
const QByteArray refused = QByteArrayLiteral("refused ");
}

namespace {

using namespace std::chrono_literals;
using Heard = ExaminerProcess::Heard;

// more than the request; no prompt that fits into a context is near it
constexpr qsizetype mostAnswer = qsizetype(64) << 20;

struct ExaminationText
{
    ASC_TR_FUNCTIONS(ModelExamination)
};

Error about(const QString &sentence, const QString &path, const QString &detail)
{
    return {ErrorKind::Parse, sentence.arg(QFileInfo(path).fileName()), detail.trimmed(), {}};
}

// What the examiner, which has not said yes, says about the file.
Error verdict(ExaminerProcess &process, const QString &path, bool isTemplatesTurn)
{
    const int signal = process.endedBy();
    const QString words = signal ? u"%1\nsignal %2"_s.arg(process.words()).arg(signal) : process.words();
    if (!isTemplatesTurn)
        return about(ExaminationText::tr("%1 is damaged or of a kind that llama.cpp v0.5.0 does not read."), path,
                     words);
    if (!signal)
        return about(ExaminationText::tr(
                         "llama.cpp cannot read the chat template in %1. Choose another file of this model."),
                     path, words);
    return about(ExaminationText::tr("The chat template in %1 does not end, nests without end or takes all memory. "
                                     "Choose another file of this model."),
                 path, words);
}

// What became of the process over one request.
Error failure(ExaminerProcess &process, bool saysTooMuch)
{
    const auto because = [&process](const QString &sentence) {
        return Error{ErrorKind::Model, sentence, process.words(), {}};
    };
    if (saysTooMuch || process.words().contains("out of memory"_L1))
        return because(ExaminationText::tr(
            "The model's chat template takes all memory over these messages. Change them, or choose another model."));
    switch (const int signal = process.endedBy()) {
    case SIGXCPU:
        return because(ExaminationText::tr("The model's chat template did not end within %1 s of computing over these "
                                           "messages. Change them, or choose another model.")
                           .arg(examiner::mostSeconds));
    case SIGSEGV:
    case SIGBUS:
        return because(ExaminationText::tr(
            "The model's chat template nests without end over these messages. Change them, or choose another model."));
    default:
        return {ErrorKind::Model,
                ExaminationText::tr("The process that fills in the model's chat template ended. Ask again."),
                u"%1\nsignal %2"_s.arg(process.words()).arg(signal).trimmed(),
                {}};
    }
}

} // namespace

ModelExamination::ModelExamination(const QString &program, const QString &path)
    : m_program(program), m_path(path), m_size(QFileInfo(path).size()), m_written(QFileInfo(path).lastModified())
{
}

ModelExamination::~ModelExamination() = default;

Result<std::unique_ptr<ModelExamination>> ModelExamination::of(const QString &program, const QString &path,
                                                               std::stop_token stop)
{
    std::unique_ptr<ModelExamination> examination(new ModelExamination(program, path));
    if (const Result<void> examined = examination->examine(stop); !examined)
        return examined.error();
    return examination;
}

Result<void> ModelExamination::examine(std::stop_token stop)
{
    Result<std::unique_ptr<ExaminerProcess>> process = ExaminerProcess::start(m_program, m_path);
    if (!process)
        return process.error();
    const StopWaker waker(std::move(stop));
    const Deadline deadline{Deadline::in(2min), waker}; // reading the vocabulary of a large model takes seconds
    bool isTemplatesTurn = false;
    for (QByteArray line; line != examiner::isReady; isTemplatesTurn |= line == examiner::templateBegins) {
        switch ((*process)->read(line, 1000, deadline)) {
        case Heard::Line: break;
        case Heard::Stopped: return canceled();
        case Heard::TooMuch:
        case Heard::Ended: return verdict(**process, m_path, isTemplatesTurn);
        case Heard::Late:
            if (isTemplatesTurn)
                return about(ExaminationText::tr("Filling in the chat template in %1 took longer than two minutes. "
                                                 "Choose another file of this model."),
                             m_path, {});
            return about(ExaminationText::tr("Examining %1 took longer than two minutes."), m_path, {});
        }
    }
    m_process = std::move(*process);
    return {};
}

Result<QByteArray> ModelExamination::filledIn(const QByteArray &body, std::stop_token stop)
{
    std::list<int>::iterator place;
    const auto leave = qScopeGuard([&] {
        {
            const std::lock_guard lock(m_mutex);
            m_queue.erase(place);
        }
        m_moved.notify_all();
    });
    {
        std::unique_lock lock(m_mutex);
        place = m_queue.emplace(m_queue.end());
        if (!m_moved.wait_for(lock, stop, 1min, [&] { return place == m_queue.begin(); }))
            return stop.stop_requested()
                ? canceled()
                : Error{ErrorKind::Model,
                        ExaminationText::tr("The model's chat template is busy with other chats. Ask again."),
                        {},
                        {}};
    }
    if (m_process)
        return ask(body, std::move(stop));
    const QFileInfo file(m_path);
    if (!file.exists() || file.size() != m_size || file.lastModified() != m_written)
        return Error{
            ErrorKind::Model,
            ExaminationText::tr("%1 is not the file any more that was loaded. Load it again.").arg(file.fileName()),
            {},
            {}};
    if (const Result<void> examined = examine(stop); !examined)
        return Error{examined.error().kind == ErrorKind::Canceled ? ErrorKind::Canceled : ErrorKind::Model,
                     examined.error().message,
                     examined.error().detail,
                     {}};
    return ask(body, std::move(stop));
}

Result<QByteArray> ModelExamination::ask(const QByteArray &body, std::stop_token stop)
{
    std::unique_ptr<ExaminerProcess> process = std::move(m_process); // it is put back when all went well
    const StopWaker waker(std::move(stop));
    // its own limit counts what it computes, this one what a busy machine makes of it
    const Deadline deadline{Deadline::in(1min), waker};
    QByteArray line;
    const qsizetype most = mostAnswer + body.size() * 8;
    Heard heard = process->send(body, deadline);
    const bool isSent = heard == Heard::Line;
    if (isSent)
        heard = process->read(line, most, deadline);
    switch (heard) {
    case Heard::Stopped:
        // Nearly always it is there at once, and a new process would not be.
        if (isSent && process->read(line, most, {Deadline::in(100ms), StopWaker(std::stop_token())}) == Heard::Line)
            m_process = std::move(process);
        return canceled();
    case Heard::Late:
        return Error{ErrorKind::Model,
                     ExaminationText::tr("The model's chat template did not end within a minute over these messages. "
                                         "Change them, or choose another model."),
                     {},
                     {}};
    case Heard::TooMuch:
    case Heard::Ended:
        return failure(*process, heard == Heard::TooMuch);
    case Heard::Line:
        break;
    }
    m_process = std::move(process);
    if (line.startsWith(examiner::filled))
        return line.mid(examiner::filled.size());
    const Result<Json> words = parseJson(line.mid(examiner::refused.size()), u"refusal"_s);
    return Error{ErrorKind::Invalid, words && words->is_string() ? words->get<QString>() : QString(), {}, {}};
}
