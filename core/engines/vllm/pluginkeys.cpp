#include "core/engines/vllm/pluginkeys.h"

#include "core/base/data.h"
#include "core/base/jsonplace.h"
#include "core/base/plaintext.h"
#include "core/recipes/artifactstext.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

using PluginSpans = QList<std::pair<qsizetype, qsizetype>>; // first and last of PluginBook::tags

bool isWithin(const PluginSpans &spans, qsizetype tag)
{
    return std::any_of(spans.begin(), spans.end(),
                       [tag](const auto &span) { return tag >= span.first && tag <= span.second; });
}

struct PluginBook
{
    QStringList tags, vllm;              // "v0.18.0" and the vLLM that it goes with, oldest first
    QHash<QString, PluginSpans> keys;
    QHash<QString, QString> now;         // the key that took its place
    QHash<QString, qsizetype> strict;    // the first that refuses what a block does not know
    QStringList open;
    QHash<QString, PluginSpans> connectors; // of --kv-transfer-config
    QStringList vllmConnectors;          // that vLLM itself has

    bool reads(const QString &key, qsizetype tag) const { return isWithin(keys.value(key), tag); }
    bool anyReads(const QString &key, const QList<qsizetype> &those) const
    {
        return std::any_of(those.begin(), those.end(), [&](qsizetype tag) { return reads(key, tag); });
    }
    // "a.b" of "a", as one of those has them; empty: any key is one
    QStringList keysOf(const QString &block, const QList<qsizetype> &those) const
    {
        const QString before = block.isEmpty() ? block : block + u'.';
        QStringList found;
        for (auto key = keys.cbegin(); key != keys.cend(); ++key) {
            if (key.key().startsWith(before) && !key.key().mid(before.size()).contains(u'.')
                && anyReads(key.key(), those))
                found << key.key();
        }
        found.sort();
        return found;
    }
};

PluginSpans pluginSpans(const Json &spans, const QStringList &tags)
{
    PluginSpans found;
    for (const Json &span : spans) {
        const QStringList ends = textsAt(Json{{"span", span}}, "span");
        found << std::pair(tags.indexOf(ends.value(0)), tags.indexOf(ends.value(1)));
    }
    return found;
}

const PluginBook &pluginBook()
{
    static const PluginBook book = [] {
        PluginBook made;
        const Result<Json> data = jsonDataFile(u"vllm-ascend-keys.json"_s);
        if (!data)
            return made;
        for (const Json &release : member(*data, "releases")) {
            made.tags << stringAt(release, "tag");
            made.vllm << stringAt(release, "vllm");
        }
        for (const auto &[key, facts] : member(*data, "keys").items()) {
            const QString name = QString::fromStdString(key);
            made.keys.insert(name, pluginSpans(member(facts, "in"), made.tags));
            if (const QString later = stringAt(facts, "now"); !later.isEmpty())
                made.now.insert(name, later);
        }
        for (const auto &[key, tag] : member(*data, "strict").items())
            made.strict.insert(QString::fromStdString(key), made.tags.indexOf(tag.get<QString>()));
        made.open = textsAt(*data, "open");
        for (const auto &[name, spans] : member(*data, "connectors").items())
            made.connectors.insert(QString::fromStdString(name), pluginSpans(spans, made.tags));
        made.vllmConnectors = textsAt(*data, "vllmConnectors");
        return made;
    }();
    return book;
}

QString lastPart(const QString &key)
{
    return key.section(u'.', -1);
}

// "v0.7.3 to v0.11.0, main"
QString pluginSpansText(const PluginBook &book, const PluginSpans &spans)
{
    QStringList texts;
    for (const auto &[first, last] : spans)
        texts << (first == last ? book.tags.value(first)
                                : ArtifactsText::tr("%1 to %2", "releases")
                                      .arg(book.tags.value(first), book.tags.value(last)));
    return texts.join(", "_L1);
}

bool isAnyWithin(const PluginSpans &spans, const QStringList &releases)
{
    return std::any_of(releases.cbegin(), releases.cend(), [&](const QString &release) {
        return isWithin(spans, pluginBook().tags.indexOf(release));
    });
}

