#include "core/diagnosis/sourcenotes.h"

#include "core/diagnosis/diagnosistext.h"

#include <QMap>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

QString zoneText(int minutes) // "+08:00"
{
    const int size = std::abs(minutes);
    return u"%1%2:%3"_s.arg(QChar(minutes < 0 ? u'-' : u'+'))
        .arg(size / 60, 2, 10, QChar(u'0'))
        .arg(size % 60, 2, 10, QChar(u'0'));
}

// kind: as SourceReport::isNoText has it
QString unpackCommand(const QString &kind, const QString &file)
{
    const bool isTar = file.endsWith(".tgz"_L1) || file.contains(".tar."_L1);
    const QString command = isTar ? u"tar xf"_s
        : kind == "gzip"_L1       ? u"gunzip -k"_s
        : kind == "zip"_L1        ? u"unzip"_s
        : kind == "xz"_L1         ? u"xz -dk"_s
                                  : u"zstd -d"_s;
    const bool isPlain = std::all_of(file.cbegin(), file.cend(),
                                     [](QChar c) { return c.isLetterOrNumber() || u"/._-+"_s.contains(c); });
    return command + u' ' + (isPlain ? file : u'\'' + QString(file).replace(u'\'', "'\\''"_L1) + u'\'');
}

} // namespace

QString nameList(const QStringList &names)
{
    constexpr qsizetype most = 5;
    return names.size() <= most
        ? names.join(u", "_s)
        : DiagnosisText::tr("%1 and %2 more").arg(names.mid(0, most).join(u", "_s)).arg(names.size() - most);
}

QStringList sourceNotes(const QList<SourceReport> &sources, bool isAnyComparable)
{
    QStringList notes;
    QStringList setBack, apart, without, zones;
    QMap<int, QStringList> readIn; // nodes
    for (const SourceReport &one : sources) {
        if (!one.error.isEmpty())
            notes << (one.lines == 0 ? DiagnosisText::tr("%1 could not be read: %2")
                                     : DiagnosisText::tr("%1 was not read to its end: %2"))
                         .arg(one.file, one.error);
        if (one.isNoText == "binary"_L1)
            notes << DiagnosisText::tr("%1 is no text; only lines with a time in it were looked at.").arg(one.file);
        else if (!one.isNoText.isEmpty())
            notes << DiagnosisText::tr("%1 is packed; unpack it first: `%2`.")
                         .arg(one.file, unpackCommand(one.isNoText, one.file));
        if (one.wasSetBack && !setBack.contains(one.file))
            setBack << one.file;
        if (one.isZoneUnknown && !zones.contains(one.node))
            zones << one.node;
        if (one.readIn && !readIn.value(*one.readIn).contains(one.node))
            readIn[*one.readIn] << one.node;
        if (!one.isComparable && !one.wasSetBack && !one.isZoneUnknown && one.first && !apart.contains(one.node))
            apart << one.node;
        if (!one.first && one.lines > 0 && one.isNoText.isEmpty() && !one.isAnswer && !without.contains(one.file))
            without << one.file;
    }
    if (!setBack.isEmpty())
        notes << DiagnosisText::tr("The times in %1 go back: the clock was set, or it is several logs in "
                                   "one file. They are not compared with those of other nodes.")
                     .arg(nameList(setBack));
    if (!apart.isEmpty() && !isAnyComparable)
        notes << DiagnosisText::tr("The logs of these nodes are hours apart (%1): their clocks differ, or "
                                   "the files are of different runs. Their times are not compared.")
                     .arg(nameList(apart));
    else if (!apart.isEmpty())
        notes << DiagnosisText::tr("The logs of %1 are hours apart from those of the other nodes: the "
                                   "clock differs, or the files are of another run. Their times are not "
                                   "compared.")
                     .arg(nameList(apart));
    if (!zones.isEmpty())
        notes << DiagnosisText::tr("The lines of %1 name different time zones, or none. The times of logs "
                                   "with lines that name none are not compared.")
                     .arg(nameList(zones));
    for (auto it = readIn.cbegin(); it != readIn.cend(); ++it)
        notes << DiagnosisText::tr("Times without a zone in the logs of %1 are read as %2, which other "
                                   "lines name.")
                     .arg(nameList(it.value()), zoneText(it.key()));
    if (!without.isEmpty())
        notes << DiagnosisText::tr("No time stamps were found in %1.").arg(nameList(without));
    return notes;
}
