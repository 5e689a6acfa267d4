#include "core/facts/weightsfacts.h"

#include "core/base/languages.h"
#include "core/facts/answerwords.h"
#include "core/shell/quote.h"

#include <QCoreApplication>
#include <QDir>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

struct Weights
{
    ASC_TR_FUNCTIONS(Weights)
};

// What keeps the asking user out is told as "#closed USER: reason": only what the system says is not there is missing.
// "." first; then size, mode, owner, name of each file, no folders; then the index's own words, without its megabytes
// of tensors; then size and name of what lies in subfolders.
const char *const listScript =
    "closed() { printf '#closed %s: %s\\n' \"$(id -un)\" \"$1\"; exit 0; }\n"
    "if ! cd -- \"$1\" 2>/dev/null; then\n"
    "  said=$(LC_ALL=C ls -dL -- \"$1/.\" 2>&1 >/dev/null)\n"
    "  case $said in\n"
    "    *'No such file or directory'|*'Not a directory') echo '#missing'; exit 0;;\n"
    "    *) closed \"${said##*: }\";;\n"
    "  esac\n"
    "fi\n"
    "[ -r . ] || closed 'Permission denied'\n"
    "stat -L -c '%s %a %u %n' -- .\n"
    "find -L . -maxdepth 1 -type f ! -name '.*' -exec stat -L -c '%s %a %u %n' -- {} + 2>/dev/null\n"
    "find . -maxdepth 1 -type l ! -name '.*' -exec sh -c 'for l; do"
    " printf \"#link %s\\t%s\\n\" \"${l#./}\" \"$(readlink -- \"$l\")\";"
    " [ -e \"$l\" ] || case $(LC_ALL=C ls -dL -- \"$l\" 2>&1) in *\"Permission denied\")"
    " printf \"#shut %s\\t%s\\n\" \"$(id -un)\" \"${l#./}\";; esac; done' sh {} + 2>/dev/null\n"
    "for index in *.safetensors.index.json; do\n"
    "  [ -f \"$index\" ] || continue\n"
    "  [ -r \"$index\" ] || closed \"$index: Permission denied\"\n"
    "  printf '#index %s\\n' \"$index\"\n"
    "  case $(tail -c 64 -- \"$index\" | tr -d ' \\t\\r\\n') in *'}') ;; *) echo '#cut';; esac\n"
    "  grep -o '\"total_size\"[^,}]*' -- \"$index\" | head -n 1\n"
    "  grep -o '\"[^\"]*\\.safetensors\"' -- \"$index\" | sort -u\n"
    "done\n"
    "find -L . -mindepth 2 -maxdepth 4 -path '*/.*' -prune -o -type f -exec stat -L -c '#below %s %n' -- {} +"
    " 2>/dev/null\n"
    "exit 0";

