// Check container.npu on the simulated cluster: a container of the image is really started there, and is gone again.
#include "core/base/json.h"
#include "tests/lab/lab.h"
#include "tests/support/ascendctl.h"

#include <QTest>

using namespace Qt::StringLiterals;

class ContainerNpuTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<Lab> m_lab;

    struct Said
    {
        QString verdict, value, summary;
    };
    Said ask(const QString &node)
    {
        const Ran ran = ascendctl({u"check"_s, m_lab->deploymentFile(), u"--only"_s, u"container.npu"_s, u"--json"_s});
        const Result<Json> json = parseJson(ran.out, u"answer"_s);
        Said said;
        if (!json)
            return {{}, {}, QString::fromUtf8(ran.out + ran.err)};
        for (const Json &one : member(*json, "nodes")) {
            if (stringAt(one, "name") != node)
                continue;
            for (const Json &finding : member(one, "findings"))
                said = {stringAt(finding, "verdict"), stringAt(finding, "value"), stringAt(finding, "summary")};
        }
        return said;
    }

private slots:
    void initTestCase()
    {
        Result<std::unique_ptr<Lab>> lab = Lab::up({.nodes = 2, .chips = 8, .ssh = false});
        QVERIFY2(lab, lab ? "" : qPrintable(lab.error().message));
        m_lab = *std::move(lab);
    }

    void aContainerSeesThem()
    {
        const Said said = ask(u"node1"_s);
        QVERIFY2(said.verdict == "pass"_L1, qPrintable(said.verdict + u' ' + said.summary));
        QVERIFY2(said.summary.contains(u"sees 8 chips"_s), qPrintable(said.summary));
        QVERIFY(m_lab->state(0).other.value("containers", Json::array()).empty()); // nothing is left
    }

    void oneThatIsKeptOutIsSaid()
    {
        QVERIFY(m_lab->fault(1, u"container-kept-out"_s));
        const Said said = ask(u"node2"_s);
        QCOMPARE(said.verdict, u"fail"_s);
        QVERIFY2(said.summary.contains(u"-8020"_s), qPrintable(said.summary));
        QCOMPARE(ask(u"node1"_s).verdict, u"pass"_s);
        QVERIFY(m_lab->clear(1));
    }

    void withoutTheImageItIsNotTried()
    {
        QVERIFY(m_lab->fault(0, u"image-missing"_s));
        QCOMPARE(ask(u"node1"_s).verdict, u"skipped"_s);
        QVERIFY(m_lab->clear(0));
    }

    // A service that runs keeps its NPUs for itself: nothing is started beside it.
    void besideAServiceItIsNotTried()
    {
        const Ran ran = ascendctl({u"deploy"_s, m_lab->deploymentFile(), u"--until"_s, u"container"_s});
        QVERIFY2(ran.code == 0, ran.err.constData());
        const Said said = ask(u"node1"_s);
        QVERIFY2(said.verdict == "skipped"_L1, qPrintable(said.verdict + said.summary));
        QVERIFY2(said.summary.contains(u"runs"_s), qPrintable(said.summary));
        QCOMPARE(ascendctl({u"undo"_s, m_lab->deploymentFile()}).code, 0);
        QCOMPARE(ask(u"node1"_s).verdict, u"pass"_s);
    }
};

QTEST_GUILESS_MAIN(ContainerNpuTest)
#include "tst_containernpu.moc"
