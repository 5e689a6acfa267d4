#include "core/facts/shmleftovers.h"

#include "core/facts/answerwords.h"

#include <algorithm>

using namespace Qt::StringLiterals;

// Files, then those that a process has open or mapped, each with the id of one. Root alone sees all.
QStringList shmLeftoversProbe()
{
    return {u"sh"_s, u"-c"_s,
            u"cd /dev/shm 2>/dev/null || { echo '#none'; exit 0; }\n"
            "files=$(find . -type f -size +2047 -exec stat -c '%s %n' -- {} + 2>/dev/null)\n"
            "if [ -n \"$files\" ]; then\n"
            "  printf '%s\\n' \"$files\"\n"
            "  [ \"$(id -u)\" = 0 ] || echo '#notroot'\n"
            "  echo '#used'\n"
            "  { grep -H ' /dev/shm/' /proc/[0-9]*/maps; ls -l /proc/[0-9]*/fd; } 2>/dev/null | sed -n "
            "-e '/^\\/proc\\/[0-9]*\\/fd:$/{s/^\\/proc\\/\\([0-9]*\\).*/\\1/;h;d;}' "
            "-e 's/^\\/proc\\/\\([0-9]*\\)\\/maps:.* \\(\\/dev\\/shm\\/.*\\)/\\1 \\2/p;t' "
            "-e 's/.* \\(\\/dev\\/shm\\/.*\\)/ \\1/;t fd' -e d -e ':fd' -e 'H;x;s/\\n//p;s/ .*//;x' | "
            "sort -u -k2\n"
            "fi\n"
            "echo '#end'"_s};
}

std::optional<ShmLeftovers> readShmLeftovers(const QByteArray &text)
{
    const QStringList lines = QString::fromUtf8(text).split(u'\n');
    ShmLeftovers answer;
    if (lines.contains(u"#none"_s))
        return answer;
    if (!lines.contains(u"#end"_s))
        return std::nullopt;
    answer.isThere = true;
    answer.isToldAll = !lines.contains(u"#notroot"_s);
    QMap<QString, qint64> files; // path in /dev/shm -> bytes
    QMap<QString, qint64> used;  // path -> who has it; 0: not told
    bool isUsedPart = false;
    for (const QString &line : lines) {
        if (line == "#used"_L1)
            isUsedPart = true;
        else if (isUsedPart)
            used.insert(line.mid(std::max<qsizetype>(0, line.indexOf("/dev/shm/"_L1))).trimmed(),
                        line.section(u' ', 0, 0).toLongLong());
        else if (!line.startsWith(u'#') && line.contains(" ./"_L1))
            files.insert(line.section(" ./"_L1, 1), line.section(u' ', 0, 0).toLongLong());
    }
    answer.files = int(files.size());
    for (auto it = files.cbegin(); it != files.cend(); ++it) {
        const QString path = u"/dev/shm/"_s + it.key();
        if (used.contains(path)) {
            answer.heldBy.insert(path, used.value(path));
            continue;
        }
        answer.left << path;
        answer.leftBytes += *it;
    }
    return answer;
}

Result<ShmLeftovers> shmLeftovers(NodeProbe &probe)
{
    const Result<CommandOutput> output = probe.ask(shmLeftoversProbe(), std::chrono::seconds(30));
    if (!output)
        return output.error();
    const std::optional<ShmLeftovers> answer = output->exitCode == 0 ? readShmLeftovers(output->out) : std::nullopt;
    return answer ? Result<ShmLeftovers>(*answer) : Result<ShmLeftovers>(noAnswer(u"sh"_s, *output));
}
