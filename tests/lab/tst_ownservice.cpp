// The checks on a cluster that serves this very deployment, behind real sshd: its own service is no fault, and nothing
// that is said advises what would end it.
#include "tests/lab/lab.h"
#include "tests/support/ascendctl.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

class TestOwnService : public QObject
{
    Q_OBJECT

    QTemporaryDir m_home;
    std::unique_ptr<Lab> m_lab;
    QString m_container;

    struct Said
    {
        QString where, check, verdict, summary, remedy;
    };
    QList<Said> check()
    {
        const Ran ran = ascendctl({u"check"_s, m_lab->deploymentFile(), u"--json"_s});
        QList<Said> all;
        const Result<Json> json = parseJson(ran.out, u"check"_s);
        if (!json)
            return all;
        const auto add = [&](const QString &where, const Json &findings) {
            for (const Json &one : findings)
                all.append({where, stringAt(one, "check"), stringAt(one, "verdict"), stringAt(one, "summary"),
                            stringAt(one, "remedy")});
        };
        for (const Json &node : json->at("nodes"))
            add(stringAt(node, "name"), node.at("findings"));
        add({}, json->at("cluster"));
        return all;
    }

private slots:
    void initTestCase()
    {
        if (!QFile::exists(u"/usr/sbin/sshd"_s))
            QSKIP("sshd is not installed");
        qputenv("HOME", m_home.path().toUtf8());
        qputenv("XDG_STATE_HOME", m_home.filePath(u"state"_s).toUtf8());
        Result<std::unique_ptr<Lab>> lab = Lab::up({});
        if (!lab)
            QFAIL(qPrintable(lab.error().message + u'\n' + lab.error().detail));
        m_lab = *std::move(lab);
        const Ran ran = ascendctl({u"deploy"_s, m_lab->deploymentFile()});
        QVERIFY2(ran.code == 0, ran.err.constData());
        m_container = stringAt(m_lab->deployment().settings, "containerName", u"deepseekLocal"_s);
    }

    void whatServesIsNoFault()
    {
        const QList<Said> all = check();
        QVERIFY(all.size() > 60);
        int own = 0;
        for (const Said &said : all) {
            const QString words = said.where + u' ' + said.check + u' ' + said.verdict + u": "_s + said.summary
                + u" → "_s + said.remedy;
            QVERIFY2(said.verdict == u"pass" || said.verdict == u"skipped", qPrintable(words));
            if (said.check == u"container.name" || said.check == u"npu.idle"
                || (said.check == u"host.ports" && said.where == u"node1")) {
                QVERIFY2(said.summary.contains(m_container) && said.summary.contains(u"this deployment's own"_s),
                         qPrintable(words));
                ++own;
            }
        }
        QCOMPARE(own, 5);
    }

    void faultsOfAServingNodeAdviseNothingHarmful_data()
    {
        QTest::addColumn<QStringList>("failing");
        const auto row = [](const char *fault, const QStringList &failing) { QTest::newRow(fault) << failing; };
        row("chip-alarm", {u"npu.health"_s});
        row("link-down", {u"network.link"_s});
        row("tls-differs", {u"network.tls-equal"_s});
        row("firmware-mismatch", {u"driver.firmware-pairing"_s, u"driver.equal"_s});
        row("wrong-arch", {u"container.image-architecture"_s});
        row("disk-full", {u"host.disk-image"_s});
        row("hbm-occupied", {u"npu.idle"_s});
        row("port-busy", {u"host.ports"_s});
    }
    void faultsOfAServingNodeAdviseNothingHarmful()
    {
        QFETCH(QStringList, failing);
        const QString fault = QString::fromLatin1(QTest::currentDataTag());
        QVERIFY(m_lab->fault(1, fault, fault == u"port-busy" ? QStringList{u"1120"_s} : QStringList())); // of a slave
        const QList<Said> all = check();
        qint64 holder = 0; // of hbm-occupied
        for (const sim::Process &process : m_lab->state(1).processes)
            if (process.name == u"python3")
                holder = process.pid;
        QVERIFY(m_lab->clear(1));
        QStringList failed;
        static const QRegularExpression ends(
            u"reboot|-t reset|power the machine|docker (rm|rmi|stop|restart)|kill |hccn_tool[^`]* -s "
             "|--full|restart"_s);
        for (const Said &said : all) {
            if (said.verdict == u"pass" || said.verdict == u"skipped")
                continue;
            failed << said.check;
            const QString words = said.check + u": "_s + said.summary + u" → "_s + said.remedy;
            QVERIFY2(!said.remedy.contains(u"docker stop "_s + m_container)
                         && !said.remedy.contains(u"docker rm -f "_s + m_container),
                     qPrintable(words));
            const bool isAnothers = said.remedy.contains(u"Ask its owner"_s);
            QVERIFY2(!ends.match(said.remedy).hasMatch() || isAnothers
                         || said.remedy.contains(u"This deployment's own service runs here ("_s + m_container),
                     qPrintable(words));
            if (said.check == u"npu.idle")
                QVERIFY2(said.remedy.contains(u"`kill %1`"_s.arg(holder)) && said.remedy.count(u"kill"_s) == 1
                             && said.summary.contains(u"own service: container "_s + m_container),
                         qPrintable(words));
            if (said.check == u"host.ports")
                QVERIFY2(said.remedy.contains(
                             QRegularExpression(u"process [0-9]+ \\(python3 train\\.py, user root\\)"_s))
                             && said.remedy.count(u"kill"_s) == 1,
                         qPrintable(words));
        }
        failed.removeDuplicates();
        QCOMPARE(QSet<QString>(failed.begin(), failed.end()), QSet<QString>(failing.begin(), failing.end()));
    }