// The same under another name or in another block, as one of those has it; empty: there is none.
QString placeThere(const PluginBook &book, const QString &key, const QList<qsizetype> &those)
{
    if (const QString now = book.now.value(key); book.anyReads(now, those))
        return now;
    QStringList places;
    for (auto other = book.keys.cbegin(); other != book.keys.cend(); ++other) {
        if (other.key() != key && lastPart(other.key()) == lastPart(key) && book.anyReads(other.key(), those))
            places << other.key();
    }
    // "enabled" is in every block
    return places.size() == 1 && !places.contains(key.section(u'.', 0, -2) + ".enabled"_L1) ? places.first()
                                                                                               : QString();
}

// "v0.18.0rc1" of itself and of an image's tag; "v": it says none. A final release's later build (0.23.0.post1) is that
// release.
QString pluginTag(const QString &told)
{
    static const QRegularExpression tag(u"(?:^|:)v?(\\d+(?:\\.\\d+)+(?:rc\\d+)?)(?:\\.?post\\d+)?(?![\\w.])"_s);
    return u"v"_s + tag.match(told.section(u'/', -1)).captured(1);
}

bool standsAtTheTop(const PluginBook &book, const Json &block, const QList<qsizetype> &those)
{
    if (!block.is_object() || block.empty())
        return false;
    for (const auto &[key, value] : block.items()) {
        if (!book.anyReads(QString::fromStdString(key), those))
            return false;
    }
    return true;
}

class PluginKeyReader
{
public:
    PluginKeyReader(const PluginBook &book, const QStringList &releases)
        : m_book(book)
        , m_isReleaseKnown(!releases.isEmpty())
    {
        for (const QString &release : releases)
            m_those << book.tags.indexOf(release);
        if (!m_isReleaseKnown)
            m_those << book.tags.size() - 1;
        m_names = releases.join(", "_L1);
    }

    void read(const QString &block, const Json &config, int depth)
    {
        const QStringList known = m_book.keysOf(block, m_those);
        if (!config.is_object() || known.isEmpty() || m_book.open.contains(block) || depth > 4)
            return;
        for (const auto &[name, value] : config.items()) {
            const QString part = QString::fromStdString(name), key = block.isEmpty() ? part : block + u'.' + part;
            if (known.contains(key))
                read(key, value, depth + 1);
            else
                m_faults << fault(block, key, value, known);
        }
    }

    QList<PluginKeyFault> faults() const { return m_faults; }

private:
    PluginKeyFault fault(const QString &block, const QString &key, const Json &value, const QStringList &known) const
    {
        using Kind = PluginKeyFault::Kind;
        const QString shown = shortened(key);
        const qsizetype refusing = m_book.strict.value(block, m_book.tags.size());
        const bool isRefused = std::all_of(m_those.begin(), m_those.end(),
                                           [refusing](qsizetype tag) { return tag >= refusing; });
        if (!block.isEmpty() && isRefused)
            return {Kind::Refused,
                    ArtifactsText::tr("%1 in --additional-config has no %2; it is refused")
                        .arg(block, shortened(lastPart(key)))};
        if (!m_book.keys.contains(key)) {
            const QString there = placeThere(m_book, key, m_those);
            QStringList parts;
            for (const QString &one : known)
                parts << lastPart(one);
            const QString near = nearestName(lastPart(key), parts);
            const QString text
                = ArtifactsText::tr("%1 in --additional-config is read by no release of vLLM-Ascend").arg(shown);
            return {Kind::Unknown,
                    !there.isEmpty() ? text + ArtifactsText::tr("; it stands as %1 there").arg(there)
                        : near.isEmpty() ? text
                                         : text + ArtifactsText::tr("; did you mean %1?").arg(near)};
        }
        const QString spans = pluginSpansText(m_book, m_book.keys.value(key));
        if (!m_isReleaseKnown)
            return {Kind::Ignored,
                    ArtifactsText::tr("%1 in --additional-config is read by vLLM-Ascend %2 only; others ignore it "
                                      "silently")
                        .arg(shown, spans)};
        const QString text = ArtifactsText::tr("%1 in --additional-config is silently ignored by vLLM-Ascend %2; it is "
                                               "read by %3")
                                 .arg(shown, m_names, spans);
        const QString there = placeThere(m_book, key, m_those);
        if (!there.isEmpty())
            return {Kind::Ignored, text + ArtifactsText::tr("; it stands as %1 there").arg(there)};
        return {Kind::Ignored,
                standsAtTheTop(m_book, value, m_those) ? text + ArtifactsText::tr("; its keys stand at the top there")
                                                       : text};
    }

