#include "core/engines/vllm/vllmserved.h"

#include "core/engines/vllm/vllmtraces.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

QStringList Served::texts() const
{
    QStringList list;
    for (const ShellWord &word : words)
        list << word.text;
    return list;
}

// Of the flag that a complaint names; else of the command.
QString Served::placeOf(const QString &complaint) const
{
    static const QRegularExpression flag(u"--?[A-Za-z][\\w.-]*"_s), end(u"[=.]"_s);
    for (auto matches = flag.globalMatch(complaint); matches.hasNext();) {
        const QString name = matches.next().captured();
        const ShellWord *beginning = nullptr; // of the flag's name: "--max-num-seq", "--max_num_seqs"
        for (const ShellWord &word : words) {
            if (word.text == name || word.text.startsWith(name + u'=') || word.text.startsWith(name + u'.'))
                return shellPlace(word.line);
            const QString said = word.text.section(end, 0, 0).replace(u'_', u'-');
            if (said.size() > 3 && said.startsWith("--"_L1) && name.startsWith(said))
                beginning = &word;
        }
        if (beginning)
            return shellPlace(beginning->line);
    }
    return shellPlace(line);
}

std::optional<Served> servedBy(const QList<ShellWord> &argv)
{
    QStringList texts;
    for (const ShellWord &word : argv)
        texts << word.text;
    for (qsizetype from = 0; from < argv.size(); ++from) {
        const std::optional<QStringList> words = vllmServeWords(texts.mid(from));
        if (words)
            return Served{argv.mid(argv.size() - words->size()), argv.first().line};
    }
    return {};
}
