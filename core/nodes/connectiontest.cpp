#include "core/nodes/connectiontest.h"

#include "core/nodes/asking.h"

#include <QCoreApplication>
#include <QElapsedTimer>

#include <netdb.h>
#include <arpa/inet.h>

#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace {

struct ConnectionTestText
{
    Q_DECLARE_TR_FUNCTIONS(ConnectionTest)
};

// Numeric address of a name, or empty: it may still be an alias of ~/.ssh/config.
QString addressOf(const QString &host)
{
    addrinfo hints{}, *list = nullptr;
    hints.ai_socktype = SOCK_STREAM;
    if (getaddrinfo(host.toUtf8().constData(), nullptr, &hints, &list) != 0)
        return {};
    std::array<char, 128> text{};
    const int failed
        = getnameinfo(list->ai_addr, list->ai_addrlen, text.data(), text.size(), nullptr, 0, NI_NUMERICHOST);
    freeaddrinfo(list);
    return failed ? QString() : QString::fromLatin1(text.data());
}

ConnectionStep endedAt(const Error &error)
{
    switch (error.kind) {
    case ErrorKind::HostKey: return ConnectionStep::HostKey;
    case ErrorKind::Authentication: return ConnectionStep::Login;
    case ErrorKind::Connection:
        if (error.facts.contains(u"nameless"_s))
            return ConnectionStep::Resolve;
        [[fallthrough]];
    // what was sent came to somebody who had let us in
    default: return error.facts.contains(u"sent"_s) ? ConnectionStep::NpuSmi : ConnectionStep::Connect;
    }
}

// In few words: what is asked in full elsewhere is not said twice.
QString questionWords(const Error &error)
{
    if (isDamagedHostKey(error))
        return ConnectionTestText::tr("its line in known_hosts is damaged");
    if (isChangedHostKey(error))
        return ConnectionTestText::tr("it is not the one known for this host");
    if (error.kind == ErrorKind::HostKey)
        return ConnectionTestText::tr("not known yet");
    const bool isRefused = wasRefused(error);
    const QString need = error.facts.value(u"need"_s);
    if (need == "password"_L1)
        return isRefused ? ConnectionTestText::tr("the password was refused")
                         : ConnectionTestText::tr("a password is needed");
    if (need == "passphrase"_L1)
        return isRefused ? ConnectionTestText::tr("the passphrase was wrong")
                         : ConnectionTestText::tr("the passphrase of the key is needed");
    return ConnectionTestText::tr("the node asks something");
}

class Protocol
{
public:
    Protocol(QList<ConnectionStep> steps, const std::function<void(const ConnectionStepResult &)> &onStep)
        : m_left(std::move(steps)), m_onStep(onStep) { m_total.start(); m_step.start(); }

    void done(ConnectionStep step, const QString &words)
    {
        add({step, ConnectionStepResult::Done, words, m_step.restart()});
    }

    ConnectionTestResult failed(ConnectionStep at, const Error &error)
    {
        if (!m_left.contains(at) && !m_left.isEmpty()) // a jump host's name, the node's own is found
            at = m_left.first();
        while (!m_left.isEmpty() && m_left.first() != at) // what comes before it must have held
            add({m_left.first(), ConnectionStepResult::Done,
                 m_left.first() == ConnectionStep::Resolve ? std::exchange(m_found, {}) : QString(), 0});
        const bool isWrong = !isQuestion(error) || isChangedHostKey(error) || wasRefused(error);
        add({at, isWrong ? ConnectionStepResult::Failed : ConnectionStepResult::Asks,
             isQuestion(error) ? questionWords(error) : error.message, m_step.restart()});
        for (const ConnectionStep step : QList(m_left))
            add({step, ConnectionStepResult::NotReached, {}, 0});
        m_result.error = error;
        return finish();
    }

    // Only the connection tells whether an alias leads anywhere: the step is done with it, or has failed.
    void leaveOpen(const QString &found) { m_found = found; }

