#include "core/engines/vllm/vllmflags.h"

#include "core/base/data.h"
#include "core/recipes/artifactstext.h"

#include <QMutex>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace {

const Result<Json> &flagData()
{
    static const Result<Json> data = jsonDataFile(u"vllm-flags.json"_s);
    return data;
}

QString choiceText(const Json &choice)
{
    return choice.is_string() ? choice.get<QString>() : QString::fromStdString(choice.dump());
}

QStringList spellings(const VllmFlag &flag, const QStringList &aliases)
{
    QStringList all{flag.name};
    all << aliases;
    if (flag.hasNo)
        all << u"--no-"_s + flag.name.mid(2);
    return all;
}

// Underscores are dashes up to the first dot; what follows a dot belongs to the value of a JSON flag.
QString dashed(const QString &name)
{
    const qsizetype dot = name.indexOf(u'.'), end = dot < 0 ? name.size() : dot;
    return name.startsWith("--"_L1) ? name.left(end).replace(u'_', u'-') + name.mid(end) : name;
}

// A number as a value: "-1".
bool isFlag(const QString &word)
{
    bool isNumber = false;
    word.toDouble(&isNumber);
    return word.size() > 1 && word.startsWith(u'-') && !isNumber;
}

bool isLevel(const QString &word)
{
    return word.size() == 1 && word[0] >= u'0' && word[0] <= u'3';
}

constexpr qsizetype deepestPart = 32; // keys of "--flag.a.b"; no class of vLLM's has more than three

// {"a": {"b": value}} of "a.b"; a later value goes over an earlier one.
void putPart(Json &into, const QStringList &keys, const Json &value)
{
    Json *at = &into;
    for (const QString &key : keys) {
        if (!at->is_object())
            *at = Json::object();
        at = &(*at)[key.toStdString()];
    }
    if (at->is_object() && value.is_object())
        at->update(value);
    else
        *at = value;
}

// The words as FlexibleArgumentParser hands them to argparse: "-O3" as two, "--flag.key value" gathered behind all.
QStringList rewritten(const QStringList &arguments, const VllmFlags &flags)
{
    const QString level = flags.bySpelling.contains(u"--optimization-level"_s) ? u"--optimization-level"_s : u"-O"_s;
    QStringList words;
    QList<std::pair<QString, Json>> parts; // in the order in which the flags came
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        const QString &word = arguments[i];
        if (!isFlag(word)) {
            words << word;
            continue;
        }
        const qsizetype equals = word.indexOf(u'=');
        const QString name = dashed(equals < 0 ? word : word.left(equals));
        if (word.startsWith("-O"_L1) && word.size() > 2 && word[2] != u'.') {
            words << level << word.mid(word[2] == u'=' ? 3 : 2);
        } else if (word == "-O"_L1 && isLevel(arguments.value(i + 1))) {
            words << level;
        } else if (flags.takesParts && name.contains(u'.') && name.count(u'.') <= deepestPart
                   && (equals >= 0 || i + 1 < arguments.size())) {
            const QString text = equals >= 0 ? word.mid(equals + 1) : arguments[++i];
            QStringList keys = name.split(u'.');
            const QString flag = keys.takeFirst();
            Json value = text.toStdString();
            if (keys.last().endsWith(u'+')) { // a list
                keys.last().chop(1);
                value = Json::array();
                for (const QString &one : text.split(u','))
                    value.push_back(one.toStdString());
            } else if (const Result<Json> json = parseJson(text.toUtf8(), flag)) {
                value = *json;
            }
            auto its = std::find_if(parts.begin(), parts.end(), [&](const auto &part) { return part.first == flag; });
            if (its == parts.end())
                its = parts.insert(parts.end(), {flag, Json::object()});
            putPart(its->second, keys, value);
        } else {
            words << (equals < 0 ? name : name + word.mid(equals));
        }
    }
    for (const auto &[flag, json] : parts)
        words << flag << QString::fromUtf8(compactJson(json));
    return words;
}

