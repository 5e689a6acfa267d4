#include "core/shell/quote.h"

#include <QProcess>
#include <QTest>

using namespace Qt::StringLiterals;

class TestQuote : public QObject
{
    Q_OBJECT

private slots:
    void plainWordsStayReadable()
    {
        QCOMPARE(quoted(QStringList{u"npu-smi"_s, u"info"_s, u"-i"_s, u"0"_s}), u"npu-smi info -i 0"_s);
    }

    void aShellGivesBackWhatWasQuoted_data()
    {
        QTest::addColumn<QString>("word");
        QTest::newRow("empty") << QString();
        QTest::newRow("blank") << u"a b"_s;
        QTest::newRow("single quotes") << u"it's 'so'"_s;
        QTest::newRow("double quotes") << u"say \"x\""_s;
        QTest::newRow("command substitution") << u"$(touch /tmp/x)`id`"_s;
        QTest::newRow("newline") << u"a\nb\n"_s;
        QTest::newRow("backslash") << u"a\\b\\"_s;
        QTest::newRow("glob") << u"*?[a]~"_s;
        QTest::newRow("tilde") << u"~root"_s;
        QTest::newRow("operators") << u";&|<>()#!"_s;
        QTest::newRow("option") << u"-n"_s;
        QTest::newRow("chinese") << QString::fromUtf8("权重 目录");
    }

    void aShellGivesBackWhatWasQuoted()
    {
        QFETCH(QString, word);
        QProcess sh;
        sh.start(u"sh"_s, {u"-c"_s, u"printf %s. "_s + quoted(word)});
        QVERIFY(sh.waitForFinished());
        QCOMPARE(QString::fromUtf8(sh.readAllStandardOutput()), word + QLatin1Char('.'));
    }

    void optionsWithAValueStayReadable() { QCOMPARE(quoted(QStringList{u"--name=a"_s}), u"--name=a"_s); }

    void leadingAssignmentIsACommand_data()
    {
        QTest::addColumn<QString>("word");
        for (const char *word : {"A=b", "_=b", "LD_PRELOAD=/tmp/x.so", "a1=b"})
            QTest::newRow(word) << QString::fromLatin1(word);
    }
    void leadingAssignmentIsACommand()
    {
        QFETCH(QString, word);
        QProcess sh;
        sh.start(u"sh"_s, {u"-c"_s, quoted(QStringList{word, u"true"_s})}); // read as one, `true` would run
        QVERIFY(sh.waitForFinished());
        QCOMPARE(sh.exitCode(), 127);
    }
};

QTEST_GUILESS_MAIN(TestQuote)
#include "tst_quote.moc"
