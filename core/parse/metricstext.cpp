#include "core/parse/metricstext.h"

#include "core/parse/text.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;
using namespace parse;

namespace {

bool isNameStart(QChar c)
{
    return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || c == u'_' || c == u':';
}

bool isNameCharacter(QChar c)
{
    return isNameStart(c) || (c >= u'0' && c <= u'9');
}

// The value of a sample: decimal, exponent, NaN, Inf. nullopt: not a number.
std::optional<double> sampleValue(QStringView token)
{
    const QString text = token.toString().toLower();
    if (text == u"nan")
        return std::numeric_limits<double>::quiet_NaN();
    if (text == u"+inf" || text == u"inf" || text == u"+infinity" || text == u"infinity")
        return std::numeric_limits<double>::infinity();
    if (text == u"-inf" || text == u"-infinity")
        return -std::numeric_limits<double>::infinity();
    if (text.isEmpty() || !std::all_of(text.begin(), text.end(), [](QChar c) {
            return (c >= u'0' && c <= u'9') || c == u'.' || c == u'e' || c == u'+' || c == u'-';
        }))
        return std::nullopt;
    bool ok = false;
    const double value = text.toDouble(&ok);
    return ok ? std::optional(value) : std::nullopt;
}

class LineReader
{
public:
    explicit LineReader(QStringView line) : m_line(line) {}

    bool elided = false;

    QString name()
    {
        const qsizetype start = m_at;
        if (m_at < m_line.size() && isNameStart(m_line[m_at])) {
            while (m_at < m_line.size() && isNameCharacter(m_line[m_at]))
                ++m_at;
        }
        return m_line.mid(start, m_at - start).toString();
    }

    void skipBlanks()
    {
        while (m_at < m_line.size() && (m_line[m_at] == u' ' || m_line[m_at] == u'\t'))
            ++m_at;
    }

    bool take(QChar c)
    {
        if (m_at >= m_line.size() || m_line[m_at] != c)
            return false;
        ++m_at;
        return true;
    }

    QStringView word()
    {
        const qsizetype start = m_at;
        while (m_at < m_line.size() && !m_line[m_at].isSpace())
            ++m_at;
        return m_line.mid(start, m_at - start);
    }

    QStringView rest() const { return m_line.mid(m_at); }

    // After '{': up to and with '}'.
    bool labels(QMap<QString, QString> *out, QString *quotedName)
    {
        for (;;) {
            skipBlanks();
            if (take(u'}'))
                return true;
            if (rest().startsWith(u"...") || rest().startsWith(QChar(0x2026))) {
                m_at += rest().startsWith(u"...") ? 3 : 1;
                elided = true;
            } else if (rest().startsWith(u'"')) { // OpenMetrics 2: {"name.with.dots", a="b"}
                QString text;
                if (!quoted(&text))
                    return false;
                skipBlanks();
                if (take(u'=')) {
                    skipBlanks();
                    QString value;
                    if (!quoted(&value))
                        return false;
                    out->insert(text, value);
                } else {
                    *quotedName = text;
                }
            } else {
                const QString key = name();
                if (key.isEmpty())
                    return false;
                skipBlanks();
                if (!take(u'='))
                    return false;
                skipBlanks();
                QString value;
                if (!quoted(&value))
                    return false;
                out->insert(key, value);
            }
            skipBlanks();
            if (take(u'}'))
                return true;
            if (!take(u','))
                return false;
        }
    }

private:
    bool quoted(QString *out)
    {
        if (!take(u'"'))
            return false;
        while (m_at < m_line.size()) {
            const QChar c = m_line[m_at++];
            if (c == u'"')
                return true;
            if (c == u'\\' && m_at < m_line.size()) {
                const QChar escaped = m_line[m_at++];
                if (escaped == u'n')
                    *out += u'\n';
                else if (escaped == u'\\' || escaped == u'"')
                    *out += escaped;
                else
                    *out += QString(c) + escaped;
            } else {
                *out += c;
            }
        }
        return false;
    }