    void close()
    {
        if (m_left.contains(ConnectionStep::Resolve))
            done(ConnectionStep::Resolve, std::exchange(m_found, {}));
    }

    void hearSimulated() { m_result.isSimulated = true; }

    ConnectionTestResult finish(std::optional<NpuSmiInfo> info = {})
    {
        m_result.npuSmi = std::move(info);
        m_result.tookMs = m_total.elapsed();
        return m_result;
    }

private:
    void add(const ConnectionStepResult &result)
    {
        m_left.removeAll(result.step);
        m_result.steps << result;
        if (m_onStep)
            m_onStep(result);
    }

    QList<ConnectionStep> m_left;
    QString m_found;
    const std::function<void(const ConnectionStepResult &)> &m_onStep;
    QElapsedTimer m_total, m_step;
    ConnectionTestResult m_result;
};

} // namespace

ConnectionTestResult testConnection(const Node &node, const ConnectionSettings &settings, std::stop_token stop,
                                    const std::function<void(const ConnectionStepResult &)> &onStep)
{
    using Step = ConnectionStep;
    const bool isSsh = node.transport == Transport::Ssh;
    Protocol protocol(isSsh ? QList{Step::Resolve, Step::Connect, Step::HostKey, Step::Login, Step::NpuSmi}
                            : QList{Step::NpuSmi},
                      onStep);
    if (isSsh) {
        const QString address = addressOf(node.host);
        QStringList words{address.isEmpty() ? ConnectionTestText::tr(
                                                  "No address of its own; taken as an alias of the SSH configuration")
                                            : address};
        words << passedOverFor(node, settings);
        if (address.isEmpty())
            protocol.leaveOpen(words.join(u'\n'));
        else
            protocol.done(Step::Resolve, words.join(u'\n'));
    }
    if (stop.stop_requested())
        return protocol.failed(isSsh ? Step::Connect : Step::NpuSmi, canceled());
    ConnectionSettings listening = settings;
    listening.onSimulated = [&protocol, told = settings.onSimulated](const QString &name) {
        protocol.hearSimulated();
        if (told)
            told(name);
    };
    Result<std::unique_ptr<Shell>> shell = shellFactoryFor(node, listening)(stop);
    if (!shell)
        return protocol.failed(isSsh ? endedAt(shell.error()) : Step::NpuSmi, shell.error());
    if (isSsh) {
        protocol.close();
        protocol.done(Step::Connect, {});
        protocol.done(Step::HostKey, ConnectionTestText::tr("Known and unchanged"));
        protocol.done(Step::Login, node.user.isEmpty() ? QString() : ConnectionTestText::tr("As %1").arg(node.user));
    }
    const Result<CommandOutput> output
        = (*shell)->run({.argv = {u"npu-smi"_s, u"info"_s}, .timeout = std::chrono::seconds(20)}, stop);
    if (!output)
        return protocol.failed(Step::NpuSmi, output.error());
    const Result<NpuSmiInfo> info = parseNpuSmiInfo(output->out);
    if (output->exitCode != 0 || !info) {
        return protocol.failed(
            Step::NpuSmi,
            {ErrorKind::CommandFailed,
             ConnectionTestText::tr(
                 "The login works, but npu-smi gives no answer that can be read. Is the driver installed?"),
             QString::fromUtf8(output->err + output->out).left(4096),
             {}});
    }
    protocol.done(Step::NpuSmi,
                  ConnectionTestText::tr("npu-smi %1, chips: %2").arg(info->toolVersion).arg(info->chips.size()));
    return protocol.finish(*info);
}

QString stepTitle(ConnectionStep step)
{
    switch (step) {
    case ConnectionStep::Resolve: return ConnectionTestText::tr("Find the address");
    case ConnectionStep::Connect: return ConnectionTestText::tr("Connect");
    case ConnectionStep::HostKey: return ConnectionTestText::tr("Check the host key");
    case ConnectionStep::Login: return ConnectionTestText::tr("Log in");
    case ConnectionStep::NpuSmi: break;
    }
    return ConnectionTestText::tr("Run npu-smi info");
}