    const PluginBook &m_book;
    const bool m_isReleaseKnown;
    QList<qsizetype> m_those;            // of PluginBook::tags
    QString m_names;
    QList<PluginKeyFault> m_faults;
};

} // namespace

QString pluginVllm(const QString &told)
{
    const qsizetype at = pluginBook().tags.indexOf(pluginTag(told));
    return at < 0 ? QString() : pluginBook().vllm[at];
}

QStringList pluginReleases(const QString &told, const QString &release)
{
    const PluginBook &book = pluginBook();
    const QString name = pluginTag(told);
    if (book.tags.contains(name) && (release.isEmpty() || book.vllm[book.tags.indexOf(name)] == release))
        return {name};
    QStringList found;
    for (qsizetype i = 0; i < book.tags.size(); ++i) {
        if (!release.isEmpty() && book.vllm[i] == release)
            found << book.tags[i];
    }
    return found;
}

QList<PluginKeyFault> pluginKeyFaults(const QStringList &arguments, const VllmFlags &flags, const QStringList &releases)
{
    const QStringList plain = vllmPlainArguments(arguments, flags);
    const qsizetype at = plain.lastIndexOf(u"--additional-config"_s);
    const QString text = plain.value(at + 1);
    const Result<Json> config
        = at < 0 ? Result<Json>(Json::object()) : parseJson(text.toUtf8(), u"--additional-config"_s);
    if (pluginBook().tags.isEmpty() || (!config && isFilledIn(text)))
        return {};
    if (!config || !config->is_object())
        return {{PluginKeyFault::Kind::Refused,
                 ArtifactsText::tr("--additional-config is no JSON object: vLLM takes the text, and vLLM-Ascend stops "
                                   "when it reads keys from it")}};
    PluginKeyReader reader(pluginBook(), releases);
    reader.read({}, *config, 0);
    return reader.faults();
}

bool pluginReads(const QString &key, const QStringList &releases)
{
    const PluginBook &book = pluginBook();
    return std::any_of(releases.cbegin(), releases.cend(),
                       [&](const QString &release) { return book.reads(key, book.tags.indexOf(release)); });
}

QString connectorFault(const QString &connector, const QStringList &releases)
{
    const PluginBook &book = pluginBook();
    const PluginSpans spans = book.connectors.value(connector);
    if (spans.isEmpty() || releases.isEmpty() || isAnyWithin(spans, releases))
        return {};
    return ArtifactsText::tr("--kv-transfer-config: kv_connector %1 is not in vLLM-Ascend %2; it is in %3")
        .arg(connector, releases.join(", "_L1), pluginSpansText(book, spans));
}

QString strangeConnector(const QString &connector)
{
    const PluginBook &book = pluginBook();
    QStringList known = book.connectors.keys() + book.vllmConnectors;
    known.sort();
    if (connector.isEmpty() || book.connectors.isEmpty() || known.contains(connector))
        return {};
    const QString near = nearestName(connector, known);
    const QString text = ArtifactsText::tr("--kv-transfer-config: kv_connector %1 is none of vLLM's or vLLM-Ascend's")
                             .arg(shortened(connector));
    return near.isEmpty() ? text : text + ArtifactsText::tr("; did you mean %1?").arg(near);
}

bool isInPluginSpans(const Json &spans, const QStringList &releases)
{
    return isAnyWithin(pluginSpans(spans, pluginBook().tags), releases);
}

QString pluginSpansTold(const Json &spans)
{
    return pluginSpansText(pluginBook(), pluginSpans(spans, pluginBook().tags));
}

bool isPluginKeyOf(const QString &key, const QStringList &releases)
{
    return isAnyWithin(pluginBook().keys.value(key), releases);
}

QStringList newestPlugins()
{
    return pluginBook().tags.mid(std::max<qsizetype>(0, pluginBook().tags.size() - 2));
}

QString pluginKeySource()
{
    return u"vllm_ascend/ascend_config.py"_s;
}