    QStringView m_line;
    qsizetype m_at = 0;
};

std::optional<MetricSample> sampleOf(QStringView line, bool openMetrics, bool *elided)
{
    LineReader reader(line);
    MetricSample sample;
    sample.name = reader.name();
    reader.skipBlanks();
    if (reader.take(u'{') && !reader.labels(&sample.labels, &sample.name))
        return std::nullopt;
    if (sample.name.isEmpty())
        return std::nullopt;
    reader.skipBlanks();
    const std::optional<double> value = sampleValue(reader.word());
    if (!value)
        return std::nullopt;
    sample.value = *value;
    reader.skipBlanks();
    if (!reader.rest().isEmpty() && !reader.rest().startsWith(u'#')) {
        const std::optional<double> time = sampleValue(reader.word());
        if (!time)
            return std::nullopt;
        const double ms = *time * (openMetrics ? 1000 : 1);
        if (std::isfinite(ms) && std::abs(ms) < 9e15)
            sample.timestampMs = qint64(std::llround(ms));
        reader.skipBlanks();
        if (!reader.rest().isEmpty() && !reader.rest().startsWith(u'#')) // "# {...} 0.5": an exemplar, not kept
            return std::nullopt;
    }
    *elided |= reader.elided;
    return sample;
}

// Which samples belong to a declared family besides those of its own name.
bool isMember(const MetricFamily &family, const QString &sample)
{
    if (!sample.startsWith(family.name))
        return false;
    const QString suffix = sample.mid(family.name.size());
    if (suffix.isEmpty())
        return true;
    if (family.type == u"histogram" || family.type == u"gaugehistogram")
        return suffix == u"_bucket" || suffix == u"_sum" || suffix == u"_count" || suffix == u"_created"
            || suffix == u"_gsum" || suffix == u"_gcount";
    if (family.type == u"summary")
        return suffix == u"_sum" || suffix == u"_count" || suffix == u"_created";
    if (family.type == u"counter")
        return suffix == u"_total" || suffix == u"_created";
    return family.type == u"info" && suffix == u"_info";
}

QString unescapedHelp(QStringView text)
{
    QString help;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] == u'\\' && i + 1 < text.size() && (text[i + 1] == u'n' || text[i + 1] == u'\\'))
            help += text[++i] == u'n' ? u'\n' : u'\\';
        else
            help += text[i];
    }
    return help;
}

class MetricsReader
{
public:
    MetricsText text;
    int good = 0, comments = 0;

    void read(const QStringList &lines)
    {
        const bool openMetrics
            = std::any_of(lines.begin(), lines.end(), [](const QString &line) { return line.trimmed() == u"# EOF"; });
        for (const QString &raw : lines) {
            const QString line = raw.trimmed();
            if (line.isEmpty())
                continue;
            if (line.startsWith(u'#')) {
                readComment(line);
            } else if (const auto sample = sampleOf(line, openMetrics, &text.elided)) {
                familyFor(sample->name).samples << *sample;
                ++good;
            } else {
                ++text.malformedLines;
            }
        }
    }

private:
    void readComment(const QString &line)
    {
        const QString body = line.mid(1).trimmed();
        const QString word = body.section(u' ', 0, 0);
        if (word != u"HELP" && word != u"TYPE" && word != u"UNIT")
            return;
        const QString name = body.section(u' ', 1, 1);
        if (name.isEmpty())
            return;
        ++comments;
        MetricFamily &family = declared(name);
        if (word == u"TYPE")
            family.type = body.section(u' ', 2, 2).toLower();
        else if (word == u"HELP")
            family.help = unescapedHelp(body.section(u' ', 2));
    }

    MetricFamily &declared(const QString &name)
    {
        const auto it = m_index.constFind(name);
        if (it != m_index.cend()) {
            m_current = *it;
        } else {
            m_current = text.families.size();
            m_index.insert(name, m_current);
            text.families << MetricFamily{name, {}, {}, {}};
        }
        return text.families[m_current];
    }