// "HEADER END NAME" for each shard: the header's length (as both processors of such nodes store it, little-endian) and
// the greatest end of a tensor in it. 100 MB is the longest header that safetensors takes.
// A model has some hundred shards, and ten processes for each were most of what all checks of a node cost. So the
// lengths of all are read at once, then their headers at once, as far as the longest goes; a place in that stream is a
// place in a shard, since each gives as many bytes. What is unusual (cut in its header, or longer than 4 MB) is read by
// itself, and so is everything where a shard could not be read to its end, or the tools know less than GNU's.
const char *const shardsScript
    = "cd -- \"$1\" 2>/dev/null || exit 0\n"
      "export LC_ALL=C\n"
      "one() {\n"
      "  head=$(od -An -v -tu8 -N8 -- \"$1\" 2>/dev/null | tr -d ' \\n')\n"
      "  case $head in ''|*[!0-9]*|??????????*) head=0;; esac\n"
      "  [ \"$head\" -le 100000000 ] || head=0\n"
      "  end=$(tail -c +9 -- \"$1\" 2>/dev/null | head -c \"$head\" | grep -a -o '\"data_offsets\"[^]\"]*' |"
      " sed 's/.*,//' | tr -d ' ' | sort -n | tail -n 1)\n"
      "  printf '%s %s %s\\n' \"$head\" \"${end:--1}\" \"$1\"\n"
      "}\n"
      "set --\n"
      "for shard in *.safetensors; do\n"
      "  [ -f \"$shard\" ] && [ -r \"$shard\" ] && set -- \"$@\" \"$shard\"\n"
      "done\n"
      "[ $# -gt 0 ] || exit 0\n"
      "table=$({ stat -L -c '%s %n' -- \"$@\"; echo '#'; head -q -c 8 -- \"$@\" | od -An -v -tu1; } 2>/dev/null |\n"
      "  awk '\n"
      "  BEGIN { n = m = at = want = 0 }\n"
      "  $0 == \"#\" { bytes = 1; next }\n"
      "  bytes { for (i = 1; i <= NF; i++) byte[m++] = $i; next }\n"
      "  { size[n] = $1 + 0; name[n++] = substr($0, length($1) + 2) }\n"
      "  END {\n"
      "    for (f = 0; f < n; f++) want += size[f] < 8 ? size[f] : 8\n"
      "    for (f = 0; f < n && m == want; f++) {\n"
      "      len = 0\n"
      "      for (i = size[f] < 8 ? -1 : 7; i >= 0; i--) len = len * 256 + byte[at + i]\n"
      "      at += size[f] < 8 ? size[f] : 8\n"
      "      usual = len > 0 && len <= 4194304 && size[f] >= 8 + len\n"
      "      printf \"%.0f %.0f %s\\n\", usual ? len : -1, size[f], name[f]\n"
      "    }\n"
      "  }')\n"
      "if [ -n \"$table\" ]; then set --; fi\n"
      "most=0\n"
      "while IFS=' ' read -r head size name; do\n"
      "  [ -n \"$name\" ] || continue\n"
      "  if [ \"$head\" -lt 0 ]; then one \"$name\"; continue; fi\n"
      "  [ \"$head\" -le \"$most\" ] || most=$head\n"
      "  set -- \"$@\" \"$name\"\n"
      "done <<END\n"
      "$table\n"
      "END\n"
      "[ $# -gt 0 ] || exit 0\n"
      "{ printf '%s\\n' \"$table\"; echo '#'\n"
      "  { head -q -c $((most + 8)) -- \"$@\" 2>/dev/null || echo '\"data_offsets\"bad'; } |\n"
      "    grep -a -b -o '\"data_offsets\"[^]\"]*'; } | awk -v most=\"$most\" '\n"
      "  BEGIN { n = f = begin[0] = 0 }\n"
      "  $0 == \"#\" { matches = 1; next }\n"
      "  !matches && NF > 2 && $1 >= 0 {\n"
      "    begin[n + 1] = begin[n] + ($2 < most + 8 ? $2 : most + 8)\n"
      "    name[n] = substr($0, length($1) + length($2) + 3); end[n] = -1; len[n++] = $1; next\n"
      "  }\n"
      "  !matches { next }\n"
      "  { seen = 1 }\n"
      "  /data_offsets\"bad/ { bad = 1; next }\n"
      "  {\n"
      "    at = $0 + 0; sub(/.*,/, \"\"); to = $0 + 0\n"
      "    while (f < n - 1 && at >= begin[f + 1]) f++\n"
      "    if (at - begin[f] < 8 + len[f] && to > end[f]) end[f] = to\n"
      "  }\n"
      "  END {\n"
      "    if (bad || !n || !seen) exit 1\n"
      "    for (f = 0; f < n; f++) printf \"%s %.0f %s\\n\", len[f], end[f], name[f]\n"
      "  }' || for shard; do one \"$shard\"; done";

const char *const digestScript = "cd -- \"$1\" 2>/dev/null || exit 0\n"
                                 "find -L . -maxdepth 4 -path '*/.*' -prune -o -type f -size -131072"
                                 " \\( -name '*.json' -o -name '*.txt' -o -name '*.model' -o -name '*.py' \\)"
                                 " -exec sha256sum -- {} +";

// Where a link in `folder` leads, by its own words.
QString placeOf(const QString &folder, const QString &link)
{
    return QDir::cleanPath(link.startsWith(u'/') ? link : folder + u'/' + link);
}

} // namespace

qint64 WeightsFacts::totalBytes() const
{
    qint64 total = 0;
    for (const WeightFile &file : files)
        total += file.sizeBytes;
    return total;
}

