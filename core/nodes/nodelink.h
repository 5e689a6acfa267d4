// NodeLink: one thread and one Shell to one machine. Open another link rather than share one.
#pragma once

#include "core/base/worker.h"
#include "core/shell/shell.h"

#include <memory>
#include <type_traits>

// Opens a connection; called on the link's thread. Never asks a person: an unknown host key or a
// missing password is an Error, the page asks, and the job is started again.
using ShellFactory = std::function<Result<std::unique_ptr<Shell>>(std::stop_token stop)>;

class NodeLink : public QObject
{
public:
    explicit NodeLink(ShellFactory openShell, QObject *parent = nullptr)
        : QObject(parent), m_openShell(std::move(openShell)) {}

    // work(Shell &, Job &) -> Result<T> runs on the link's thread, in the order asked;
    // done(Result<T>) on the owner's. The shell is opened on first use and after a lost connection.
    template<typename Work, typename Done>
    void run(QObject *guard, Work work, Done done)
    {
        using Answer = std::invoke_result_t<Work, Shell &, Job &>;
        m_worker.run(guard, [this, work = std::move(work)](Job &job) mutable -> Answer {
            if (!m_shell) {
                Result<std::unique_ptr<Shell>> opened = m_openShell(job.stop());
                if (!opened)
                    return opened.error();
                m_shell = *std::move(opened);
            }
            Answer answer = work(*m_shell, job);
            if (!answer && answer.error().kind == ErrorKind::Connection)
                m_shell.reset();
            return answer;
        }, std::move(done));
    }

    void cancelAll() { m_worker.cancelAll(); }

private:
    ShellFactory m_openShell;
    std::unique_ptr<Shell> m_shell; // touched only by jobs
    Worker m_worker;                // last: its thread is gone before the shell is
};
