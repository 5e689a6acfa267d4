#include "app/sim/process.h"

#include <QDir>
#include <QFile>

#include <fcntl.h>

using namespace Qt::StringLiterals;

namespace sim {

OsProcess processOf(int pid)
{
    QFile file(u"/proc/%1/stat"_s.arg(pid));
    const QByteArray text = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    const qsizetype open = text.indexOf('('), close = text.lastIndexOf(')'); // a name may hold either
    if (open <= 0 || close <= open)
        return {};
    return {pid, text.mid(close + 4).split(' ').value(0).toInt(), text.mid(open + 1, close - open - 1)};
}

QHash<int, OsProcess> allProcesses()
{
    QHash<int, OsProcess> all;
    for (const QString &entry : QDir(u"/proc"_s).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        bool isPid = false;
        const int pid = entry.toInt(&isPid);
        if (const OsProcess one = isPid ? processOf(pid) : OsProcess(); one.pid != 0)
            all.insert(pid, one);
    }
    return all;
}

void handOnStandardFilesOnly()
{
    for (int fd = 3; fd < 1024; ++fd)
        (void)::fcntl(fd, F_SETFD, FD_CLOEXEC);
}

} // namespace sim
