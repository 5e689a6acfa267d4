// ModelExamination: a model file that a process of its own has examined (`ascendctl examine-model --here FILE`), which
// stays and fills in the file's chat template. llama.cpp ends the process over some damaged files, and a template is a
// program that may go on for ever, ask for any memory, or nest without end: over every chat, or only over certain
// words. What comes to this process are bytes or an Error.
#pragma once

#include "core/base/result.h"

#include <QDateTime>

#include <condition_variable>
#include <list>
#include <memory>
#include <mutex>
#include <stop_token>

class ExaminerProcess;

class ModelExamination
{
public:
    // Blocking. `program`: the ascendctl that does it. Parse: it died over the file or its template, did not end, or
    // llama.cpp refused it (its words in detail). Model: it cannot be started.
    static Result<std::unique_ptr<ModelExamination>> of(const QString &program, const QString &path,
                                                        std::stop_token stop);
    ~ModelExamination();                 // ends the process

    // Blocking, on any thread; one at a time. An OpenAI chat request on one line of JSON becomes what llama.cpp wants
    // to know, as JSON. Invalid: llama.cpp refused the request, in its words. Model: the template failed over it; the
    // next one finds a new process.
    Result<QByteArray> filledIn(const QByteArray &body, std::stop_token stop);

private:
    ModelExamination(const QString &program, const QString &path);
    Result<void> examine(std::stop_token stop);
    Result<QByteArray> ask(const QByteArray &body, std::stop_token stop);

    const QString m_program, m_path;
    // of the file, and when it was written: another one's template is not this model's
    const qint64 m_size;
    const QDateTime m_written;
    std::mutex m_mutex;
    std::condition_variable_any m_moved;
    std::list<int> m_queue;              // who asks; m_process is the first one's
    std::unique_ptr<ExaminerProcess> m_process;
};

// The examination itself: reads all of the file but its weights, fills in its chat template, then fills it in for each
// request on stdin, until that ends. May end the process, and sets limits: only for a process that was started for it.
Result<void> examineModelHere(const QString &path);

// What it says on stdout, a line each.
namespace examiner {
extern const QByteArray templateBegins;  // from here on it is the template's turn
extern const QByteArray isReady;
extern const QByteArray filled, refused; // and JSON: the answer to a request, llama.cpp's words against it
inline constexpr int mostSeconds = 10;   // of computing, for a request
}
