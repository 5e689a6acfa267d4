#include "core/shell/quote.h"

#include <QProcess>
#include <QTest>

class TestQuote : public QObject
{
    Q_OBJECT

private slots:
    void plainWordsStayReadable()
    {
        QCOMPARE(quoted(QStringList{QStringLiteral("npu-smi"), QStringLiteral("info"), QStringLiteral("-i"),
                                    QStringLiteral("0")}),
                 QStringLiteral("npu-smi info -i 0"));
    }

    void aShellGivesBackWhatWasQuoted_data()
    {
        QTest::addColumn<QString>("word");
        QTest::newRow("empty") << QString();
        QTest::newRow("blank") << QStringLiteral("a b");
        QTest::newRow("single quotes") << QStringLiteral("it's 'so'");
        QTest::newRow("double quotes") << QStringLiteral("say \"x\"");
        QTest::newRow("command substitution") << QStringLiteral("$(touch /tmp/x)`id`");
        QTest::newRow("newline") << QStringLiteral("a\nb\n");
        QTest::newRow("backslash") << QStringLiteral("a\\b\\");
        QTest::newRow("glob") << QStringLiteral("*?[a]~");
        QTest::newRow("tilde") << QStringLiteral("~root");
        QTest::newRow("operators") << QStringLiteral(";&|<>()#!");
        QTest::newRow("option") << QStringLiteral("-n");
        QTest::newRow("chinese") << QString::fromUtf8("权重 目录");
    }

    void aShellGivesBackWhatWasQuoted()
    {
        QFETCH(QString, word);
        QProcess sh;
        sh.start(QStringLiteral("sh"), {QStringLiteral("-c"), QStringLiteral("printf %s. ") + quoted(word)});
        QVERIFY(sh.waitForFinished());
        QCOMPARE(QString::fromUtf8(sh.readAllStandardOutput()), word + QLatin1Char('.'));
    }

    void optionsWithAValueStayReadable()
    {
        QCOMPARE(quoted(QStringList{QStringLiteral("--name=a")}), QStringLiteral("--name=a"));
    }

    void leadingAssignmentIsACommand()
    {
        QProcess sh;
        sh.start(QStringLiteral("sh"),
                 {QStringLiteral("-c"), quoted(QStringList{QStringLiteral("A=b"), QStringLiteral("c")})});
        QVERIFY(sh.waitForFinished());
        QCOMPARE(sh.exitCode(), 127);
    }
};

QTEST_GUILESS_MAIN(TestQuote)
#include "tst_quote.moc"
