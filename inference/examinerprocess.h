// ExaminerProcess: one `ascendctl examine-model --here FILE`, and the lines that go to and fro. Its words on stderr are
// kept, its memory and time are its own affair. One thread at a time.
#pragma once

#include "core/base/result.h"
#include "core/shell/fd.h"

#include <memory>
#include <optional>

#include <sys/types.h>

class ExaminerProcess
{
public:
    static Result<std::unique_ptr<ExaminerProcess>> start(const QString &program, const QString &path);
    ~ExaminerProcess();                  // kills it
    ExaminerProcess(const ExaminerProcess &) = delete;
    ExaminerProcess &operator=(const ExaminerProcess &) = delete;

    enum class Heard { Line, TooMuch, Ended, Stopped, Late };
    Heard send(const QByteArray &line, const Deadline &deadline); // Line: it is sent
    Heard read(QByteArray &line, qsizetype most, const Deadline &deadline);

    int endedBy();                       // Ended: the signal; 0: it ended by itself
    int exitCode() const;                // endedBy() 0
    QString words() const;               // the last of them

private:
    ExaminerProcess(pid_t pid, UniqueFd fd, UniqueFd err) : m_pid(pid), m_fd(std::move(fd)), m_err(std::move(err)) {}

    pid_t m_pid;
    UniqueFd m_fd, m_err;
    QByteArray m_rest;                   // read, and not a whole line yet
    std::optional<int> m_status;
};
