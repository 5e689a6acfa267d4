#include "app/sim/servingchild.h"

#include "app/sim/statefile.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QThread>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

using namespace Qt::StringLiterals;

namespace sim {

ServingChild::~ServingChild()
{
    if (m_pid <= 0)
        return;
    ::kill(m_pid, SIGTERM);
    for (int i = 0; i < 40 && ::waitpid(m_pid, nullptr, WNOHANG) == 0; ++i)
        usleep(50'000);
    ::kill(m_pid, SIGKILL);
}

QString ServingChild::start(const QString &folder, const QByteArrayList &arguments)
{
    const Result<NodeState> state = loadState(folder);
    if (!state)
        return state.error().message;
    m_address = QFile::exists(folder + u"/own-network"_s) ? stringAt(state->other, "address")
                                                          : stringAt(state->other, "host");
    const QString model = stringAt(state->other, "servingModel"), program = stringAt(state->other, "serve");
    if (model.isEmpty())
        return u"ascend-sim: no model file to serve; `ascendctl sim up --model FILE.gguf` names one."_s;
    // there are other nodes
    const QByteArray threads = QByteArray::number(std::max(1, QThread::idealThreadCount() - 1));
    const QByteArrayList all = QByteArrayList{QFile::encodeName(program), "serve",  "--openai-only", "--model",
                                              QFile::encodeName(model),   "--host", m_address.toLatin1(),
                                              "--threads",                threads}
        + arguments;
    m_pid = fork();
    if (m_pid == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (QFileInfo(u"/.host"_s).isDir() && (::chroot("/.host") != 0 || ::chdir("/") != 0))
            _exit(125);
        unsetenv("LD_LIBRARY_PATH");     // the container's words mean nothing to this machine's programs
        unsetenv("LD_PRELOAD");
        std::vector<char *> argv;
        for (const QByteArray &argument : all)
            argv.push_back(const_cast<char *>(argument.constData()));
        argv.push_back(nullptr);
        ::execv(argv[0], argv.data());
        _exit(127);
    }
    return m_pid > 0 ? QString() : u"ascend-sim: the serving process cannot be started."_s;
}

bool ServingChild::hasEnded()
{
    int status = 0;
    if (m_pid <= 0 || ::waitpid(m_pid, &status, WNOHANG) != m_pid)
        return false;
    m_ending = WIFSIGNALED(status) ? u"signal %1"_s.arg(WTERMSIG(status)) : u"exit code %1"_s.arg(WEXITSTATUS(status));
    m_pid = -1;
    return true;
}

QByteArrayList lengthArguments(qint64 maxModelLen, const QString &release)
{
    if (maxModelLen <= 0)
        return {};
    return {"--context",
            QByteArray::number(std::min(maxModelLen, servedContext)),
            "--max-model-len",
            QByteArray::number(maxModelLen),
            "--vllm-release",
            release.toLatin1()};
}

bool isTaken(const QString &address, int port)
{
    sockaddr_in place = {};
    place.sin_family = AF_INET;
    place.sin_port = htons(quint16(port));
    ::inet_pton(AF_INET, address.toLatin1().constData(), &place.sin_addr);
    const int one = 1, socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    const bool isFree = ::bind(socket, reinterpret_cast<const sockaddr *>(&place), sizeof place) == 0;
    ::close(socket);
    return !isFree;
}

int takenPort(const QString &folder, const QList<int> &ports)
{
    const Result<NodeState> state = loadState(folder);
    if (!state)
        return 0;
    const NodeState live = liveState(*state, folder);
    const int taken = int(numberAt(member(member(live.other, "faults"), "port-busy"), "port").value_or(0));
    return ports.contains(taken) ? taken : 0;
}

qint64 weightsMbPerCard(const QString &folder, qsizetype cards)
{
    qint64 bytes = 0;
    for (const QFileInfo &file : QDir(folder).entryInfoList({u"*.safetensors"_s}, QDir::Files))
        bytes += file.size();
    return (bytes >> 20) / qMax<qsizetype>(1, cards);
}

double metric(const QByteArray &text, const QByteArray &name)
{
    double sum = 0;
    for (const QByteArray &line : text.split('\n'))
        if (line.startsWith(name) && (line.size() > name.size())
            && (line[name.size()] == '{' || line[name.size()] == ' '))
            sum += line.mid(line.lastIndexOf(' ') + 1).toDouble();
    return sum;
}

} // namespace sim