QStringList WeightsFacts::absent() const
{
    QStringList names;
    for (const QString &name : indexed) {
        if (const auto file = files.constFind(name); file == files.cend() || file->sizeBytes == 0)
            names << name;
    }
    return names;
}

QMap<QString, qint64> WeightsFacts::sizes() const
{
    QMap<QString, qint64> sizes = below;
    for (auto it = files.cbegin(); it != files.cend(); ++it)
        sizes.insert(it.key(), it->sizeBytes);
    return sizes;
}

QMap<QString, QString> WeightsFacts::linksAway(const QString &folder, const QStringList &places) const
{
    QStringList seen{folder};
    seen += places;
    QMap<QString, QString> away;
    for (auto link = links.cbegin(); link != links.cend(); ++link) {
        const QString target = placeOf(folder, link.value());
        const bool isSeen = std::any_of(seen.cbegin(), seen.cend(), [&](const QString &place) {
            const QString clean = QDir::cleanPath(place);
            return target.startsWith(clean.endsWith(u'/') ? clean : clean + u'/');
        });
        if (!isSeen)
            away.insert(link.key(), target);
    }
    return away;
}

qint64 WeightsFacts::indexedBytes() const
{
    qint64 bytes = 0;
    for (const QString &name : indexed)
        bytes += files.value(name).sizeBytes;
    return bytes;
}

std::optional<qint64> WeightsFacts::tensorBytes() const
{
    qint64 shards = 0;
    for (auto it = files.cbegin(); it != files.cend(); ++it)
        shards += it.key().endsWith(".safetensors"_L1) ? it->sizeBytes : 0;
    const double told = double(indexedTotalBytes.value_or(0)), most = shards > 0 ? 4 * double(shards) : 1e15;
    if (told > 0 && told > 0.9 * double(shards) && told < most)
        return indexedTotalBytes;
    return shards > 0 ? std::optional(shards) : std::nullopt;
}

QStringList weightsProbe(const QString &folder)
{
    return {u"sh"_s, u"-c"_s, QString::fromLatin1(listScript), u"weights"_s, folder};
}

QStringList shardsProbe(const QString &folder)
{
    return {u"sh"_s, u"-c"_s, QString::fromLatin1(shardsScript), u"shards"_s, folder};
}

QStringList digestsProbe(const QString &folder)
{
    return {u"sh"_s, u"-c"_s, QString::fromLatin1(digestScript), u"weights"_s, folder};
}

WeightsFacts readWeightsProbe(const QByteArray &text)
{
    WeightsFacts facts;
    facts.exists = true;
    static const QRegularExpression file(u"^(\\d+) ([0-7]{1,4}) (\\d+) (?:\\./)?(.+)$"_s);
    static const QRegularExpression total(u"^\"total_size\"\\s*:\\s*(\\d+)"_s);
    bool inIndex = false;
    for (const QString &line : QString::fromUtf8(text).split(u'\n')) {
        if (line == u"#missing")
            return {};
        if (line.startsWith(u"#below "_s)) {
            const QString path = line.section(u' ', 2);
            facts.below.insert(path.startsWith("./"_L1) ? path.mid(2) : path, line.section(u' ', 1, 1).toLongLong());
        } else if (line.startsWith(u"#link "_s)) {
            facts.links.insert(line.mid(6).section(u'\t', 0, 0), line.section(u'\t', 1));
        } else if (line.startsWith(u"#shut "_s)) {
            facts.shutTo = line.mid(6).section(u'\t', 0, 0);
            facts.shut = line.section(u'\t', 1);
        } else if (line.startsWith(u"#index "_s)) {
            inIndex = facts.indexFile.isEmpty(); // of several indexes, the first in the folder's order
            if (inIndex)
                facts.indexFile = line.mid(7);
        } else if (inIndex) {
            if (line == u"#cut")
                facts.isIndexCut = true;
            else if (const auto match = total.match(line); match.hasMatch())
                facts.indexedTotalBytes = match.captured(1).toLongLong();
            else if (line.size() > 2 && line.startsWith(u'"') && line.endsWith(u'"'))
                facts.indexed << line.mid(1, line.size() - 2);
        } else if (const auto match = file.match(line); match.hasMatch()) {
            const WeightFile one{match.captured(1).toLongLong(), match.captured(2).toInt(nullptr, 8),
                                 match.captured(3).toLongLong()};
            if (match.captured(4) == u".")
                facts.folderMode = one.mode;
            else
                facts.files.insert(match.captured(4), one);
        }
    }
    return facts;
}