    MetricFamily &familyFor(const QString &sample)
    {
        if (m_current >= 0 && isMember(text.families[m_current], sample))
            return text.families[m_current];
        for (const QLatin1String suffix :
             {QLatin1String(), "_bucket"_L1, "_sum"_L1, "_count"_L1, "_total"_L1, "_created"_L1, "_info"_L1}) {
            if (!sample.endsWith(suffix))
                continue;
            const auto it = m_index.constFind(sample.chopped(suffix.size()));
            if (it != m_index.cend() && isMember(text.families[*it], sample))
                return text.families[*it];
        }
        return declared(sample);
    }

    QHash<QString, qsizetype> m_index;
    qsizetype m_current = -1;
};

Json numberJson(double value)
{
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

QString specialText(double value)
{
    return std::isnan(value) ? u"NaN"_s : value > 0 ? u"+Inf"_s : u"-Inf"_s;
}

Json labelsJson(const QMap<QString, QString> &labels)
{
    Json json = Json::object();
    for (auto it = labels.cbegin(); it != labels.cend(); ++it)
        json[it.key().toStdString()] = it.value();
    return json;
}

} // namespace

const MetricFamily *MetricsText::family(const QString &name) const
{
    const auto it
        = std::find_if(families.begin(), families.end(), [&name](const MetricFamily &f) { return f.name == name; });
    return it == families.end() ? nullptr : &*it;
}

Result<MetricsText> parseMetrics(const QByteArray &bytes)
{
    const WholeLines lines = wholeLines(bytes); // the format ends each line, the last one too
    MetricsReader reader;
    reader.read(lines.lines);
    reader.text.truncated = lines.isCut;
    const bool enough = reader.good > 0 ? reader.text.malformedLines * 4 <= reader.good + reader.comments
                                        : reader.comments > 0 && reader.text.malformedLines == 0;
    if (!enough)
        return notThisKind(u"a /metrics endpoint"_s, lines);
    return reader.text;
}

QList<MetricHistogram> histogramsOf(const MetricFamily &family)
{
    QList<MetricHistogram> histograms;
    const auto at = [&histograms](const QMap<QString, QString> &labels) -> MetricHistogram & {
        for (MetricHistogram &histogram : histograms) {
            if (histogram.labels == labels)
                return histogram;
        }
        histograms << MetricHistogram{labels, {}, 0, 0};
        return histograms.last();
    };
    for (const MetricSample &sample : family.samples) {
        QMap<QString, QString> labels = sample.labels;
        const QString bound = labels.take(u"le"_s);
        if (sample.name.endsWith(u"_bucket")) {
            if (const auto le = sampleValue(bound); le && !std::isnan(*le))
                at(labels).buckets << std::pair(*le, sample.value);
        } else if (sample.name.endsWith(u"_sum")) {
            at(labels).sum = sample.value;
        } else if (sample.name.endsWith(u"_count")) {
            at(labels).count = sample.value;
        }
    }
    histograms.removeIf([](const MetricHistogram &h) { return h.buckets.isEmpty(); });
    for (MetricHistogram &histogram : histograms)
        std::stable_sort(histogram.buckets.begin(), histogram.buckets.end(),
                         [](const auto &a, const auto &b) { return a.first < b.first; });
    return histograms;
}

Json toJson(const MetricsText &metrics)
{
    Json families = Json::array();
    for (const MetricFamily &family : metrics.families) {
        Json samples = Json::array();
        for (const MetricSample &sample : family.samples) {
            Json json
                = {{"name", sample.name}, {"labels", labelsJson(sample.labels)}, {"value", numberJson(sample.value)}};
            if (!std::isfinite(sample.value))
                json["text"] = specialText(sample.value); // JSON has no NaN and no infinity
            if (sample.timestampMs)
                json["timestampMs"] = *sample.timestampMs;
            samples.push_back(json);
        }
        families.push_back({{"name", family.name},
                            {"type", family.type.isEmpty() ? Json(nullptr) : Json(family.type)},
                            {"help", family.help.isEmpty() ? Json(nullptr) : Json(family.help)},
                            {"samples", samples}});
    }
    return {{"families", families},
            {"malformedLines", metrics.malformedLines},
            {"elided", metrics.elided},
            {"truncated", metrics.truncated}};
}
