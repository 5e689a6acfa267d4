#include "core/engines/vllm/vllmflags.h"

#include "core/base/data.h"
#include "core/recipes/artifactstext.h"

#include <QMutex>

using namespace Qt::StringLiterals;

namespace {

const Result<Json> &flagData()
{
    static const Result<Json> data = jsonDataFile(u"vllm-flags.json"_s);
    return data;
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
QString plainName(const QString &word)
{
    const qsizetype dot = word.indexOf(QLatin1Char('.'));
    const QString name = dot < 0 ? word : word.left(dot);
    return name.startsWith("--"_L1) ? QString(name).replace(QLatin1Char('_'), QLatin1Char('-')) : name;
}

// A number as a value: "-1".
bool isFlag(const QString &word)
{
    bool isNumber = false;
    word.toDouble(&isNumber);
    return word.size() > 1 && word.startsWith(QLatin1Char('-')) && !isNumber;
}

QString valueComplaint(const VllmFlag &flag, const QString &value)
{
    const QString argument = u"argument %1: "_s.arg(flag.name);
    bool isNumber = true;
    double number = 0;
    if (flag.type == "int"_L1)
        number = double(value.toLongLong(&isNumber));
    else if (flag.type == "float"_L1)
        number = value.toDouble(&isNumber);
    if (!isNumber)
        return argument + u"invalid %1 value: '%2'"_s.arg(flag.type, value);
    if (flag.least && (flag.type == "int"_L1 || flag.type == "float"_L1) && number < *flag.least)
        return argument + u"input should be greater than or equal to %1"_s.arg(*flag.least);
    if (!flag.choices.isEmpty() && !flag.choices.contains(value))
        return argument + u"invalid choice: '%1' (choose from '%2')"_s.arg(value, flag.choices.join("', '"_L1));
    if (flag.type == "json"_L1 && !parseJson(value.toUtf8(), flag.name))
        return argument + u"Value %1 cannot be converted to <function loads>."_s.arg(value);
    return {};
}

} // namespace

QStringList vllmReleases()
{
    const Result<Json> &data = flagData();
    return data ? textsAt(*data, "versions") : QStringList();
}

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
    for (const auto &[name, spans] : member(*data, "flags").items()) {
        for (const Json &span : spans) {
            if (wanted < releases.indexOf(stringAt(span, "from")) || wanted > releases.indexOf(stringAt(span, "to")))
                continue;
            VllmFlag flag{QString::fromStdString(name),
                          stringAt(span, "type"),
                          boolAt(span, "no").value_or(false),
                          {},
                          numberAt(member(span, "bounds"), "ge")};
            for (const Json &choice : member(span, "choices"))
                flag.choices << (choice.is_string() ? choice.get<QString>() : QString::fromStdString(choice.dump()));
            for (const QString &spelling : spellings(flag, textsAt(span, "aliases")))
                flags.insert(spelling, flag);
        }
    }
    made.insert(release, flags);
    return flags;
}

QStringList vllmComplaints(const QStringList &arguments, const VllmFlags &flags)
{
    QStringList complaints, unknown;
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        const QString &word = arguments[i];
        if (!isFlag(word)) {
            if (i > 0)                   // the model comes first; a second word without a flag is none's
                unknown << word;
            continue;
        }
        const qsizetype equals = word.indexOf(QLatin1Char('='));
        const QString name = plainName(equals < 0 ? word : word.left(equals));
        const auto flag = flags.constFind(name);
        if (flag == flags.cend()) {
            unknown << word;
            while (i + 1 < arguments.size() && !isFlag(arguments[i + 1]))
                unknown << arguments[++i];
            continue;
        }
        if (flag->type == "bool"_L1)
            continue;
        QStringList values = equals < 0 ? QStringList() : QStringList{word.mid(equals + 1)};
        const bool takesMany = flag->type == "list"_L1;
        while (equals < 0 && i + 1 < arguments.size() && !isFlag(arguments[i + 1]) && (takesMany || values.isEmpty()))
            values << arguments[++i];
        if (values.isEmpty() && flag->type != "bool_or_str"_L1)
            complaints << u"argument %1: expected %2"_s.arg(flag->name,
                                                            QLatin1String(takesMany ? "at least one argument"
                                                                                    : "one argument"));
        const bool isPart = name != word && word.contains(QLatin1Char('.')) && equals < 0; // --flag.key VALUE
        for (const QString &value : values) {
            if (const QString complaint = isPart ? QString() : valueComplaint(*flag, value); !complaint.isEmpty())
                complaints << complaint;
        }
    }
    if (!unknown.isEmpty())
        complaints << u"unrecognized arguments: "_s + unknown.join(QLatin1Char(' '));
    return complaints;
}

QStringList vllmPlainArguments(const QStringList &arguments, const VllmFlags &flags)
{
    QStringList plain;
    for (const QString &word : arguments) {
        if (!isFlag(word)) {
            plain << word;
            continue;
        }
        const qsizetype equals = word.indexOf(QLatin1Char('='));
        const QString name = plainName(equals < 0 ? word : word.left(equals));
        const auto flag = flags.constFind(name);
        plain << (flag == flags.cend() || name.startsWith("--no-"_L1) ? name : flag->name);
        if (equals >= 0)
            plain << word.mid(equals + 1);
    }
    return plain;
}
