// The nodes page: what is typed is checked, what is edited reaches the cluster, what is removed comes back.
#include "core/nodes/jumphost.h"
#include "ui/common/emptystate.h"
#include "ui/common/format.h"
#include "ui/common/nodelook.h"
#include "core/monitor/clustermonitor.h"
#include "ui/nodes/factspanel.h"
#include "ui/nodes/nodeform.h"
#include "ui/nodes/nodespage.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScopeGuard>
#include <QScrollArea>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStackedWidget>
#include <QTableView>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

Node node(const QString &name, const QString &host)
{
    Node node;
    node.name = name;
    node.host = host;
    return node;
}

Deployment twoNodes()
{
    Deployment deployment;
    deployment.name = u"two"_s;
    deployment.nodes = {node(u"node1"_s, u"10.20.0.1"_s), node(u"node2"_s, u"10.20.0.2"_s)};
    return deployment;
}

NodeFacts facts(int chips)
{
    NodeFacts facts;
    facts.name = u"node1"_s;
    facts.reachable = true;
    facts.driverVersion = u"25.2.0"_s;
    facts.clockOffsetSeconds = 2.5;
    NpuSmiInfo info;
    for (int i = 0; i < chips; ++i) {
        NpuChip chip;
        chip.npu = i;
        chip.chip = 0;
        chip.name = u"910B3"_s;
        chip.health = i == 1 ? u"Alarm"_s : u"OK"_s;
        chip.hbmUsedMb = 3161;
        chip.hbmTotalMb = 65536;
        info.chips << chip;
        facts.deviceIds << i;
        facts.hccn << HccnFacts{i, u"10.20.1.%1"_s.arg(i), {}, {}, u"UP"_s, {}, {}};
    }
    facts.npuSmi = info;
    return facts;
}

} // namespace

