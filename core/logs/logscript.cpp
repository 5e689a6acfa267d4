#include "core/logs/logscript.h"

using namespace Qt::StringLiterals;

namespace {

// In the container. $1: seconds to follow, $2: bytes of a file's end, $3: ";inode:offset;" of what was read, $4: the
// service's file, then folders. Every tenth second it looks for new files. A link in the place of the service's file is
// followed within its folder only: whoever may write in the container may plant one, and this is read as root. `find`
// follows none. What is not read is told: "L path<tab>where it leads".
const QString inside
    = u"LC_ALL=C; export LC_ALL; s=$1 tail=$2 known=$3 first=$4; shift 4; n=0; IFS='\n'; set -f\n"
      "d=${first%/*}; told() { printf '\\036ASC L %s\\t%s\\n' \"$1\" "
      "\"$(readlink -n -- \"$1\" | tr '\\n\\t\\036' '   ')\"; }\n"
      "printf '\\036ASC Z %s\\n' \"$(date +%z)\"\n"
      "while :; do\n"
      "  if [ $((n % 10)) -eq 0 ]; then for f; do [ ! -h \"$f\" ] || told \"$f\"; done; files=$(\n"
      "    find \"$@\" -type f -name '*.log' -mmin -2880 -exec stat -c '%Y %n' {} + 2>/dev/null |\n"
      "      sort -rn | head -n 24 | cut -d' ' -f2-); fi\n"
      "  more=0 f=$first\n"
      "  if [ -h \"$d\" ]; then told \"$d\"; f=\n"
      "  elif [ -h \"$f\" ]; then case $(readlink -f -- \"$f\") in \"$(readlink -f -- \"$d\")\"/*) ;;\n"
      "    *) told \"$f\"; f=;; esac\n"
      "  elif [ -e \"$f\" ] && [ ! -f \"$f\" ]; then told \"$f\"; f=; fi\n"
      "  for l in $(stat -L -c '%i %s %Y %n' -- $f $files 2>/dev/null); do\n"
      "    i=${l%% *} r=${l#* }; z=${r%% *} r=${r#* }; m=${r%% *} f=${r#* }\n"
      "    case $known in\n"
      "      *\";$i:\"*) o=${known#*\";$i:\"}; o=${o%%\";\"*} b=${known#*\";$i:\"};\n"
      "        known=\"${known%%\";$i:\"*};${b#*\";\"}\";;\n"
      "      *) o=0; [ \"$z\" -le \"$tail\" ] || o=$((z - tail));;\n"
      "    esac\n"
      "    [ \"$z\" -ge \"$o\" ] || o=0\n"
      "    w=$((z - o)); [ \"$w\" -le 262144 ] || { w=262144; more=1; }\n"
      "    known=\"$known$i:$((o + w));\"; [ \"$w\" -gt 0 ] || continue\n"
      "    printf '\\036ASC F %s %s %s %s %s\\n' \"$i\" \"$o\" \"$w\" \"$m\" \"$f\"\n"
      "    tail -c \"+$((o + 1))\" -- \"$f\" 2>/dev/null | head -c \"$w\"\n"
      "    printf '\\n\\036END\\n'\n"
      "  done\n"
      "  [ \"$more\" -eq 0 ] || continue\n"
      "  n=$((n + 1)); [ \"$n\" -le \"$s\" ] || exit 0\n"
      "  printf '\\036ASC B\\n'; sleep 1\n"
      "done\n"_s;

// On the node. $1: engine, $2: container, $3: seconds, $4: lines of the container's, $5: since then, $6: the script
// above, the rest is for that.
const QString outside
    = u"LC_ALL=C; export LC_ALL; e=$1 c=$2 s=$3 lines=$4 since=$5 inner=$6; shift 6\n"
      "up=0; read -r up rest 2>/dev/null </proc/uptime\n"
      "k=$({ dmesg -x 2>/dev/null || dmesg 2>/dev/null; } | tail -n 1000 | tail -c 200000)\n"
      "printf '\\036ASC K %s %s\\n%s\\n\\036END\\n' \"${#k}\" \"${up:-0}\" \"$k\"\n"
      "[ -n \"$c\" ] || exit 0\n"
      "set -- sh -c \"$inner\" sh \"$s\" \"$@\"\n"
      "l=--tail=$lines; [ -z \"$since\" ] || l=--since=$since\n"
      "if [ \"$s\" -gt 0 ]; then timeout \"$s\" \"$e\" logs -f --timestamps \"$l\" \"$c\" >&2 &\n"
      "else \"$e\" logs --timestamps \"$l\" \"$c\" >&2 & fi\n"
      "p=$!; \"$e\" exec \"$c\" \"$@\"; x=$?\n"
      "[ \"$s\" -eq 0 ] || kill \"$p\" 2>/dev/null\n"
      "wait \"$p\" 2>/dev/null; exit \"$x\"\n"_s;

} // namespace

LogQuestion logQuestion(const std::optional<Launch> &launch)
{
    if (!launch)
        return {};
    // MindIE's own and CANN's (mindie.md "logs", env-vars.md ASCEND_PROCESS_LOG_PATH)
    return {launch->runtime, launch->container, launch->logPath, launch->process.name,
            {u"/root/mindie/log"_s, u"/root/atb/log"_s, u"/root/ascend/log"_s}};
}

QStringList logArgv(const LogQuestion &question, const LogRound &round)
{
    QString known = u";"_s;
    for (auto it = round.known.cbegin(); it != round.known.cend(); ++it)
        known += u"%1:%2;"_s.arg(it.key()).arg(it.value());
    return QStringList{u"sh"_s,
                       u"-c"_s,
                       outside,
                       u"sh"_s,
                       question.runtime,
                       question.container,
                       QString::number(round.follows.count()),
                       QString::number(round.tailLines),
                       QString::fromLatin1(round.since),
                       inside,
                       QString::number(round.tailBytes),
                       known,
                       question.file}
        + question.folders;
}