static Error closedTo(const QString &user, const QString &path, const QString &why)
{
    return keptOut(Weights::tr("%1 may not be read by %2 (%3), so it is not known what is in it").arg(path, user, why),
                   Weights::tr("Log in as a user who may read it (for example root), or let its owner give %1 the "
                               "right: `chgrp -R GROUP %2` with a group of %1's for GROUP, "
                               "then `chmod -R g+rX %2`; the folders above it need g+x as well.")
                       .arg(user, quoted(path)));
}

Result<WeightsFacts> weightsFacts(NodeProbe &probe, const QString &folder)
{
    const QStringList question = weightsProbe(folder);
    const Result<CommandOutput> output = probe.ask(question, std::chrono::seconds(30));
    if (!output)
        return output.error();
    if (const auto known = probe.reading<WeightsFacts>(question))
        return *known;
    static const QRegularExpression closed(u"^#closed ([^:\\n]*): (?:(.+): )?([^\\n]*)$"_s,
                                           QRegularExpression::MultilineOption);
    if (const auto match = closed.match(textOf(output->out)); match.hasMatch())
        return closedTo(match.captured(1), match.captured(2).isEmpty() ? folder : folder + u'/' + match.captured(2),
                        match.captured(3));
    const WeightsFacts facts = readWeightsProbe(output->out);
    if (!facts.shut.isEmpty())
        return closedTo(facts.shutTo, placeOf(folder, facts.links.value(facts.shut)), u"Permission denied"_s);
    probe.keepReading(question, facts);
    return facts;
}

Result<QMap<QString, ShardHeader>> shardHeaders(NodeProbe &probe, const QString &folder)
{
    const Result<CommandOutput> output = probe.ask(shardsProbe(folder), std::chrono::seconds(60));
    if (!output)
        return output.error();
    QMap<QString, ShardHeader> headers;
    static const QRegularExpression line(u"^(\\d+) (-1|\\d+) (.+)$"_s, QRegularExpression::MultilineOption);
    auto matches = line.globalMatch(textOf(output->out));
    while (matches.hasNext()) {
        const auto match = matches.next();
        headers.insert(match.captured(3), {match.captured(1).toLongLong(), match.captured(2).toLongLong()});
    }
    return headers;
}

Result<QMap<QString, QString>> weightsDigests(NodeProbe &probe, const QString &folder)
{
    const Result<CommandOutput> output = probe.ask(digestsProbe(folder), std::chrono::seconds(60));
    if (!output)
        return output.error();
    QMap<QString, QString> digests;
    static const QRegularExpression line(u"^([0-9a-f]{64})\\s+\\*?(?:\\./)?(.+)$"_s,
                                         QRegularExpression::MultilineOption);
    auto matches = line.globalMatch(textOf(output->out));
    while (matches.hasNext()) {
        const auto match = matches.next();
        digests.insert(match.captured(2), match.captured(1));
    }
    return digests;
}

Result<Json> weightsConfig(NodeProbe &probe, const QString &folder)
{
    const QString path = folder + u"/config.json"_s;
    const Result<CommandOutput> output = probe.ask({u"cat"_s, path});
    if (!output)
        return output.error();
    if (isKeptOut(*output)) {
        const Result<CommandOutput> id = probe.ask({u"id"_s, u"-un"_s});
        return closedTo(id && id->exitCode == 0 ? textOf(id->out) : Weights::tr("this user"), path,
                        u"Permission denied"_s);
    }
    if (output->exitCode != 0)
        return Error{ErrorKind::CommandFailed,
                     Weights::tr("%1 cannot be read: %2").arg(path, textOf(output->err)),
                     {},
                     {}};
    return parseJson(output->out, path);
}

ModelFiles modelFiles(NodeProbe &probe, const QString &folder)
{
    ModelFiles files;
    if (const Result<WeightsFacts> weights = weightsFacts(probe, folder); weights && weights->exists)
        files.tensorBytes = weights->tensorBytes();
    if (const Result<Json> config = weightsConfig(probe, folder))
        files.config = *config;
    return files;
}