// One flag of the command line with what stands behind it, as argparse gives them to each other.
struct Taken
{
    QStringList words; // as they came from rewritten()
    std::optional<VllmFlag> flag; // nullopt: a word by itself, or a flag that is not known
    QString spelling; // in full: "--no-enable-prefix-caching"
    QStringList values;
    QStringList choices; // flags that it may be the beginning of, where there are several
    bool isHelp = false; // vLLM prints its options and ends
};

// By its name, or by a beginning that only one flag has (argparse's allow_abbrev); "-n2" is "-n 2".
Taken named(const QString &word, const VllmFlags &flags)
{
    const qsizetype equals = word.indexOf(u'=');
    const QString name = equals < 0 ? word : word.left(equals);
    Taken taken{{word}, {}, {}, equals < 0 ? QStringList() : QStringList{word.mid(equals + 1)}, {}, false};
    if (const auto exact = flags.bySpelling.constFind(name); exact != flags.bySpelling.cend()) {
        taken.flag = *exact;
        taken.spelling = name;
        return taken;
    }
    QStringList possible;
    for (auto it = flags.bySpelling.cbegin(); it != flags.bySpelling.cend(); ++it) {
        if (it.key().startsWith(name))
            possible << it.key();
    }
    for (const QString &help : {u"--help"_s, u"-h"_s}) {
        if (help.startsWith(name))
            possible << help;
    }
    const QString letter = name.left(2);
    const bool isLetter = name.size() > 2 && name[1] != u'-' && flags.bySpelling.contains(letter);
    if (isLetter)
        possible << letter;
    possible.sort();
    if (possible.size() > 1) {
        taken.choices = possible;
    } else if (!possible.isEmpty() && !flags.bySpelling.contains(possible.first())) {
        taken.isHelp = true;
    } else if (!possible.isEmpty()) {
        taken.spelling = possible.first();
        taken.flag = flags.bySpelling.value(taken.spelling);
        if (isLetter)
            taken.values = {word.mid(2)};
    }
    return taken;
}

QList<Taken> takenOf(const QStringList &arguments, const VllmFlags &flags)
{
    const QStringList words = rewritten(arguments, flags);
    QList<Taken> all;
    for (qsizetype i = 0; i < words.size(); ++i) {
        if (!isFlag(words[i])) {
            all << Taken{{words[i]}, {}, {}, {}, {}, false};
            continue;
        }
        Taken taken = named(words[i], flags);
        const bool isSwitch
            = taken.isHelp || (taken.flag && taken.flag->type == "bool"_L1 && !taken.flag->isOptional);
        const bool takesMany = !taken.flag || taken.flag->type == "list"_L1;
        const bool hasOwn = !taken.values.isEmpty();
        while (!isSwitch && !hasOwn && i + 1 < words.size() && !isFlag(words[i + 1])
               && (takesMany || taken.values.isEmpty())) {
            taken.values << words[++i];
            taken.words << words[i];
        }
        all << taken;
    }
    return all;
}

const QRegularExpression &humanNumber()
{
    static const QRegularExpression shape(u"^(\\d+(?:\\.\\d+)?)([kKmMgG])$"_s);
    return shape;
}

QString boundComplaint(const VllmBounds &bounds, double number)
{
    if (bounds.atLeast && number < *bounds.atLeast)
        return u"input should be greater than or equal to %1"_s.arg(*bounds.atLeast);
    if (bounds.above && number <= *bounds.above)
        return u"input should be greater than %1"_s.arg(*bounds.above);
    if (bounds.atMost && number > *bounds.atMost)
        return u"input should be less than or equal to %1"_s.arg(*bounds.atMost);
    if (bounds.below && number >= *bounds.below)
        return u"input should be less than %1"_s.arg(*bounds.below);
    return {};
}