class TestNodesPage : public QObject
{
    Q_OBJECT

private slots:
    void wrongFieldsAreSaid_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("host");
        QTest::addColumn<bool>("nameIsWrong");
        QTest::addColumn<bool>("hostIsWrong");
        QTest::newRow("good") << u"node3"_s << u"10.20.0.3"_s << false << false;
        QTest::newRow("empty") << QString() << QString() << true << true;
        QTest::newRow("taken") << u"node1"_s << u"10.20.0.3"_s << true << false;
        QTest::newRow("blank") << u"a b"_s << u"10.20. 0.3"_s << true << true;
        QTest::newRow("slash") << u"../x"_s << u"10.20.0.3"_s << true << false;
        QTest::newRow("option") << u"-n"_s << u"-oProxyCommand=x"_s << true << true;
        QTest::newRow("newline") << u"a\nb"_s << u"h\nx"_s << true << true;
    }
    void wrongFieldsAreSaid()
    {
        QFETCH(QString, name);
        QFETCH(QString, host);
        const NodeProblems problems = problemsOf(node(name, host), {u"node1"_s});
        QTEST(!problems.name.isEmpty(), "nameIsWrong");
        QTEST(!problems.host.isEmpty(), "hostIsWrong");
    }

    void keyFileMustBeReadable()
    {
        Node typed = node(u"n"_s, u"10.20.0.1"_s);
        typed.auth = AuthMethod::Key;
        QVERIFY(!problemsOf(typed, {}).identityFile.isEmpty());
        typed.identityFile = u"/nonexistent/key"_s;
        QVERIFY(!problemsOf(typed, {}).identityFile.isEmpty());
        {
            QTemporaryDir keys;
            typed.identityFile = keys.filePath(u"id_ed25519.pub"_s);
            QFile key(typed.identityFile);
            QVERIFY(key.open(QIODevice::WriteOnly) && key.write("ssh-ed25519 AAAA me\n") > 0);
            key.close();
            QVERIFY(problemsOf(typed, {}).identityFile.contains(u"public key"_s));
        }
        typed.identityFile = QString::fromLocal8Bit(__FILE__);
        if (QFile::exists(typed.identityFile))
            QVERIFY(problemsOf(typed, {}).identityFile.isEmpty());
        typed.transport = Transport::Local;
        typed.identityFile.clear();
        QVERIFY(!problemsOf(typed, {}).any());
    }

    void formKeepsWhatItDoesNotShow()
    {
        NodeForm form({});
        Node original = node(u"node1"_s, u"10.20.0.1"_s);
        original.other["rack"] = 7;
        original.port = 2222;
        original.user = u"admin"_s;
        form.edit(original, {}, false);
        QCOMPARE(form.node(), original);
        form.findChild<QSpinBox *>(u"nodePort"_s)->setValue(0);
        QVERIFY(!form.node().port);
    }

    void nothingIsSavedWhileSomethingIsWrong()
    {
        NodeForm form({});
        form.edit(node({}, {}), {}, true);
        form.show();
        QSignalSpy accepted(&form, &NodeForm::accepted);
        QVERIFY(form.findChild<QLabel *>(u"nodeNameProblem"_s)->isHidden()); // not before the first attempt
        QTest::mouseClick(form.findChild<QPushButton *>(u"nodeSave"_s), Qt::LeftButton);
        QCOMPARE(accepted.count(), 0);
        QVERIFY(form.findChild<QLabel *>(u"nodeNameProblem"_s)->isVisible());
        QVERIFY(form.findChild<QLabel *>(u"nodeHostProblem"_s)->isVisible());
        QTest::keyClicks(form.findChild<QLineEdit *>(u"nodeName"_s), u"node9"_s);
        QVERIFY(form.findChild<QLabel *>(u"nodeNameProblem"_s)->isHidden()); // at once when it is right
        QTest::keyClicks(form.findChild<QLineEdit *>(u"nodeHost"_s), u"10.20.0.9"_s);
        QTest::keyClick(form.findChild<QLineEdit *>(u"nodeHost"_s), Qt::Key_Return);
        QCOMPARE(accepted.count(), 1);
        QCOMPARE(accepted.first().first().value<Node>().host, u"10.20.0.9"_s);
        auto *port = form.findChild<QSpinBox *>(u"nodePort"_s);
        port->selectAll();
        QTest::keyClicks(port, u"2222"_s);
        QTest::keyClick(port, Qt::Key_Return);
        QCOMPARE(accepted.count(), 2);
        QCOMPARE(accepted.last().first().value<Node>().port, std::optional(2222));
        port->selectAll();
        QTest::keyClick(port, Qt::Key_Delete); // as ~/.ssh/config says
        QTest::keyClick(port, Qt::Key_Return);
        QCOMPARE(accepted.count(), 3);
        QCOMPARE(accepted.last().first().value<Node>().port, std::nullopt);
    }

    void theButtonAboveTakesWhatWasTyped()
    {
        Cluster cluster({});
        NodesPage page(cluster);
        page.resize(1100, 700);
        page.show();
        auto *add = page.findChild<QPushButton *>(u"addNode"_s);
        QTest::mouseClick(add, Qt::LeftButton);
        QTest::mouseClick(add, Qt::LeftButton); // nothing was typed: the same form
        QCOMPARE(cluster.deployment().nodes.size(), 0);
        auto *host = page.findChild<QLineEdit *>(u"nodeHost"_s);
        host->setText(u"not a host"_s);
        QTest::mouseClick(add, Qt::LeftButton);
        QCOMPARE(cluster.deployment().nodes.size(), 0);
        QCOMPARE(host->text(), u"not a host"_s); // and the form says what is wrong
        QVERIFY(page.findChild<QLabel *>(u"nodeHostProblem"_s)->isVisible());
        host->setText(u"10.20.0.9"_s);
        QTest::mouseClick(add, Qt::LeftButton);
        QCOMPARE(cluster.deployment().nodes.size(), 1);
        QCOMPARE(cluster.deployment().nodes.first().host, u"10.20.0.9"_s);
        QTest::mouseClick(add, Qt::LeftButton); // and the next one
        QVERIFY(host->isVisible() && host->text().isEmpty());
    }

    void editingAnotherNodeTakesWhatWasTyped()
    {
        Cluster cluster({});
        Deployment deployment;
        deployment.nodes << Node{.name = u"a"_s, .host = u"10.0.0.1"_s} << Node{.name = u"b"_s, .host = u"10.0.0.2"_s};
        cluster.open(deployment, {});
        NodesPage page(cluster);
        page.resize(1100, 700);
        page.show();
        auto *host = page.findChild<QLineEdit *>(u"nodeHost"_s);
        const auto edit = [&](const QString &node) {
            page.choose(node);
            QTest::mouseClick(page.findChild<QPushButton *>(u"editNode"_s), Qt::LeftButton);
        };
        edit(u"a"_s);
        host->setText(u"no host"_s);
        edit(u"b"_s);
        QCOMPARE(host->text(), u"no host"_s); // it is wrong: it stays, and says so
        QVERIFY(page.findChild<QLabel *>(u"nodeHostProblem"_s)->isVisible());
        host->setText(u"10.0.0.7"_s);
        edit(u"b"_s);
        QCOMPARE(cluster.deployment().nodes[0].host, u"10.0.0.7"_s);
        QCOMPARE(host->text(), u"10.0.0.2"_s);
        QTest::mouseClick(page.findChild<QPushButton *>(u"addNode"_s), Qt::LeftButton);
        host->setText(u"10.0.0.9"_s);
        page.choose(u"a"_s);
        QTest::mouseClick(page.findChild<QPushButton *>(u"duplicateNode"_s), Qt::LeftButton);
        QCOMPARE(cluster.deployment().nodes.size(), 3);
        QCOMPARE(cluster.deployment().nodes[2].host, u"10.0.0.9"_s);
        QCOMPARE(host->text(), u"10.0.0.7"_s); // the copy of a
    }

    void addEditRemoveUndoAndMove()
    {
        Cluster cluster({});
        NodesPage page(cluster);
        QAbstractItemModelTester tester(&page.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        page.resize(1100, 700);
        page.show();
        cluster.open(twoNodes(), {});
        QVERIFY(!cluster.isModified());
        const auto press
            = [&](const QString &name) { QTest::mouseClick(page.findChild<QPushButton *>(name), Qt::LeftButton); };

        press(u"addNode"_s);
        QCOMPARE(page.findChild<QLineEdit *>(u"nodeName"_s)->text(), u"node3"_s);
        page.findChild<QLineEdit *>(u"nodeHost"_s)->setText(u"10.20.0.3"_s);
        press(u"nodeSave"_s);
        QCOMPARE(cluster.deployment().nodes.size(), 3);
        QVERIFY(cluster.isModified());

        page.choose(u"node2"_s);
        press(u"moveUp"_s);
        QCOMPARE(cluster.deployment().nodes.first().name, u"node2"_s);
        QVERIFY(page.model().index(0, 0).data().toString().contains("node2"_L1));

        press(u"removeNode"_s);
        QCOMPARE(cluster.deployment().nodes.size(), 2);
        press(u"undoBarUndo"_s);
        QCOMPARE(cluster.deployment().nodes.size(), 3);
        QCOMPARE(cluster.deployment().nodes.first().name, u"node2"_s);

        page.choose(u"node1"_s);
        press(u"editNode"_s);
        page.findChild<QLineEdit *>(u"nodeUser"_s)->setText(u"admin"_s);
        press(u"nodeSave"_s);
        QCOMPARE(cluster.deployment().nodes[1].user, u"admin"_s);

        press(u"duplicateNode"_s);
        press(u"nodeSave"_s);
        QCOMPARE(cluster.deployment().nodes.size(), 4);
        QCOMPARE(cluster.deployment().nodes.last().user, u"admin"_s);
    }

    void undoGivesBackTheNodeAndNothingElse()
    {
        Cluster cluster({});
        NodesPage page(cluster);
        page.resize(1100, 700);
        page.show();
        page.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        cluster.open(twoNodes(), {});
        page.choose(u"node1"_s);
        QTest::mouseClick(page.findChild<QPushButton *>(u"removeNode"_s), Qt::LeftButton);
        QCOMPARE(cluster.deployment().nodes.size(), 1);
        QVERIFY(page.findChild<QFrame *>(u"undoBar"_s)->accessibleName().contains("node1"_L1));
        Deployment changed = cluster.deployment(); // on another page, meanwhile
        changed.settings["port"] = 1025;
        cluster.edit(changed);
        auto *table = page.findChild<QTableView *>(u"nodesTable"_s);
        table->setFocus();
        QTest::keyClick(table, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(cluster.deployment().nodes, twoNodes().nodes);
        QVERIFY(cluster.deployment().settings == changed.settings);
        QVERIFY(page.findChild<QFrame *>(u"undoBar"_s)->isHidden());
        QTest::mouseClick(page.findChild<QPushButton *>(u"removeNode"_s), Qt::LeftButton);
        QVERIFY(page.findChild<QFrame *>(u"undoBar"_s)->isVisible());
        cluster.open(twoNodes(), {}); // another file: there is nothing to give back
        QVERIFY(page.findChild<QFrame *>(u"undoBar"_s)->isHidden());
    }

    void formMakesRoomForTheNodeThatIsChosen()
    {
        Cluster cluster({});
        NodesPage page(cluster);
        page.resize(1100, 700);
        page.show();
        page.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        cluster.open(twoNodes(), {});
        auto *form = page.findChild<NodeForm *>();
        auto *user = page.findChild<QLineEdit *>(u"nodeUser"_s);
        auto *notice = page.findChild<QLabel *>(u"nodeLeftBehind"_s);
        auto *table = page.findChild<QTableView *>(u"nodesTable"_s);
        const auto press
            = [&](const QString &name) { QTest::mouseClick(page.findChild<QPushButton *>(name), Qt::LeftButton); };
        const auto click = [&](int row) {
            QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                              table->visualRect(table->model()->index(row, 0)).center());
        };

        click(0);
        press(u"editNode"_s);
        QVERIFY(form->isVisible());
        click(1); // nothing was typed
        QVERIFY(!form->isVisible());

        click(0);
        press(u"editNode"_s);
        user->setFocus();
        QTest::keyClicks(user, u"admin"_s);
        QVERIFY(notice->isHidden());
        click(1);
        QVERIFY(form->isVisible());
        QVERIFY(notice->isVisible());
        QVERIFY(notice->text().contains("node1"_L1) && notice->text().contains("node2"_L1));
        QCOMPARE(user->text(), u"admin"_s);
        press(u"nodeSave"_s);
        QCOMPARE(cluster.deployment().nodes[0].user, u"admin"_s);
        QCOMPARE(cluster.deployment().nodes[1].user, QString());
        QVERIFY(!form->isVisible());
        QCOMPARE(table->currentIndex().row(), 1);

        press(u"editNode"_s);
        user->setFocus();
        QTest::keyClicks(user, u"nobody"_s);
        QTest::keyClick(user, Qt::Key_Escape);
        QVERIFY(!form->isVisible());
        QCOMPARE(cluster.deployment().nodes[1].user, QString());

        click(0);                        // a new one is typed, then the first is to be edited: the buttons act on it
        press(u"addNode"_s);
        page.findChild<QLineEdit *>(u"nodeHost"_s)->setText(u"10.20.0.77"_s);
        press(u"editNode"_s);
        QCOMPARE(cluster.deployment().nodes.size(), 3);
        QVERIFY(form->isVisible());
        QCOMPARE(page.findChild<QLineEdit *>(u"nodeName"_s)->text(), u"node1"_s);
        QCOMPARE(table->currentIndex().row(), 0);
        QTest::keyClick(user, Qt::Key_Escape);
        click(2);
        press(u"removeNode"_s);
        press(u"removalRemove"_s);
        QTRY_COMPARE(cluster.deployment().nodes.size(), 2);
        click(1);
        press(u"editNode"_s);
        press(u"removeNode"_s); // a form of a node that is gone would bring it back
        QVERIFY(!form->isVisible());
        QCOMPARE(cluster.deployment().nodes.size(), 1);
    }

    void oneMachineTwiceIsSaid()
    {
        QTemporaryDir dir;
        QFile config(dir.filePath(u"config"_s));
        QVERIFY(config.open(QIODevice::WriteOnly));
        config.write("Host first\n  HostName 10.20.0.1\nHost gate\n  HostName 10.20.0.1\n  Port 2222\n");
        config.close();
        ConnectionSettings settings;
        settings.sshConfigFile = config.fileName();
        Cluster cluster(settings);
        NodesPage page(cluster);
        page.resize(1100, 700);
        page.show();
        cluster.open(twoNodes(), {});
        auto *host = page.findChild<QLineEdit *>(u"nodeHost"_s);
        auto *warning = page.findChild<QLabel *>(u"nodeTwin"_s);
        const auto retype = [&](const QString &text) {
            host->setFocus();
            host->selectAll();
            QTest::keyClicks(host, text);
        };
        QTest::mouseClick(page.findChild<QPushButton *>(u"addNode"_s), Qt::LeftButton);
        retype(u"10.20.0.2"_s);
        QTRY_VERIFY(warning->isVisible());
        QVERIFY(warning->text().contains("node2"_L1));
        page.findChild<QSpinBox *>(u"nodePort"_s)->setValue(2222); // another port may be another machine
        QTRY_VERIFY(!warning->isVisible());
        page.findChild<QSpinBox *>(u"nodePort"_s)->setValue(22);
        QTRY_VERIFY(warning->isVisible());
        retype(u"gate"_s);
        page.findChild<QSpinBox *>(u"nodePort"_s)->setValue(0);
        QTRY_VERIFY(!warning->isVisible());
        retype(u"first"_s); // ~/.ssh/config says which machine that is
        QTRY_VERIFY(warning->isVisible());
        QVERIFY(warning->text().contains("node1"_L1));

        QTest::mouseClick(page.findChild<QPushButton *>(u"nodeSave"_s), Qt::LeftButton); // a warning, no ban
        QCOMPARE(cluster.deployment().nodes.size(), 3);
        const auto hostOf = [&](int row) { return page.model().index(row, NodeModel::Host).data().toString(); };
        QTRY_COMPARE(hostOf(2), u"! first"_s);
        QCOMPARE(hostOf(0), u"! 10.20.0.1"_s);
        QCOMPARE(hostOf(1), u"10.20.0.2"_s);
        QVERIFY(page.model().index(2, NodeModel::Host).data(Qt::ToolTipRole).toString().contains("node1"_L1));
    }

    void jumpHostIsAField()
    {
        NodeForm form({});
        form.edit(node(u"node1"_s, u"10.20.0.1"_s), {}, false);
        form.show();
        QSignalSpy accepted(&form, &NodeForm::accepted);
        auto *jump = form.findChild<QLineEdit *>(u"nodeJump"_s);
        QTest::keyClicks(jump, u"-oProxyCommand=x"_s);
        QTest::keyClick(jump, Qt::Key_Return);
        QCOMPARE(accepted.count(), 0);
        QVERIFY(form.findChild<QLabel *>(u"nodeJumpProblem"_s)->isVisible());
        jump->selectAll();
        QTest::keyClicks(jump, u"root@gate:2222"_s);
        QTest::keyClick(jump, Qt::Key_Return);
        QCOMPARE(accepted.count(), 1);
        Deployment deployment;
        deployment.nodes = {accepted.first().first().value<Node>()};
        const Result<Deployment> again = parseDeployment(toText(deployment));
        QVERIFY(again);
        QCOMPARE(jumpHostOf(again->nodes.first()), u"root@gate:2222"_s);
        form.edit(again->nodes.first(), {}, false);
        QCOMPARE(jump->text(), u"root@gate:2222"_s);
        QVERIFY(!form.isChanged());
        jump->clear();
        QCOMPARE(form.node().other.contains("proxyJump"), false);
    }

    void hostsOfTheSshConfigBecomeNodes()
    {
        QTemporaryDir dir;
        QFile config(dir.filePath(u"config"_s));
        QVERIFY(config.open(QIODevice::WriteOnly));
        config.write("Host *\n  User root\nHost npu1 npu2 !npu9 lab-*\n  ProxyJump gate\nHost 10.20.0.1\n  Port "
                     "2222\nHost node1\n  HostName 10.20.0.7\n");
        config.close();
        ConnectionSettings settings;
        settings.sshConfigFile = config.fileName();
        Cluster cluster(settings);
        NodesPage page(cluster);
        page.resize(1100, 700);
        page.show();
        cluster.open(twoNodes(), {});
        const auto press
            = [&](const QString &name) { QTest::mouseClick(page.findChild<QPushButton *>(name), Qt::LeftButton); };
        press(u"addNode"_s);
        press(u"nodeImport"_s);
        auto *list = page.findChild<QListWidget *>(u"importHosts"_s);
        QTRY_COMPARE(list->count(), 4);
        QVERIFY(list->isVisible());
        QVERIFY(!page.findChild<QPushButton *>(u"importAdd"_s)->isEnabled());
        QVERIFY2(list->item(0)->text().contains("npu1"_L1) && list->item(0)->text().contains("gate"_L1),
                 qPrintable(list->item(0)->text()));
        QVERIFY(!(list->item(2)->flags() & Qt::ItemIsUserCheckable)); // 10.20.0.1 is a node already
        list->setFocus();
        list->setCurrentRow(0);
        QTest::keyClick(list, Qt::Key_Space);
        list->setCurrentRow(3);
        QTest::keyClick(list, Qt::Key_Space);
        press(u"importAdd"_s);
        const QList<Node> nodes = cluster.deployment().nodes;
        QCOMPARE(nodes.size(), 4);
        QCOMPARE(nodes[2], node(u"npu1"_s, u"npu1"_s)); // what ~/.ssh/config says stays there
        QCOMPARE(nodes[3].name, u"node1-2"_s);          // the name was taken
        QCOMPARE(nodes[3].host, u"node1"_s);
        QVERIFY(!list->isVisible());
    }

    void chipsShowWhatWasToldAndNothingElse()
    {
        ChipModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setFacts(facts(8));
        QCOMPARE(model.rowCount(), 8);
        QCOMPARE(model.index(0, ChipModel::Hbm).data().toString(), u"3.1 of 64\u00a0GiB"_s);
        QCOMPARE(model.index(0, ChipModel::Power).data().toString(), u"–"_s); // not told is not 0
        QCOMPARE(model.index(3, ChipModel::Address).data().toString(), u"10.20.1.3"_s);
        QVERIFY(model.index(1, ChipModel::Health).data().toString().startsWith(u'✕'));
        QCOMPARE(model.index(1, ChipModel::Npu).data().toString(), u"1"_s);
        NodeFacts pairs = facts(8);          // an A3: two chips of each NPU
        for (int i = 0; i < 8; ++i) {
            pairs.npuSmi->chips[i].npu = i / 2;
            pairs.npuSmi->chips[i].chip = i % 2;
        }
        model.setFacts(pairs);
        QCOMPARE(model.index(0, ChipModel::Npu).data().toString(), u"0 / 0"_s);
        QCOMPARE(model.index(3, ChipModel::Npu).data().toString(), u"1 / 1"_s);
        NodeFacts fewer = facts(8);
        fewer.deviceIds.removeLast(); // a device file is missing: which chip has which address is not known
        model.setFacts(fewer);
        QCOMPARE(model.index(3, ChipModel::Address).data().toString(), u"–"_s);
        model.setFacts(facts(8), true);  // the node does not answer any more
        QCOMPARE(model.index(0, ChipModel::Health).data().toString(), u"OK"_s);
        QCOMPARE(model.index(1, ChipModel::Health).data(Qt::ForegroundRole), style::color(style::Tone::Unknown));
        model.setFacts(std::nullopt);
        QCOMPARE(model.rowCount(), 0);
    }

    // Of what was asked and of what was learned since, the newer counts, whatever else is wrong with the node.
    void theChipsAreAsTheNewestWordSays()
    {
        Cluster cluster({});
        Deployment deployment;
        deployment.nodes << Node{.name = u"node1"_s, .host = u"127.0.9.1"_s};
        cluster.open(deployment, {});
        NodeFacts known = facts(8);
        known.name = u"node1"_s;
        for (NpuChip &chip : known.npuSmi->chips)
            chip.health = u"OK"_s;
        known.npuSmi->chips[3].health = u"Alarm"_s;
        cluster.take(known);
        const NodeModel model(cluster);
        const auto chips = [&] { return model.index(0, NodeModel::Chips).data().toString(); };
        QCOMPARE(chips(), u"7 of 8"_s);
        QList<Sample> samples;
        const auto sampled = [&](qint64 timeMs, double third) {
            samples.clear();
            for (const NpuChip &chip : known.npuSmi->chips) {
                const QString device = npuAndChip(chip);
                samples << Sample{timeMs, {u"node1"_s, device, u"npu.health"_s}, device == u"3/0" ? third : 0}
                        << Sample{timeMs, {u"node1"_s, device, u"npu.aicore"_s}, 0};
            }
            cluster.tell(u"node1"_s, notesOf(samples, timeMs));
        };
        sampled(cluster.now() + 1000, 0);
        QCOMPARE(chips(), u"8 of 8"_s);
        sampled(cluster.now() + 2000, 2);
        QCOMPARE(chips(), u"7 of 8"_s);
    }

    // Only MindIE has a master.
    void aNodeIsCalledByWhatItsRecipeHasItDo_data()
    {
        QTest::addColumn<QString>("recipe");
        QTest::addColumn<int>("count");
        QTest::addColumn<QStringList>("names");
        QTest::newRow("none yet") << QString() << 2 << QStringList{u"node1"_s, u"node2"_s};
        QTest::newRow("one node") << u"mindie-deepseek-r1-w8a8-1xA3"_s << 1 << QStringList{u"node1"_s};
        QTest::newRow("MindIE") << u"mindie-deepseek-r1-w8a8-2xA2"_s << 2
                                << QStringList{u"node1 (master)"_s, u"node2"_s};
        QTest::newRow("vLLM") << u"vllm-ascend-deepseek-r1-w8a8-2xA2"_s << 2
                              << QStringList{u"node1 (head)"_s, u"node2"_s};
        QTest::newRow("prefill and decode")
            << u"vllm-ascend-deepseek-v3.1-w8a8-2p1d-4xA3"_s << 4
            << QStringList{u"node1 (prefill)"_s, u"node2 (prefill)"_s, u"node3 (decode)"_s, u"node4 (decode)"_s};
    }
    void aNodeIsCalledByWhatItsRecipeHasItDo()
    {
        QFETCH(QString, recipe);
        QFETCH(int, count);
        QFETCH(QStringList, names);
        Cluster cluster({});
        const NodeModel model(cluster);
        Deployment deployment;
        deployment.recipe = recipe;
        for (int i = 1; i <= count; ++i)
            deployment.nodes << node(u"node%1"_s.arg(i), u"127.0.9.%1"_s.arg(i));
        cluster.open(deployment, {});
        QStringList shown;
        for (int row = 0; row < model.rowCount(); ++row)
            shown << model.index(row, NodeModel::Name).data().toString();
        QCOMPARE(shown, names);
    }

    void theChipsOfALostNodeAreNotKnown()
    {
        Cluster cluster({});
        Deployment deployment;
        deployment.nodes << Node{.name = u"node1"_s, .host = u"127.0.9.1"_s};
        cluster.open(deployment, {});
        NodeFacts known = facts(8);
        known.name = u"node1"_s;
        cluster.take(known);
        const NodeModel model(cluster);
        QVERIFY(model.index(0, NodeModel::Chips).data().toString().endsWith(u"of 8"));
        cluster.tell(u"node1"_s, notesOf(Error{ErrorKind::Connection, u"gone"_s, {}, {}}, HealthSource::Monitor,
                                         cluster.now() + 1000));
        QCOMPARE(cluster.health(u"node1"_s).level, HealthLevel::Lost);
        QCOMPARE(model.index(0, NodeModel::Chips).data().toString(), u"–"_s);
    }

    void factsAreWordsWithUnits()
    {
        const QList<FactRow> rows = factRows(facts(8));
        const auto value = [&](const QString &key) {
            for (const FactRow &row : rows) {
                if (row.key == key)
                    return row.value;
            }
            return QString();
        };
        QCOMPARE(value(u"Driver"_s), u"25.2.0"_s);
        QCOMPARE(value(u"Firmware"_s), u"–"_s);
        QCOMPARE(value(u"Devices"_s), u"/dev/davinci 0–7"_s);
        QCOMPARE(value(u"Clock"_s), u"2.50 s ahead of this machine"_s);
        NodeFacts close = facts(8);      // less than what can be told is no difference
        close.clockOffsetSeconds = 0.1;
        close.clockUncertaintySeconds = 0.12;
        const QList<FactRow> closeRows = factRows(close);
        const auto clock = std::find_if(closeRows.cbegin(), closeRows.cend(),
                                        [](const FactRow &row) { return row.key == u"Clock"; });
        QVERIFY(clock != closeRows.cend());
        QCOMPARE(clock->value, u"as this machine's (known to 0.12 s)"_s);
    }

    void testConnectionSaysWhereItEnds()
    {
        Node local = node(u"local"_s, u"127.0.0.1"_s);
        local.transport = Transport::Local;
        QTemporaryDir root;
        local.root = root.path(); // has no npu-smi
        ConnectionSettings settings;
        settings.ownRoots = {root.path()};
        settings.secrets = std::make_shared<Secrets>();
        NodeForm form(settings);
        form.edit(local, {}, false);
        form.show();
        QSignalSpy tested(&form, &NodeForm::tested);
        QTest::mouseClick(form.findChild<QPushButton *>(u"nodeTest"_s), Qt::LeftButton);
        QVERIFY(tested.wait(20'000));
        QCOMPARE(tested.first().first().toBool(), false);
        const QList<QLabel *> steps = form.findChild<QWidget *>(u"testSteps"_s)->findChildren<QLabel *>();
        QCOMPARE(steps.size(), 1);
        QVERIFY(steps.first()->text().startsWith(u'✕'));
        QVERIFY(!form.findChild<QLabel *>(u"testOutcome"_s)->text().isEmpty());
        auto *folder = form.findChild<QLineEdit *>(u"nodeRoot"_s);
        QTest::keyClicks(folder, u"x"_s); // what was found is not about this one
        QVERIFY(form.findChild<QWidget *>(u"testSteps"_s)->findChildren<QLabel *>().isEmpty());
        QVERIFY(form.findChild<QLabel *>(u"testOutcome"_s)->text().isEmpty());
    }

    // It was reached a moment ago: that it was not asked yet would be untrue.
    void whatATestFoundIsKnownOfTheNode_data()
    {
        QTest::addColumn<bool>("answers");
        QTest::addColumn<bool>("simulated");
        QTest::addColumn<HealthLevel>("level");
        QTest::addColumn<QString>("state");
        const QString faulty = u"Faulty"_s; // the table has a chip in Alarm
        QTest::newRow("reached") << true << false << HealthLevel::Failed << faulty;
        QTest::newRow("reached, and simulated") << true << true << HealthLevel::Failed << faulty;
        QTest::newRow("away") << false << false << HealthLevel::Lost << u"Not reachable"_s;
    }
    void whatATestFoundIsKnownOfTheNode()
    {
        QFETCH(bool, answers);
        QFETCH(bool, simulated);
        QTemporaryDir tools;
        const auto put = [&tools](const QString &name, const QByteArray &script) {
            QFile tool(tools.filePath(name));
            QVERIFY(tool.open(QIODevice::WriteOnly));
            tool.write("#!/bin/sh\n" + script);
            tool.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        };
        put(u"npu-smi"_s, "/bin/cat " ASC_FIXTURES_DIR "/npu-smi/25.2.3/910b3-info.txt\n");
        if (simulated) // whoever looks for the mark finds it
            put(u"cat"_s,
                "[ \"$*\" = /etc/ascend-sim.json ] && echo '{\"simulated\": true}' || exec /bin/cat \"$@\"\n");
        const QByteArray path = qgetenv("PATH");
        qputenv("PATH", tools.path().toUtf8() + ':' + path);
        const auto putBack = qScopeGuard([&] { qputenv("PATH", path); });

        ConnectionSettings settings;
        settings.sshConfigFile = settings.knownHostsFile = u"/nonexistent"_s;
        settings.secrets = std::make_shared<Secrets>();
        Cluster cluster(settings);
        qint64 now = 1'795'000'000'000;
        cluster.setClock([&now] { return now; });
        NodesPage page(cluster);
        page.resize(1100, 700);
        page.show();
        cluster.open(twoNodes(), {});
        const auto press
            = [&](const QString &name) { QTest::mouseClick(page.findChild<QPushButton *>(name), Qt::LeftButton); };
        press(u"addNode"_s);
        page.findChild<QLineEdit *>(u"nodeHost"_s)->setText(u"127.0.0.1"_s);
        page.findChild<QSpinBox *>(u"nodePort"_s)->setValue(1); // nobody listens
        if (answers)
            page.findChild<QComboBox *>(u"nodeTransport"_s)->setCurrentIndex(1);
        auto *form = page.findChild<NodeForm *>();
        QSignalSpy tested(form, &NodeForm::tested);
        press(u"nodeTest"_s);
        QVERIFY(tested.wait(20'000));
        QCOMPARE(tested.first().first().toBool(), answers);
        now += 10'000;
        press(u"nodeSave"_s);
        QTRY_COMPARE(cluster.deployment().nodes.size(), 3);
        QCOMPARE(cluster.isSimulated(), simulated);
        const NodeHealth health = cluster.health(u"node3"_s);
        QTEST(health.level, "level");
        QCOMPARE(health.atMs, now - 10'000);
        const auto stateOf = [&](int row) { return page.model().index(row, NodeModel::State).data().toString(); };
        QFETCH(QString, state);
        QVERIFY2(stateOf(2).contains(state), qPrintable(stateOf(2)));
        QVERIFY2(stateOf(0).contains(u"Not asked yet"), qPrintable(stateOf(0))); // nor was it
        const auto why = [&] {           // it may be broken anywhere
            QString text = page.findChild<FactsPanel *>()->findChild<QLabel *>(u"nodeHealth"_s)->text();
            return text.remove(QChar(0x200b));
        };
        QTRY_VERIFY2(why().contains(answers ? u"chip 6: Alarm"_s : u"127.0.0.1"_s), qPrintable(why()));

        // And where it was changed after the test, nothing is known of it.
        press(u"editNode"_s);
        page.findChild<QLineEdit *>(u"nodeHost"_s)->setText(u"127.0.0.9"_s);
        press(u"nodeSave"_s);
        QCOMPARE(cluster.health(u"node3"_s).level, HealthLevel::Unknown);
    }

    // Of a node that is away, what npu-smi said of it before is not why nobody knows its chips.
    void chipsOfANodeThatIsAwayAreUnknownForThat()
    {
        Cluster cluster{ConnectionSettings{}};
        NodesPage page(cluster);
        page.resize(1100, 700);
        page.show();
        cluster.open(twoNodes(), {});
        const auto words = [&] {
            return page.findChild<QStackedWidget *>(u"chipStack"_s)
                ->findChild<EmptyState *>()
                ->findChild<QLabel *>()
                ->text();
        };
        QTRY_COMPARE(words(), u"node1 has not been asked yet."_s);
        NodeFacts said = facts(0);
        said.npuSmi.reset();
        said.errors.insert(u"npu-smi"_s, Error{ErrorKind::CommandFailed, u"dcmi said no."_s, {}, {}});
        cluster.take(said);
        QTRY_VERIFY2(words().contains(u"dcmi said no."), qPrintable(words()));
        cluster.tell(u"node1"_s, notesOf(Error{ErrorKind::Connection, u"No route to host."_s, {}, {}},
                                         HealthSource::Monitor, cluster.now()));
        QTRY_COMPARE(words(), u"The chips of node1 are not known: the node could not be asked."_s);
    }

    void resultOfATestGoesWithWhatWasTested()
    {
        QTcpServer mute; // accepts and says nothing
        QVERIFY(mute.listen(QHostAddress::LocalHost, 0));
        ConnectionSettings settings;
        settings.sshConfigFile = u"/nonexistent"_s;
        settings.secrets = std::make_shared<Secrets>();
        NodeForm form(settings);
        Node remote = node(u"n"_s, u"127.0.0.1"_s);
        remote.port = mute.serverPort();
        form.edit(remote, {}, false);
        form.show();
        auto *test = form.findChild<QPushButton *>(u"nodeTest"_s);
        auto *outcome = form.findChild<QLabel *>(u"testOutcome"_s);
        auto *port = form.findChild<QSpinBox *>(u"nodePort"_s);
        QSignalSpy tested(&form, &NodeForm::tested);
        QTest::mouseClick(test, Qt::LeftButton);
        QCOMPARE(test->text(), u"Stop"_s);
        port->setValue(1); // while it runs: its end would be about another port
        QCOMPARE(test->text(), u"Test connection"_s);
        QVERIFY(outcome->text().isEmpty());
        QTest::mouseClick(test, Qt::LeftButton); // nobody listens there
        QTRY_COMPARE_WITH_TIMEOUT(tested.count(), 1, 30'000);
        QVERIFY(!outcome->text().isEmpty());
        QTest::keyClicks(form.findChild<QLineEdit *>(u"nodeName"_s), u"2"_s); // the same machine
        QVERIFY(!outcome->text().isEmpty());
        port->setValue(2);
        QVERIFY(outcome->text().isEmpty());
        QVERIFY(form.findChild<QWidget *>(u"testSteps"_s)->findChildren<QLabel *>().isEmpty());
        port->setValue(1);
        QTest::mouseClick(test, Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(tested.count(), 2, 30'000);
        QVERIFY(!outcome->text().isEmpty());
        form.findChild<QLineEdit *>(u"nodeHost"_s)->setText(u"127.0.0.2"_s); // as a screen reader does
        QVERIFY(outcome->text().isEmpty());

        form.findChild<QLineEdit *>(u"nodeHost"_s)->setText(u"127.0.0.1"_s);
        port->setValue(mute.serverPort());
        QTest::mouseClick(test, Qt::LeftButton);
        QTest::mouseClick(test, Qt::LeftButton); // seen at once, however long its end takes
        QCOMPARE(outcome->text(), u"Stopping…"_s);
        QTRY_COMPARE_WITH_TIMEOUT(outcome->text(), u"The test was stopped."_s, 30'000);
        QCOMPARE(tested.count(), 3);
    }

    // What changes each second stands with its own time, and is the monitor's where that is newer.
    void figuresOfTheChipsCarryTheirTime()
    {
        Cluster cluster{ConnectionSettings{}};
        qint64 now = 1'795'000'000'000;
        cluster.setClock([&now] { return now; });
        ClusterMonitor monitor(cluster);
        monitor.setClock([&now] { return now; });
        NodesPage page(cluster);
        page.follow(monitor);
        page.resize(1100, 700);
        page.show();
        cluster.open(twoNodes(), {});
        monitor.watch({u"node1"_s, u"node2"_s});
        NodeFacts asked = facts(2);
        for (NpuChip &chip : asked.npuSmi->chips)
            chip.aiCorePercent = 57;
        cluster.take(asked);
        auto *table = page.findChild<QTableView *>(u"chipTable"_s);
        auto *time = page.findChild<QLabel *>(u"figuresTime"_s);
        const auto core = [&](int row) { return table->model()->index(row, ChipModel::AiCore).data().toString(); };
        QTRY_COMPARE(core(0), u"57\u00a0%"_s);
        QCOMPARE(time->text(), u"Figures from %1"_s.arg(format::timeAt(now, now)));
        const qint64 before = now;

        now += 16 * 60'000;              // the monitor hears it; nobody asked for its facts again
        QList<Sample> samples;
        for (const char *device : {"0/0", "1/0"})
            samples << Sample{now, {u"node1"_s, QLatin1String(device), u"npu.aicore"_s}, 0}
                    << Sample{now, {u"node1"_s, QLatin1String(device), u"npu.health"_s}, 0}
                    << Sample{now, {u"node1"_s, QLatin1String(device), u"npu.hbm.used"_s}, 3161}
                    << Sample{now, {u"node1"_s, QLatin1String(device), u"npu.hbm.total"_s}, 65536};
        monitor.take(u"node1"_s, samples);
        QTRY_COMPARE(core(0), u"0\u00a0%"_s);
        QCOMPARE(time->text(), u"Figures from %1, card address and link from %2"_s.arg(format::timeAt(now, now),
                                                                                       format::timeAt(before, now)));
        // It hears that a link went down as well: the table and the node's state say so together.
        const auto link = [&](int row) { return table->model()->index(row, ChipModel::Link).data().toString(); };
        QCOMPARE(link(1), u"✓ UP"_s);
        now += 60'000;
        for (Sample &sample : samples)
            sample.timeMs = now;
        samples << Sample{now, {u"node1"_s, u"0/0"_s, u"npu.link.up"_s}, 1}
                << Sample{now, {u"node1"_s, u"1/0"_s, u"npu.link.up"_s}, 0};
        monitor.take(u"node1"_s, samples);
        QTRY_COMPARE(link(1), u"✕ DOWN"_s);
        QCOMPARE(link(0), u"✓ UP"_s);
        QCOMPARE(time->text(), u"Figures from %1, link from %1, card address from %2"_s.arg(
                                   format::timeAt(now, now), format::timeAt(before, now)));
        QCOMPARE(cluster.health(u"node1"_s).why, u"The link of NPU 1/0 is down."_s);
        // As much as has room, and apart from the head beside it.
        const QList<QLabel *> labels = page.findChildren<QLabel *>();
        const auto head = std::find_if(labels.cbegin(), labels.cend(),
                                       [](const QLabel *one) { return one->text() == u"Chips of node1"_s; });
        QVERIFY(head != labels.cend());
        QCOMPARE(time->x() - (*head)->geometry().right() - 1, style::margin);
        page.resize(740, 520);           // in a window of 960 x 600 it takes two lines: no time is cut off
        QTRY_VERIFY(time->height() >= 2 * time->fontMetrics().height());
        QVERIFY(time->height() >= time->heightForWidth(time->width()));
        QVERIFY2(time->text().endsWith(format::timeAt(before, now)), qPrintable(time->text()));
        page.resize(1100, 700);
        // Where none is up the node may do without them; they are down all the same.
        now += 60'000;
        for (Sample &sample : samples) {
            sample.timeMs = now;
            if (sample.key.metric == u"npu.link.up"_s)
                sample.value = 0;
        }
        monitor.take(u"node1"_s, samples);
        QTRY_COMPARE(link(0), u"✕ DOWN"_s);
        QCOMPARE(link(1), u"✕ DOWN"_s);
        QVERIFY(cluster.health(u"node1"_s).why.isEmpty());

        auto *health = page.findChild<QLabel *>(u"nodeHealth"_s);
        QTRY_VERIFY2(health->text().contains(u"Facts from "_s + format::timeAt(before, now)),
                     qPrintable(health->text()));
    }

    // They change in mid-reading; only a node's state that is another one fits the columns anew.
    void figuresThatGrowAreReadWhole()
    {
        Cluster cluster{ConnectionSettings{}};
        qint64 now = 1'795'000'000'000;
        cluster.setClock([&now] { return now; });
        ClusterMonitor monitor(cluster);
        monitor.setClock([&now] { return now; });
        NodesPage page(cluster);
        page.follow(monitor);
        page.resize(1400, 700);
        page.show();
        cluster.open(twoNodes(), {});
        monitor.watch({u"node1"_s, u"node2"_s});
        cluster.take(facts(1));
        auto *table = page.findChild<QTableView *>(u"chipTable"_s);
        const auto text = [&](int column) { return table->model()->index(0, column).data().toString(); };
        QTRY_COMPARE(text(ChipModel::Hbm), u"3.1 of 64\u00a0GiB"_s);
        const auto tell = [&](double usedMb, double core) {
            now += 1000;
            const auto sample = [&now](const QString &metric, double value) {
                return Sample{now, {u"node1"_s, u"0/0"_s, metric}, value};
            };
            monitor.take(u"node1"_s,
                         {sample(u"npu.health"_s, 0), sample(u"npu.aicore"_s, core), sample(u"npu.hbm.used"_s, usedMb),
                          sample(u"npu.hbm.total"_s, 65536)});
        };
        tell(3161, 0);
        QTRY_COMPARE(text(ChipModel::AiCore), u"0\u00a0%"_s);
        QCoreApplication::processEvents(); // what the monitor's first word sets off
        tell(43315, 57);
        QTRY_COMPARE(text(ChipModel::Hbm), u"42.3 of 64\u00a0GiB"_s);
        for (int column = 0; column < ChipModel::Link; ++column) {
            const int needed = static_cast<const QAbstractItemView *>(table)->sizeHintForColumn(column);
            QVERIFY2(table->columnWidth(column) >= needed, qPrintable(text(column)));
        }
    }

    // Two times in one paragraph say of what each of them is.
    void anOlderWordAndANewerContactAreToldApart_data()
    {
        QTest::addColumn<HealthSource>("source");
        QTest::addColumn<bool>("hasFacts");
        QTest::addColumn<QString>("said");
        const QString why = u"The link of NPU 1/0 is down. (%1, asked 41 s ago) · "_s;
        QTest::newRow("monitor") << HealthSource::Monitor << true
                                 << why.arg(u"Monitor"_s) + u"For other things it was asked just now. Facts from "_s;
        QTest::newRow("no facts") << HealthSource::Monitor << false
                                  << why.arg(u"Monitor"_s) + u"For other things it was asked just now."_s;
        QTest::newRow("inspection") << HealthSource::Inspection << true
                                    << why.arg(u"Inspection"_s) + u"For other things it was asked just now."_s;
    }
    void anOlderWordAndANewerContactAreToldApart()
    {
        QFETCH(HealthSource, source);
        QFETCH(bool, hasFacts);
        QFETCH(QString, said);
        const qint64 now = 1'795'000'000'000;
        NodeHealth health;
        health.level = HealthLevel::Warning;
        health.why = u"The link of NPU 1/0 is down."_s;
        health.source = source;
        health.whyAtMs = now - 41'000;
        health.atMs = now;
        FactsPanel panel;
        panel.setNode(node(u"node1"_s, u"10.20.0.1"_s), health, now, hasFacts ? std::optional(facts(2)) : std::nullopt,
                      hasFacts ? now - 60'000 : 0, {});
        const QString words = panel.findChild<QLabel *>(u"nodeHealth"_s)->text();
        QVERIFY2(words.startsWith(said) && !words.contains(u"It was asked"_s), qPrintable(words));
    }

    // What the checks found before the facts were asked says its time itself: one time of one thing.
    void whatCarriesItsTimeIsGivenNoOther()
    {
        const qint64 now = 1'795'000'000'000;
        NodeHealth health;
        health.level = HealthLevel::Failed;
        health.why = u"The port is in use (found by the checks at 12:31)"_s;
        health.source = HealthSource::Checks;
        health.whyAtMs = now - 41'000;
        health.atMs = now;
        health.isTimed = true;
        FactsPanel panel;
        panel.setNode(node(u"node1"_s, u"10.20.0.1"_s), health, now, facts(2), now, {});
        const QString words = panel.findChild<QLabel *>(u"nodeHealth"_s)->text();
        QVERIFY2(words.startsWith(health.why) && !words.contains(u"Checks, asked"_s), qPrintable(words));
        QVERIFY2(words.contains(u"For other things it was asked just now."_s), qPrintable(words));
    }

    void everyDifferenceFromOtherNodesStandsOnALine()
    {
        NodeHealth health;
        health.level = HealthLevel::Failed;
        health.why = u"The clocks are 90 s apart"_s;
        health.source = HealthSource::Checks;
        health.whyAtMs = health.atMs = 1'795'000'000'000;
        health.further = {{HealthLevel::Failed, u"TLS: it differs"_s}, {HealthLevel::Warning, u"MTU: it differs"_s}};
        const QString lines = u"\n✕ TLS: it differs\n! MTU: it differs"_s;
        FactsPanel panel;
        panel.setNode(node(u"node1"_s, u"10.20.0.1"_s), health, health.atMs, facts(2), health.atMs, {});
        const QString words = panel.findChild<QLabel *>(u"nodeHealth"_s)->text();
        QVERIFY2(words.startsWith(health.why) && words.endsWith(lines), qPrintable(words));
        const QString tip = healthToolTip(u"node1"_s, health, health.atMs);
        QVERIFY2(tip.contains(health.why) && tip.endsWith(lines), qPrintable(tip));
    }

    // The monitor reaches it, the question for its facts failed: both are said, and that it can be asked again.
    void reachableWithoutFactsIsToldAsThat()
    {
        Cluster cluster{ConnectionSettings{}};
        NodesPage page(cluster);
        page.resize(1100, 700);
        page.show();
        Deployment deployment;
        Node closed = node(u"node1"_s, u"127.0.0.1"_s);
        closed.port = 1;                 // nobody listens
        deployment.nodes = {closed};
        cluster.open(deployment, {});
        cluster.inspect();
        QTRY_COMPARE_WITH_TIMEOUT(cluster.state(u"node1"_s), NodeState::Unreachable, 30'000);
        cluster.tell(u"node1"_s, {contactNote(HealthSource::Monitor, cluster.now() + 1)});
        const auto says = [&](const QString &words) {
            const auto labels = page.findChildren<QLabel *>();
            return std::any_of(labels.cbegin(), labels.cend(), [&](const QLabel *label) {
                return label->isVisible() && label->text().contains(words);
            });
        };
        QTRY_VERIFY(says(u"It answers, but its facts could not be read: "_s));
        QVERIFY(says(cluster.facts(u"node1"_s)->error->message));
        QTRY_VERIFY(says(u"The chips of node1 are not known: it answers, but its facts could not be read."_s));
        QVERIFY(!says(u"has not been asked for its facts"_s) && !says(u"could not be asked"_s));
        QVERIFY(page.findChild<QPushButton *>(u"askAgain"_s)->isVisible());
    }

    void aFingerprintInTheDetailsStaysInTheirPanel()
    {
        Cluster cluster{ConnectionSettings{}};
        NodesPage page(cluster);
        page.resize(760, 480);
        page.show();
        Deployment deployment;
        deployment.nodes = {node(u"node1"_s, u"10.200.12.2"_s)};
        cluster.open(deployment, {});
        const QString why
            = u"10.200.12.2 showed SHA256:Zw2zIHZDBwxXP1NgvrswFfxaDMuVQl9HD8h4C1jfN6g and then ended the connection."_s;
        cluster.tell(u"node1"_s,
                     notesOf(Error{ErrorKind::Connection, why, {}, {}}, HealthSource::Monitor, cluster.now()));
        auto *words = page.findChild<QLabel *>(u"nodeHealth"_s);
        QTRY_VERIFY(words->isVisible() && words->accessibleName().contains(why));
        const auto *scroll
            = qobject_cast<QScrollArea *>(page.findChild<FactsPanel *>()->parentWidget()->parentWidget());
        QVERIFY(scroll);
        QTRY_VERIFY2(words->minimumSizeHint().width() < scroll->viewport()->width(),
                     qPrintable(QString::number(words->minimumSizeHint().width())));
        QTRY_VERIFY(page.findChild<FactsPanel *>()->width() <= scroll->viewport()->width());
        if (const QString folder = qEnvironmentVariable("ASC_GRAB_DIR"); !folder.isEmpty())
            page.grab().save(folder + u"/fingerprint.png"_s);
    }

    void testOfAClosedPortNamesTheStep()
    {
        Node remote = node(u"n"_s, u"127.0.0.1"_s);
        remote.port = 1; // nobody listens
        ConnectionSettings settings;
        settings.sshConfigFile = u"/nonexistent"_s;
        settings.knownHostsFile = u"/nonexistent"_s;
        settings.secrets = std::make_shared<Secrets>();
        const ConnectionTestResult result = testConnection(remote, settings, {});
        QVERIFY(!result.passed());
        QCOMPARE(result.steps.size(), 5);
        QCOMPARE(result.steps[0].state, ConnectionStepResult::Done);
        QCOMPARE(result.steps[1].state, ConnectionStepResult::Failed);
        QCOMPARE(result.steps[4].state, ConnectionStepResult::NotReached);
        QCOMPARE(result.steps[0].words, u"127.0.0.1"_s);
    }

    void testOfANameThatNobodyKnowsEndsAtTheFirstStep()
    {
        ConnectionSettings settings;
        settings.sshConfigFile = u"/nonexistent"_s;
        settings.knownHostsFile = u"/nonexistent"_s;
        settings.secrets = std::make_shared<Secrets>();
        QList<ConnectionStepResult> told;
        const ConnectionTestResult result // RFC 2606, 2: nobody will ever have that name
            = testConnection(node(u"n"_s, u"no-such-machine.invalid"_s), settings, {},
                             [&told](const ConnectionStepResult &step) { told << step; });
        QVERIFY(!result.passed());
        QCOMPARE(result.steps.size(), 5);
        QCOMPARE(result.steps[0].state, ConnectionStepResult::Failed);
        QVERIFY2(result.steps[0].words.contains(u"no-such-machine.invalid"_s), qPrintable(result.steps[0].words));
        for (int at = 1; at < 5; ++at)
            QCOMPARE(result.steps[at].state, ConnectionStepResult::NotReached);
        QCOMPARE(told, result.steps);
    }

    // Whether or not the login succeeds: a block that was meant may not have been taken.
    void testSaysWhatOfTheSshConfigurationWasPassedOver()
    {
        QTemporaryDir folder;
        QFile config(folder.filePath(u"config"_s));
        QVERIFY(config.open(QIODevice::WriteOnly));
        config.write("Match exec \"test -e /vpn\"\n    Port 1\nHost *\n    User somebody\n");
        config.close();
        Node remote = node(u"n"_s, u"127.0.0.1"_s);
        remote.port = 1;
        ConnectionSettings settings;
        settings.sshConfigFile = config.fileName();
        settings.knownHostsFile = u"/nonexistent"_s;
        settings.secrets = std::make_shared<Secrets>();
        const QString words = testConnection(remote, settings, {}).steps.first().words;
        QVERIFY2(words.contains(u"Match exec \"test -e /vpn\"\" was passed over"_s), qPrintable(words));
        const auto shell = shellFactoryFor(remote, settings)({}); // where it is not reached, in the sentence itself
        QVERIFY(!shell);
        QVERIFY2(shell.error().message.contains(u"was passed over"_s), qPrintable(shell.error().message));
    }
};

QTEST_MAIN(TestNodesPage)
#include "tst_nodespage.moc"
