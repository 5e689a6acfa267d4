// Checks container.npu and container.release on the simulated cluster: a container of the image is really started
// there, and is gone again.
#include "core/base/json.h"
#include "tests/lab/lab.h"
#include "tests/support/ascendctl.h"

#include <QFile>
#include <QTest>

using namespace Qt::StringLiterals;

class ContainerNpuTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<Lab> m_lab;

    struct Said
    {
        QString verdict, value, summary, remedy;
    };
    Said ask(const QString &node) { return ask(*m_lab, node, u"container.npu"_s); }
    static Said ask(const Lab &lab, const QString &node, const QString &check)
    {
        const Ran ran = ascendctl({u"check"_s, lab.deploymentFile(), u"--only"_s, check, u"--json"_s});
        const Result<Json> json = parseJson(ran.out, u"answer"_s);
        Said said;
        if (!json)
            return {{}, {}, QString::fromUtf8(ran.out + ran.err), {}};
        for (const Json &one : member(*json, "nodes")) {
            if (stringAt(one, "name") != node)
                continue;
            for (const Json &finding : member(one, "findings"))
                said = {stringAt(finding, "verdict"), stringAt(finding, "value"), stringAt(finding, "summary"),
                        stringAt(finding, "remedy")};
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

    // Docker's reason, not how to get help with it.
    void whatDockerSaysIsTheReason()
    {
        const QString device = m_lab->nodeFolder(0) + u"/dev/hisi_hdc"_s, kept = m_lab->nodeFolder(0) + u"/kept"_s;
        QVERIFY(QFile::rename(device, kept));
        const Said said = ask(u"node1"_s);
        QVERIFY(QFile::rename(kept, device));
        QCOMPARE(said.verdict, u"fail"_s);
        QVERIFY2(said.summary.contains(u"\"/dev/hisi_hdc\": no such file or directory"_s)
                     && !said.summary.contains(u"--help"_s),
                 qPrintable(said.summary));
    }

    void withoutTheImageItIsNotTried()
    {
        QVERIFY(m_lab->fault(0, u"image-missing"_s));
        QCOMPARE(ask(u"node1"_s).verdict, u"skipped"_s);
        QVERIFY(m_lab->clear(0));
    }

    // Its programs cannot run there: that is told by the check of the architecture, with its remedy.
    void ofAnotherArchitectureItIsNotTried()
    {
        QVERIFY(m_lab->fault(0, u"wrong-arch"_s));
        const Said said = ask(u"node1"_s);
        QVERIFY(m_lab->clear(0));
        QCOMPARE(said.verdict, u"skipped"_s);
        QVERIFY2(said.summary.contains(u"container.image-architecture"_s) && said.summary.contains(u"amd64"_s),
                 qPrintable(said.summary));
    }

    // Where MindIE's image says its release is not known; of vLLM's it is the one that the recipe is written for.
    void theReleaseInsideIsComparedWithTheName()
    {
        QCOMPARE(ask(*m_lab, u"node1"_s, u"container.release"_s).verdict, u"skipped"_s);
        const Result<std::unique_ptr<Lab>> up
            = Lab::up({.nodes = 1, .ssh = false, .recipe = u"vllm-ascend-qwen3-235b-w8a8-1xA2"_s});
        QVERIFY2(up, up ? "" : qPrintable(up.error().message));
        Lab &lab = **up;
        Said said = ask(lab, u"node1"_s, u"container.release"_s);
        QVERIFY2(said.verdict == "pass"_L1, qPrintable(said.verdict + said.summary));
        QVERIFY2(said.value.endsWith(u"+empty"_s), qPrintable(said.value));
        QVERIFY(lab.state(0).other.value("containers", Json::array()).empty());
        QVERIFY(lab.fault(0, u"image-other-release"_s));
        said = ask(lab, u"node1"_s, u"container.release"_s);
        QCOMPARE(said.verdict, u"fail"_s);
        QVERIFY2(said.summary.contains(u"holds vllm 0.9.1+empty"_s), qPrintable(said.summary));
        QVERIFY2(said.remedy.contains(u"pull it anew"_s), qPrintable(said.remedy));
        // Where the name itself says another release, pulling it again changes nothing.
        QFile file(lab.deploymentFile());
        QVERIFY(file.open(QIODevice::ReadOnly));
        Result<Json> deployment = parseJson(file.readAll(), file.fileName());
        file.close();
        QVERIFY(deployment && file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        (*deployment)["settings"]["image"] = "quay.io/ascend/vllm-ascend:v0.18.0";
        (*deployment)["settings"]["release"] = "0.23.0";
        file.write(prettyJson(*deployment));
        file.close();
        said = ask(lab, u"node1"_s, u"container.release"_s);
        QCOMPARE(said.verdict, u"fail"_s);
        QVERIFY2(said.remedy.contains(u"the image of 0.23.0, or set"_s) && !said.remedy.contains(u"pull"_s),
                 qPrintable(said.remedy));
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
