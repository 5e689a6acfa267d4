// Check weights.read-speed: what dd says, in each of the ways in which it says it.
#include "core/checks/rounds.h"
#include "core/shell/quote.h"
#include "tests/support/scriptednode.h"

#include <QTest>

using namespace Qt::StringLiterals;

class ReadSpeedTest : public QObject
{
    Q_OBJECT

    static Finding ask(const QByteArray &said, int exitCode = 0)
    {
        ScriptedNode node(1);
        ScriptedShell shell = node.shell();
        CheckContext context;
        context.node.name = u"node1"_s;
        context.deployment.recipe = u"mindie-deepseek-v3.2-w8a8-2xA2"_s;
        context.settings = checkSettingsOf(context.deployment);
        context.settings.weights = ScriptedNode::weights();
        // the first of the largest ones
        for (const char *name : {"model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors"})
            shell.answer(quoted(readSpeedProbe(ScriptedNode::weights() + u'/' + QLatin1String(name))), said, exitCode);
        Finding only;
        (void)firstRound(shell, context, {{u"weights.read-speed"_s}}, {}, [&](const Finding &finding) {
            if (finding.check == "weights.read-speed"_L1)
                only = finding;
        });
        return only;
    }

private slots:
    void whatWasReadIsTold()
    {
        const Finding finding = ask("32+0 records in\n32+0 records out\n"
                                    "536870912 bytes (537 MB, 512 MiB) copied, 0.25 s, 2.1 GB/s\n");
        QVERIFY2(finding.verdict == Verdict::Pass, qPrintable(finding.summary));
        QCOMPARE(finding.value, u"2 GiB/s"_s);
        QVERIFY2(finding.summary.contains(u"512 MiB of model-0000"_s), qPrintable(finding.summary));
        QVERIFY(!finding.summary.contains(u"page cache"_s));
    }

    void aSlowDiskIsAWarning()
    {
        // 1 MiB/s
        const Finding finding = ask("536870912 bytes (537 MB, 512 MiB) copied, 512.0 s, 1.0 MB/s\n");
        QVERIFY2(finding.verdict == Verdict::Warn, qPrintable(finding.summary));
        QCOMPARE(finding.value, u"1 MiB/s"_s);
        QVERIFY2(finding.summary.contains(u" min"_s), qPrintable(finding.summary));
        QVERIFY(!finding.remedy.isEmpty());
    }

    void withoutDirectReadsItIsToldThatItMayBeCached()
    {
        const Finding finding = ask("dd: failed to open '/data/x': Invalid argument\ncached\n32+0 records in\n"
                                    "536870912 bytes (537 MB, 512 MiB) copied, 0.1 s, 5.4 GB/s\n");
        QCOMPARE(finding.verdict, Verdict::Pass);
        QVERIFY2(finding.summary.contains(u"page cache"_s), qPrintable(finding.summary));
    }

    // busybox, an old dd, and what is cut.
    void otherWords_data()
    {
        QTest::addColumn<QByteArray>("said");
        QTest::addColumn<bool>("isRead");
        QTest::newRow("old") << QByteArray("536870912 bytes (537 MB) copied, 0.5 s, 1.1 GB/s\n") << true;
        QTest::newRow("no sizes") << QByteArray("536870912 bytes copied, 0.5 s, 1.1 GB/s\n") << true;
        QTest::newRow("nothing") << QByteArray() << false;
        QTest::newRow("no time") << QByteArray("0 bytes copied, 0 s, Infinity B/s\n") << false;
        QTest::newRow("denied") << QByteArray("dd: failed to open '/data/x': Permission denied\ncached\n"
                                              "dd: failed to open '/data/x': Permission denied\n") << false;
    }
    void otherWords()
    {
        QFETCH(QByteArray, said);
        QFETCH(bool, isRead);
        const Finding finding = ask(said, isRead ? 0 : 1);
        QCOMPARE(finding.verdict, isRead ? Verdict::Pass : Verdict::Unknown);
    }
};

QTEST_GUILESS_MAIN(ReadSpeedTest)
#include "tst_readspeed.moc"