QString integerComplaint(const VllmFlag &flag, const QString &value)
{
    const QString text = value.trimmed();
    if (flag.takesAuto && text.toLower() == "auto"_L1)
        return {};
    const QRegularExpressionMatch human = humanNumber().match(text);
    if (flag.isHuman && human.hasMatch() && human.captured(2)[0].isUpper() && text.contains(u'.'))
        return u"Decimals are not allowed with binary suffixes like %1. Did you mean to use %2%3 instead?"_s.arg(
            human.captured(2), human.captured(1), human.captured(2).toLower());
    const std::optional<qint64> number = !flag.isHuman && human.hasMatch() ? std::nullopt : vllmInteger(text);
    if (!number)
        return u"invalid %1 value: '%2'"_s.arg(!flag.isHuman        ? u"int"_s
                                                   : flag.takesAuto ? u"human_readable_int_or_auto"_s
                                                                    : u"human_readable_int"_s,
                                               value);
    return boundComplaint(flag.bounds, double(*number));
}

QString valueComplaint(const VllmFlag &flag, const QString &value, const VllmFlags &flags)
{
    if (flag.takesNone && (value == "None"_L1 || value.isEmpty()))
        return {};
    if (flag.type == "int"_L1)
        return integerComplaint(flag, value);
    if (flag.type == "float"_L1) {
        bool isNumber = false;
        const double number = value.trimmed().toDouble(&isNumber);
        return isNumber ? boundComplaint(flag.bounds, number) : u"invalid float value: '%1'"_s.arg(value);
    }
    // vLLM-Ascend adds it to vLLM's list, from its first release on (vllm_ascend/platform.py, pre_register_and_update)
    const bool isAdded = flag.name == "--quantization"_L1 && value == "ascend"_L1;
    if (!flag.choices.isEmpty() && !flag.choices.contains(value) && !isAdded)
        return u"invalid choice: '%1' (choose from '%2')"_s.arg(value, flag.choices.join("', '"_L1));
    if (flag.type == "json"_L1 && !vllmJson(value, flags))
        return u"Value %1 cannot be converted to <function loads>."_s.arg(value);
    return {};
}

// As rules ask for it: "16k" 16000, "auto" -1, JSON that any reader takes.
QString plainValue(const VllmFlag &flag, const QString &value, const VllmFlags &flags)
{
    if (flag.takesAuto && value.trimmed().toLower() == "auto"_L1)
        return u"-1"_s;
    if (const std::optional<qint64> number = flag.isHuman ? vllmInteger(value) : std::nullopt)
        return QString::number(*number);
    if (flag.type.startsWith("json"_L1) && flags.expandsJson && !parseJson(value.toUtf8(), flag.name)) {
        if (const std::optional<Json> json = vllmJson(value, flags))
            return QString::fromUtf8(compactJson(*json));
    }
    return value;
}

// {"method": [["0.9.0", "0.27.1", ["deepseek_mtp"]]]}
QHash<QString, QStringList> choicesKnown(const Json &keys, const QStringList &releases, qsizetype wanted)
{
    QHash<QString, QStringList> known;
    for (const auto &[key, groups] : keys.items()) {
        for (const Json &group : groups) {
            if (!group.is_array() || group.size() != 3)
                continue;
            const QStringList ends = textsAt(Json{{"span", group}}, "span");
            if (wanted < releases.indexOf(ends.value(0)) || wanted > releases.indexOf(ends.value(1)))
                continue;
            for (const Json &choice : group[2])
                known[QString::fromStdString(key)] << choiceText(choice);
        }
    }
    return known;
}

QStringList keysKnown(const Json &keys, const QStringList &releases, qsizetype wanted)
{
    QStringList known;
    for (const auto &[key, spans] : keys.items()) {
        for (const Json &span : spans) {
            const QStringList ends = textsAt(Json{{"span", span}}, "span");
            if (wanted >= releases.indexOf(ends.value(0)) && wanted <= releases.indexOf(ends.value(1)))
                known << QString::fromStdString(key);
        }
    }
    return known;
}

} // namespace