    void verifyTellsHowToUseTheEndpoint()
    {
        const Ran ran = ascendctl({u"verify"_s, m_lab->deploymentFile(), u"--json"_s});
        QCOMPARE(ran.code, 0);
        const Result<Json> json = parseJson(ran.out, u"verify"_s);
        QVERIFY(json);
        const QString base = stringAt(json->at("endpoint"), "baseUrl");
        QVERIFY(base.startsWith(u"http://"_s));
        QVERIFY(stringAt(json->at("endpoint"), "python").contains(base));
        QProcess curl; // the line works as it stands
        curl.start(u"sh"_s, {u"-c"_s, stringAt(json->at("endpoint"), "curl")});
        QVERIFY(curl.waitForFinished(120'000));
        const QByteArray answer = curl.readAllStandardOutput();
        QVERIFY2(curl.exitCode() == 127 || answer.contains("\"choices\""),
                 (answer + curl.readAllStandardError()).constData());
        const QByteArray text = ascendctl({u"verify"_s, m_lab->deploymentFile()}).out;
        QVERIFY(text.contains("The endpoint: " + base.toUtf8()) && text.contains("from openai import OpenAI"));
    }

    // The settings name another port since: what serves is asked, as the window asks it.
    void whatWasRunIsAskedAfterAnEdit()
    {
        const QString file = m_lab->deploymentFile();
        const Result<Deployment> before = loadDeployment(file);
        QVERIFY(before);
        Deployment edited = *before;
        edited.settings["port"] = 2025;
        edited.settings["metricsPort"] = 2027;
        QVERIFY(saveDeployment(edited, file));
        const Ran verified = ascendctl({u"verify"_s, file, u"--json"_s});
        const Ran sampled = ascendctl({u"monitor"_s, file, u"--once"_s});
        QVERIFY(saveDeployment(*before, file));
        QVERIFY2(verified.code == 0, (verified.out + verified.err).constData());
        QVERIFY2(!verified.out.contains(":2025/v1") && verified.err.contains("Asked is what was run, ")
                     && verified.err.contains(":2025/v1"),
                 verified.err.constData());
        QVERIFY2(sampled.out.contains("serving.running"), (sampled.out + sampled.err).constData());
        const Ran again = ascendctl({u"verify"_s, file});
        QVERIFY2(again.code == 0 && !again.err.contains("Asked is what was run"), again.err.constData());

        Deployment slower = *before;     // the same address and model, and not what runs
        slower.settings["maxSeqLen"] = 4096;
        QVERIFY(saveDeployment(slower, file));
        const Ran chosen = ascendctl({u"verify"_s, file});
        QVERIFY(saveDeployment(*before, file));
        QVERIFY2(chosen.code == 0 && chosen.err.contains("other settings were chosen (maxSeqLen)"),
                 chosen.err.constData());

        // Another file for the same nodes, never run: this is not its service, and not what it would bring up.
        edited.name = u"other"_s;
        const QString other = QFileInfo(file).path() + u"/other.deployment.json"_s;
        QVERIFY(saveDeployment(edited, other));
        const Ran anothers = ascendctl({u"verify"_s, other});
        QVERIFY2(anothers.code == 1 && anothers.err.contains("was deployed from " + file.toUtf8())
                     && anothers.err.contains(":2025/v1") && !anothers.err.contains("since then"),
                 anothers.err.constData());
        slower.name = u"other"_s;        // here its settings were never those of the run
        QVERIFY(saveDeployment(slower, other));
        const Ran unrun = ascendctl({u"verify"_s, other});
        QVERIFY2(unrun.err.contains("has other settings (maxSeqLen), which were not run")
                     && !unrun.err.contains("Since then"),
                 unrun.err.constData());
        QVERIFY(QFile::remove(other));
    }

    void afterStopNothingIsHeldAndTheContainerIsStillOurs()
    {
        QCOMPARE(ascendctl({u"stop"_s, m_lab->deploymentFile()}).code, 0);
        for (const Said &said : check())
            QVERIFY2(said.verdict == u"pass" || said.verdict == u"skipped",
                     qPrintable(said.check + u": "_s + said.summary));
    }
};

QTEST_GUILESS_MAIN(TestOwnService)
#include "tst_ownservice.moc"
