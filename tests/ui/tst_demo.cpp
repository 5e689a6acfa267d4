// A played demo says plainly what it was, also when it failed.
#include "app/console/application.h"
#include "app/console/demoplayer.h"
#include "app/console/demoreport.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

class TestDemo : public QObject
{
    Q_OBJECT

private slots:
    void reportSaysSimulatedAndKeepsTheTable()
    {
        demo::Report report;
        report.deployment.name = u"two"_s;
        report.isSimulated = true;
        report.rows = {{u"Run the checks"_s, u"a | b\nc"_s, true, 4200}, {u"Deploy"_s, u"no"_s, false, 10}};
        NodeReport node;
        node.node = u"node1"_s;
        Finding finding;
        finding.check = u"driver.present"_s;
        finding.verdict = Verdict::Fail;
        finding.summary = u"node1: npu-smi is not there"_s;
        node.findings = {finding};
        report.checks.nodes = {node};
        const QString text = demo::toMarkdown(report);
        QVERIFY(text.contains("SIMULATED"_L1));
        QVERIFY(text.contains(u"| ✓ done | Run the checks | a \\| b<br>c | 4.2 s |"_s));
        QVERIFY(text.contains(u"| ✕ failed | Deploy |"_s));
        QVERIFY(text.contains("`driver.present`"_L1));
        report.isSimulated = false;
        QVERIFY(!demo::toMarkdown(report).contains("SIMULATED"_L1));
    }

    void countsAreOfAllVerdicts()
    {
        ClusterReport report;
        for (const Verdict verdict : {Verdict::Pass, Verdict::Pass, Verdict::Warn, Verdict::Skipped}) {
            Finding finding;
            finding.verdict = verdict;
            report.cluster << finding;
        }
        QCOMPARE(demo::verdictCounts(report), u"2 passed, 1 warnings, 0 failed, 0 unknown, 1 skipped"_s);
    }

    void onlyOurOwnFilesAreReplaced()
    {
        QTemporaryDir dir;
        const auto write = [&](const QString &name) {
            QFile file(dir.filePath(name));
            QVERIFY(file.open(QIODevice::WriteOnly));
        };
        write(u"mine.txt"_s);
        write(u"report.md"_s);
        Application::Options options;
        options.language = u"en"_s;
        Application application(options);
        DemoPlayer player(application, dir.filePath(u"none.deployment.json"_s), dir.path());
        player.start();
        QVERIFY(QFile::exists(dir.filePath(u"mine.txt"_s)));
        QVERIFY(!QFile::exists(dir.filePath(u"report.md"_s)));
    }
};

QTEST_MAIN(TestDemo)
#include "tst_demo.moc"