QStringList vllmReleases()
{
    const Result<Json> &data = flagData();
    return data ? textsAt(*data, "versions") : QStringList();
}

QString vllmReleaseNamed(const QString &release)
{
    static const QRegularExpression shape(u"^v?(\\d+\\.\\d+(?:\\.\\d+)*)((?:\\.post|rc)\\d+)*$"_s);
    const QRegularExpressionMatch match = shape.match(release);
    const QString number = match.captured(1);
    QString found;
    for (const QString &one : vllmReleases()) {
        if (match.hasMatch() && (one == number || one.startsWith(number + u'.')))
            found = one;
    }
    if (!found.isEmpty() || number.count(u'.') < 2)
        return found;
    return vllmReleaseNamed(number.section(u'.', 0, 1)); // "0.18.1": the parser of its minor release
}

bool isFilledIn(const QString &text) { return text.contains(u'$') || text.contains(u'`'); }

Result<VllmFlags> vllmFlags(const QString &release)
{
    static QMutex mutex;                 // asked at every change of a setting
    static QHash<QString, VllmFlags> made;
    const QMutexLocker lock(&mutex);
    if (const auto known = made.constFind(release); known != made.cend())
        return *known;
    const Result<Json> &data = flagData();
    if (!data)
        return data.error();
    const QStringList releases = textsAt(*data, "versions");
    const qsizetype wanted = releases.indexOf(release);
    if (wanted < 0)
        return Error{ErrorKind::Invalid,
                     ArtifactsText::tr("The command line of vLLM %1 is not known here; known are %2.")
                         .arg(release, releases.join(", "_L1)),
                     {},
                     {}};
    VllmFlags flags;
    flags.takesParts = wanted >= releases.indexOf(u"0.9.0"_s);
    flags.expandsJson = wanted >= releases.indexOf(u"0.20.2"_s);
    for (const auto &[name, spans] : member(*data, "flags").items()) {
        for (const Json &span : spans) {
            if (wanted < releases.indexOf(stringAt(span, "from")) || wanted > releases.indexOf(stringAt(span, "to")))
                continue;
            const Json &bounds = member(span, "bounds");
            VllmFlag flag{QString::fromStdString(name),
                          stringAt(span, "type"),
                          boolAt(span, "no").value_or(false),
                          {},
                          {numberAt(bounds, "ge"), numberAt(bounds, "gt"), numberAt(bounds, "le"),
                           numberAt(bounds, "lt")},
                          boolAt(span, "human").value_or(false),
                          boolAt(span, "auto").value_or(false),
                          boolAt(span, "none").value_or(false),
                          stringAt(span, "config"),
                          boolAt(span, "optional").value_or(false)};
            for (const Json &choice : member(span, "choices"))
                flag.choices << choiceText(choice);
            for (const QString &spelling : spellings(flag, textsAt(span, "aliases")))
                flags.bySpelling.insert(spelling, flag);
        }
    }
    for (const auto &[name, keys] : member(*data, "configs").items())
        flags.keys.insert(QString::fromStdString(name), keysKnown(keys, releases, wanted));
    for (const auto &[name, keys] : member(*data, "choices").items())
        flags.choices.insert(QString::fromStdString(name), choicesKnown(keys, releases, wanted));
    made.insert(release, flags);
    return flags;
}

std::optional<qint64> vllmInteger(const QString &text)
{
    const QRegularExpressionMatch human = humanNumber().match(text.trimmed());
    bool isNumber = false;
    if (!human.hasMatch()) {
        static const QRegularExpression plain(u"^[+-]?\\d+(_\\d+)*$"_s); // as Python's int()
        const QString digits = text.trimmed();
        const qint64 number = QString(digits).remove(u'_').toLongLong(&isNumber);
        return isNumber && plain.match(digits).hasMatch() ? std::optional(number) : std::nullopt;
    }
    const QChar suffix = human.captured(2)[0];
    const qsizetype power = u"kmg"_s.indexOf(suffix.toLower()) + 1;
    if (suffix.isLower())
        return qint64(human.captured(1).toDouble() * std::pow(1000., double(power)));
    const qint64 number = human.captured(1).toLongLong(&isNumber); // binary ones take no fraction
    return isNumber ? std::optional(number << (10 * power)) : std::nullopt;
}

std::optional<Json> vllmJson(const QString &text, const VllmFlags &flags)
{
    QString plain = text;
    if (flags.expandsJson) { // outside strings only
        static const QRegularExpression token(u"\"(?:[^\"\\\\]|\\\\.)*\"|\\b\\d+(?:\\.\\d+)?[kKmMgG]\\b"_s);
        plain.clear();
        qsizetype from = 0;
        for (auto matches = token.globalMatch(text); matches.hasNext();) {
            const QRegularExpressionMatch match = matches.next();
            const std::optional<qint64> number
                = match.captured().startsWith(u'"') ? std::nullopt : vllmInteger(match.captured());
            plain += text.mid(from, match.capturedStart() - from)
                + (number ? QString::number(*number) : match.captured());
            from = match.capturedEnd();
        }
        plain += text.mid(from);
    }
    const Result<Json> json = parseJson(plain.toUtf8(), u"JSON"_s);
    return json ? std::optional(*json) : std::nullopt;
}

QStringList vllmComplaints(const QStringList &arguments, const VllmFlags &flags)
{
    QStringList complaints, unknown;
    bool isFirst = true;
    for (const Taken &taken : takenOf(arguments, flags)) {
        const bool isModel = std::exchange(isFirst, false) && !isFlag(taken.words.first());
        if (taken.isHelp || isModel) // a second word without a flag is none's
            continue;
        if (!taken.choices.isEmpty()) {
            complaints << u"ambiguous option: %1 could match %2"_s.arg(taken.words.first(),
                                                                       taken.choices.join(", "_L1));
            continue;
        }
        if (!taken.flag) {
            unknown << taken.words;
            continue;
        }
        const VllmFlag &flag = *taken.flag;
        if (flag.type == "bool"_L1) {
            const QString value = taken.values.value(0), word = value.toLower();
            if (flag.isOptional && !taken.values.isEmpty() && word != "true"_L1 && word != "false"_L1)
                complaints << u"Invalid boolean value: %1. Expected \"true\" or \"false\"."_s.arg(value);
            else if (!flag.isOptional && !taken.values.isEmpty())
                complaints << u"argument %1: ignored explicit argument '%2'"_s.arg(taken.spelling, value);
            continue;
        }
        if (taken.values.isEmpty() && flag.type != "bool_or_str"_L1)
            complaints << u"argument %1: expected %2"_s.arg(
                flag.name, QLatin1String(flag.type == "list"_L1 ? "at least one argument" : "one argument"));
        for (const QString &value : taken.values) {
            if (const QString complaint = valueComplaint(flag, value, flags); !complaint.isEmpty())
                complaints << u"argument %1: "_s.arg(flag.name) + complaint;
        }
    }
    if (!unknown.isEmpty())
        complaints << u"unrecognized arguments: "_s + unknown.join(u' ');
    return complaints;
}

QStringList vllmPlainArguments(const QStringList &arguments, const VllmFlags &flags)
{
    QStringList plain;
    for (const Taken &taken : takenOf(arguments, flags)) {
        if (!taken.flag) {
            for (const QString &word : taken.words) {
                const qsizetype equals = isFlag(word) ? word.indexOf(u'=') : -1;
                plain << (equals < 0 ? QStringList{word} : QStringList{word.left(equals), word.mid(equals + 1)});
            }
            continue;
        }
        plain << (taken.spelling.startsWith("--no-"_L1) && taken.spelling != taken.flag->name ? taken.spelling
                                                                                              : taken.flag->name);
        for (const QString &value : taken.values)
            plain << plainValue(*taken.flag, value, flags);
    }
    return plain;
}
