// The check matrix and its page: what is shown while checks run, when they are done, and what the user can do then.
#include "core/base/languages.h"
#include "core/checks/catalogue.h"
#include "ui/common/style.h"
#include "ui/deploy/checkspage.h"
#include "ui/deploy/findingpanel.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTextEdit>

using namespace Qt::StringLiterals;

class TestChecksPage : public QObject
{
    Q_OBJECT

private:
    static Finding finding(const QString &check, Verdict verdict, const QString &value, const QString &remedy = {})
    {
        Finding finding;
        finding.check = check;
        finding.verdict = verdict;
        finding.value = value;
        finding.summary = u"node2: "_s + value;
        finding.remedy = remedy;
        finding.evidence = {{u"npu-smi info"_s, u"output of npu-smi"_s}};
        return finding;
    }

    // Two local nodes with a few tools of their own: everything a node lacks is a finding, not a hang.
    static Deployment localNodes(const QTemporaryDir &dir)
    {
        Deployment deployment;
        deployment.name = u"local"_s;
        for (int i = 1; i <= 2; ++i) {
            Node node;
            node.name = u"node%1"_s.arg(i);
            node.host = u"127.0.1.%1"_s.arg(i);
            node.transport = Transport::Local;
            node.root = dir.path() + u'/' + node.name;
            QDir().mkpath(node.root + u"/bin"_s);
            for (const QString &tool : {u"npu-smi"_s, u"docker"_s, u"hccn_tool"_s, u"ss"_s}) {
                QFile script(node.root + u"/bin/"_s + tool);
                if (script.open(QIODevice::WriteOnly))
                    script.write("#!/bin/sh\necho nothing of use\nexit 1\n");
                script.close();
                script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
            }
            deployment.nodes << node;
        }
        return deployment;
    }

private slots:
    void initTestCase() { style::apply(*qApp, Theme::Light); }

    void theModelIsAModel()
    {
        FindingModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setNodes({u"node1"_s, u"node2"_s}, u"en"_s);
        QCOMPARE(model.columnCount(), 3);
        QVERIFY(model.rowCount() > checkIds().size());
        model.setFinding(u"node2"_s, finding(u"driver.version"_s, Verdict::Pass, u"25.2.0"_s));
        model.setFinding({}, finding(u"driver.equal"_s, Verdict::Fail, u"differ"_s));
        model.setFinding(u"nobody"_s, finding(u"driver.version"_s, Verdict::Pass, u"25.2.0"_s));
        model.setFinding(u"node1"_s, finding(u"no.such"_s, Verdict::Pass, {}));
        model.setLanguage(u"zh"_s);
        model.clearFindings();
        model.setNodes({}, u"en"_s);
        QCOMPARE(model.columnCount(), 1);
    }

    void theVerdictHasTheColourOfTheThemeChosenLater()
    {
        FindingPanel panel;
        panel.show();
        CheckInfo info;
        info.id = u"npu.idle"_s;
        info.title = u"Idle"_s;
        const Finding failed = finding(u"npu.idle"_s, Verdict::Fail, u"busy"_s);
        panel.setFinding(info, u"node1"_s, &failed);
        const auto colour = [&panel] {
            for (const QLabel *label : panel.findChildren<QLabel *>()) {
                if (label->text().contains(lookOf(Verdict::Fail).word))
                    return label->palette().color(QPalette::WindowText);
            }
            return QColor();
        };
        QCOMPARE(colour(), style::color(style::Tone::Danger));
        for (const Theme theme : {Theme::Dark, Theme::Light}) {
            style::apply(*qApp, theme);
            QApplication::processEvents();
            QCOMPARE(colour(), style::color(style::Tone::Danger));
        }
    }

    void whatWasAcceptedIsNoProblem()
    {
        FindingModel model;
        model.setNodes({u"node1"_s, u"node2"_s}, u"en"_s);
        Finding slow = finding(u"host.governor"_s, Verdict::Warn, u"powersave"_s);
        for (const QString &node : {u"node1"_s, u"node2"_s})
            model.setFinding(node, slow);
        const QModelIndex one = model.indexOf(slow.check, u"node1"_s), other = model.indexOf(slow.check, u"node2"_s);
        QCOMPARE(model.firstProblem(), one);
        QVERIFY(model.setAccepted({acceptanceOf(u"node1"_s, slow)}));
        QCOMPARE(model.firstProblem(), other);
        QVERIFY(model.isProblem(one.row()));
        QCOMPARE(one.data().toString(), u"powersave, accepted"_s);
        QVERIFY(one.data(Qt::AccessibleTextRole).toString().endsWith(u"powersave, accepted"_s));
        QCOMPARE(style::Tone(one.data(FindingModel::ToneRole).toInt()), style::Tone::Unknown);
        QCOMPARE(other.data().toString(), u"powersave"_s);
        QVERIFY(model.setAccepted({acceptanceOf(u"node1"_s, slow), acceptanceOf(u"node2"_s, slow)}));
        QVERIFY(!model.isProblem(one.row()) && !model.firstProblem().isValid());
        slow.value = u"conservative"_s;
        model.setFinding(u"node1"_s, slow);
        QCOMPARE(model.firstProblem(), one);
    }

    // A path is one word: it breaks, and nothing is cut beside it.
    void longWordsBreakInsideThePanel()
    {
        FindingPanel panel;
        panel.resize(300, 600);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        CheckInfo info;
        info.id = u"weights.complete"_s;
        info.title = u"Weights"_s;
        const QString path = u"/work/weights/DeepSeek-V3.2-W8A8/"
                             "quant_model_weight_w8a8_dynamic-00008-of-00063.safetensors"_s;
        Finding failed = finding(u"weights.complete"_s, Verdict::Fail, u"missing"_s, u"Fetch `%1` again."_s.arg(path));
        failed.summary = u"there is no %1"_s.arg(path);
        failed.evidence = {{u"ls -l "_s + path, u"ls: cannot access"_s}};
        panel.setFinding(info, u"node1"_s, &failed);
        QCoreApplication::processEvents();
        const auto *scroll = panel.findChild<QScrollArea *>();
        QCOMPARE(scroll->horizontalScrollBar()->maximum(), 0);
        for (const auto &[name, said] : {std::pair{u"findingSummary"_s, path}, {u"findingRemedy"_s, path}}) {
            const auto *text = panel.findChild<QTextEdit *>(name);
            QVERIFY2(text->toPlainText().contains(said), qPrintable(text->toPlainText())); // whole, to be copied
            QCOMPARE(text->verticalScrollBar()->maximum(), 0);
            QVERIFY(text->height() >= text->fontMetrics().lineSpacing() * 3);
        }
        const QWidget *copy = panel.findChild<QWidget *>(u"copyCommands"_s);
        QVERIFY(panel.rect().contains(QRect(copy->mapTo(&panel, QPoint()), copy->size())));
    }

    void whatIsOwnHereAndFreeThereIsNoDifference()
    {
        FindingModel model;
        model.setNodes({u"node1"_s, u"node2"_s}, u"en"_s);
        Finding own = finding(u"host.ports"_s, Verdict::Pass, u"own service"_s);
        own.isOwn = true;
        model.setFinding(u"node1"_s, own);
        model.setFinding(u"node2"_s, finding(u"host.ports"_s, Verdict::Pass, u"3 free"_s));
        const QModelIndex title = model.indexOf(u"host.ports"_s, u"node1"_s).siblingAtColumn(0);
        QVERIFY(!title.data(FindingModel::DiffersRole).toBool());
        own.isOwn = false;               // in the same words, of somebody else
        model.setFinding(u"node1"_s, own);
        QVERIFY(title.data(FindingModel::DiffersRole).toBool());
    }

    void rowsTellWhereNodesDiffer()
    {
        FindingModel model;
        model.setNodes({u"node1"_s, u"node2"_s}, u"en"_s);
        model.setFinding(u"node1"_s, finding(u"driver.firmware"_s, Verdict::Pass, u"7.7.0.6.236"_s));
        const QModelIndex cell = model.indexOf(u"driver.firmware"_s, u"node2"_s);
        QVERIFY(!cell.siblingAtColumn(0).data(FindingModel::DiffersRole).toBool());
        QVERIFY(!cell.data(FindingModel::HasFindingRole).toBool());
        model.setFinding(u"node2"_s, finding(u"driver.firmware"_s, Verdict::Pass, u"7.5.0.3.220"_s));
        QVERIFY(cell.siblingAtColumn(0).data(FindingModel::DiffersRole).toBool());
        QCOMPARE(cell.data().toString(), u"7.5.0.3.220"_s);
        QVERIFY(cell.data(Qt::AccessibleTextRole).toString().contains(u"node2: Passed 7.5.0.3.220"_s));
        QVERIFY(!model.isProblem(cell.row()));
        model.setFinding(u"node2"_s, finding(u"driver.firmware-pairing"_s, Verdict::Fail, u"mismatch"_s));
        QCOMPARE(model.firstProblem(), model.indexOf(u"driver.firmware-pairing"_s, u"node2"_s));
    }

    // Both passed; one glance must tell which port is free and which the deployment's own service holds.
    void whatItsOwnServiceHoldsLooksOtherThanWhatIsFree()
    {
        FindingModel model;
        model.setNodes({u"node1"_s, u"node2"_s}, u"zh"_s);
        for (const QString &check : {u"npu.idle"_s, u"host.ports"_s, u"container.name"_s}) {
            Finding own = finding(check, Verdict::Pass, u"本部署的服务"_s);
            const Finding free = finding(check, Verdict::Pass, u"空闲"_s);
            own.isOwn = true;
            model.setFinding(u"node1"_s, own);
            model.setFinding(u"node2"_s, free);
            const QModelIndex held = model.indexOf(check, u"node1"_s), empty = model.indexOf(check, u"node2"_s);
            QCOMPARE(empty.data(FindingModel::SymbolRole).toString(), u"✓"_s);
            QVERIFY(held.data(FindingModel::SymbolRole) != empty.data(FindingModel::SymbolRole));
            QVERIFY(held.data(FindingModel::ToneRole) != empty.data(FindingModel::ToneRole));
            QVERIFY(!model.isProblem(held.row()));
            FindingPanel panel;
            const auto said = [&panel, &check](const Finding &one) {
                CheckInfo info;
                info.id = check;
                panel.setFinding(info, u"node1"_s, &one);
                return panel.findChild<QLabel *>(u"findingVerdict"_s)->text();
            };
            QCOMPARE(said(own), u"● Passed, own"_s);
            QCOMPARE(said(free), u"✓ Passed"_s);
            QVERIFY(held.data(Qt::AccessibleTextRole).toString() != empty.data(Qt::AccessibleTextRole).toString());
        }
    }

    void codeInRemediesIsShownAndNothingElseIsMarkup()
    {
        QCOMPARE(withCode(u"Run `a <b>` & <i>not</i>"_s),
                 u"Run <code style=\"font-family:monospace\">a &lt;b&gt;</code> &amp; &lt;i&gt;not&lt;/i&gt;"_s);
    }

    void anEmptyPageOffersToRun()
    {
        Cluster cluster{ConnectionSettings()};
        CheckKeeper keeper(cluster);
        ChecksPage page(cluster, keeper);
        QVERIFY(!keeper.isPassed());
        QCOMPARE(page.findChild<QLabel *>(u"checksSummary"_s)->text(), u"Not run yet"_s);
        QVERIFY(!page.findChild<QPushButton *>(u"runAllAgain"_s)->isEnabled());
    }

    void theUserRunsChecksLooksAtOneAndRunsItAgain()
    {
        QTemporaryDir dir;
        Cluster cluster{ConnectionSettings{.ownRoots = {dir.path()}}};
        CheckKeeper keeper(cluster);
        ChecksPage page(cluster, keeper);
        cluster.open(localNodes(dir), {});
        page.resize(1080, 680);
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        QSignalSpy begun(&keeper, &CheckKeeper::begun), ended(&keeper, &CheckKeeper::ended);

        auto *again = page.findChild<QPushButton *>(u"runAllAgain"_s);
        QTest::mouseClick(again, Qt::LeftButton);
        QVERIFY(keeper.isRunning());
        QVERIFY(page.findChild<QPushButton *>(u"stopChecks"_s)->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(!keeper.isRunning(), 60000);
        QCOMPARE(begun.count(), 1);
        QCOMPARE(ended.count(), 1);
        QVERIFY(!keeper.isPassed());     // no driver here: it cannot have passed
        QVERIFY(page.findChild<QLabel *>(u"checksSummary"_s)->text().contains(u"failed"_s));
        QCOMPARE(keeper.report().nodes.size(), 2);

        // The worst is chosen by itself; another cell by the keyboard.
        auto *table = page.findChild<QTableView *>(u"checksTable"_s);
        QVERIFY(table->currentIndex().isValid());
        QVERIFY(!page.findChild<QTextEdit *>(u"findingSummary"_s)->toPlainText().isEmpty());
        const QModelIndex driver = page.model().indexOf(u"driver.present"_s, u"node1"_s);
        table->setCurrentIndex(driver);
        QTest::keyClick(table, Qt::Key_Right);
        QCOMPARE(table->currentIndex().column(), 2);
        QVERIFY(page.findChild<QTextEdit *>(u"findingSummary"_s)->toPlainText().startsWith(u"node2: "_s));
        QVERIFY(
            page.findChild<QPlainTextEdit *>(u"findingEvidence"_s)->toPlainText().startsWith(u"$ npu-smi info\n"_s));
        QVERIFY(!page.findChild<QTextEdit *>(u"findingRemedy"_s)->toPlainText().isEmpty());
        QTest::mouseClick(page.findChild<QPushButton *>(u"copyCommands"_s), Qt::LeftButton);
        QCOMPARE(QApplication::clipboard()->text(), u"npu-smi info"_s); // its words are not known

        const qint64 before = page.model().finding(driver.siblingAtColumn(2))->askedAtMs;
        QTest::mouseClick(page.findChild<QPushButton *>(u"runAgain"_s), Qt::LeftButton);
        QTRY_VERIFY(!keeper.isRunning());
        QVERIFY(page.model().finding(driver.siblingAtColumn(2))->askedAtMs > before);
        QVERIFY(page.model().finding(driver)->askedAtMs < page.model().finding(driver.siblingAtColumn(2))->askedAtMs);

        // What is being asked again is not told as found; also beside a section, which leaves the cell before it.
        const auto verdict = [&page] { return page.findChild<QLabel *>(u"findingVerdict"_s)->text(); };
        const auto *evidence = page.findChild<QPlainTextEdit *>(u"findingEvidence"_s);
        table->setCurrentIndex(page.model().firstProblem());
        const QString found = verdict();
        for (const bool one : {true, false}) {
            QVERIFY(page.model().isSection(0));
            table->setCurrentIndex(page.model().index(0, 0));
            QCOMPARE(verdict(), found);
            QTest::mouseClick(page.findChild<QPushButton *>(one ? u"runAgain"_s : u"runAllAgain"_s), Qt::LeftButton);
            QVERIFY(keeper.isRunning());
            QCOMPARE(verdict(), u"… Being asked"_s);
            QVERIFY(page.findChild<QTextEdit *>(u"findingSummary"_s)->toPlainText().isEmpty());
            QVERIFY(!evidence->isVisible());
            QTRY_VERIFY_WITH_TIMEOUT(!keeper.isRunning(), 60000);
            QTRY_COMPARE(verdict(), found);
        }

        // Beside the problems stands one of them, not what was looked at before.
        const QModelIndex fine = page.model().indexOf(u"connection.reachable"_s, u"node1"_s);
        QVERIFY(!page.model().isProblem(fine.row()));
        table->setCurrentIndex(fine);
        for (QPushButton *chip : page.findChildren<QPushButton *>()) {
            if (chip->text().startsWith(u"Problems"_s))
                QTest::mouseClick(chip, Qt::LeftButton);
        }
        QVERIFY(page.model().isProblem(table->currentIndex().row()));
        QVERIFY(!page.findChild<QTextEdit *>(u"findingRemedy"_s)->toPlainText().isEmpty());
        for (int row = 0; row < page.model().rowCount(); ++row)
            QCOMPARE(table->isRowHidden(row), !page.model().isProblem(row));

        // A node gets worse: what was said is the past, and the advice with it.
        const auto *remedy = page.findChild<QTextEdit *>(u"findingRemedy"_s);
        QVERIFY(!remedy->toPlainText().isEmpty() && !remedy->toPlainText().contains(u"may not hold any more"_s));
        QCOMPARE(keeper.past().since, CheckKeeper::Since::Nothing);
        cluster.tell(u"node1"_s,
                     notesOf(Error{ErrorKind::Connection, u"The link was lost."_s, {}, {}}, HealthSource::Monitor,
                             cluster.now()));
        QCOMPARE(keeper.past().since, CheckKeeper::Since::Worse);
        QCOMPARE(page.look()->tone, style::Tone::Unknown);
        QVERIFY2(remedy->toPlainText().contains(u"may not hold any more"_s), qPrintable(remedy->toPlainText()));

        // Another deployment: nothing of this one is left.
        cluster.open(Deployment(), {});
        QCOMPARE(page.model().columnCount(), 1);
        QVERIFY(keeper.report().nodes.isEmpty());
    }

    void theRowsKeepTheirPlaceWhenChecksRunAgain()
    {
        QTemporaryDir dir;
        Cluster cluster{ConnectionSettings{.ownRoots = {dir.path()}}};
        CheckKeeper keeper(cluster);
        ChecksPage page(cluster, keeper);
        cluster.open(localNodes(dir), {});
        page.resize(1080, 680);
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        const QWidget *table = page.findChild<QTableView *>(u"checksTable"_s);
        const auto place = [&] { return table->mapTo(&page, QPoint()).y(); };
        const auto run = [&](const std::function<void()> &look) {
            QTest::mouseClick(page.findChild<QPushButton *>(u"runAllAgain"_s), Qt::LeftButton);
            QVERIFY(keeper.isRunning());
            QTRY_VERIFY_WITH_TIMEOUT((look(), !keeper.isRunning()), 60000);
        };
        run([] {});
        for (const int width : {800, 920, 1080, 1280}) { // where its words and buttons fit on one line, and where not
            page.resize(width, 680);
            QTRY_COMPARE(page.width(), width);
            QApplication::processEvents();
            QSet<int> places{place()};
            run([&] { places << place(); });
            QApplication::processEvents();
            places << place();
            QVERIFY2(places.size() == 1, qPrintable(QString::number(width)));
        }
    }

    // By its key; beside the problems another one is chosen where nothing is left of its row.
    void anAcceptedWarningSaysSoAndLeavesTheProblems()
    {
        QTemporaryDir dir;
        Cluster cluster{ConnectionSettings{.ownRoots = {dir.path()}}};
        CheckKeeper keeper(cluster);
        ChecksPage page(cluster, keeper);
        const Deployment deployment = localNodes(dir);
        for (const Node &node : deployment.nodes) {
            for (const QString &tool : {u"timedatectl"_s, u"chronyc"_s}) {
                QFile script(node.root + u"/bin/"_s + tool);
                QVERIFY(script.open(QIODevice::WriteOnly));
                script.write("#!/bin/sh\necho NTPSynchronized=no\n");
                script.close();
                script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
            }
        }
        cluster.open(deployment, {});
        page.resize(1080, 680);
        page.show();
        page.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        QTest::mouseClick(page.findChild<QPushButton *>(u"runAllAgain"_s), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(keeper.hasRun() && !keeper.isRunning(), 60000);
        for (QPushButton *chip : page.findChildren<QPushButton *>()) {
            if (chip->text().startsWith(u"Problems"_s))
                QTest::mouseClick(chip, Qt::LeftButton);
        }
        auto *table = page.findChild<QTableView *>(u"checksTable"_s);
        const auto said = [&page](const QString &label) { return page.findChild<QLabel *>(label)->text(); };
        const FindingModel &model = page.model();
        const QModelIndex one = model.indexOf(u"host.time-source"_s, u"node1"_s), other = one.siblingAtColumn(2);
        QVERIFY(model.isProblem(one) && model.isProblem(other));
        table->setCurrentIndex(one);
        table->setFocus();
        QCOMPARE(said(u"findingVerdict"_s), u"! Warning"_s);
        const auto accept = [table] { QTest::keyClick(table, Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier); };
        accept();
        QTRY_VERIFY(model.isAccepted(one));
        QCOMPARE(said(u"findingVerdict"_s), u"! Warning, accepted"_s);
        QCOMPARE(table->currentIndex(), one); // of the other node it is one
        table->setCurrentIndex(other);
        QCOMPARE(said(u"findingVerdict"_s), u"! Warning"_s);
        accept();
        QTRY_VERIFY(model.isAccepted(other));
        QVERIFY(table->isRowHidden(one.row()));
        const QModelIndex next = table->currentIndex();
        QVERIFY(next.row() != one.row() && !table->isRowHidden(next.row()) && model.isProblem(next));
        QCOMPARE(said(u"findingTitle"_s), model.check(next.row())->title);
        QVERIFY(!said(u"findingVerdict"_s).contains(u"accepted"_s));
    }

    // Two cards on each of two nodes: by rails two pings of a node, of all pairs four. What was asked is told.
    void allPairsAreAskedOnDemand()
    {
        QTemporaryDir dir;
        Cluster cluster{ConnectionSettings{.ownRoots = {dir.path()}}};
        CheckKeeper keeper(cluster);
        ChecksPage page(cluster, keeper);
        const Deployment deployment = localNodes(dir);
        for (const Node &node : deployment.nodes) {
            QVERIFY(QDir().mkpath(node.root + u"/dev"_s));
            for (const QString &name : {u"dev/davinci0"_s, u"dev/davinci1"_s}) // devices, as `ls -L` sees them
                QVERIFY(QFile::link(u"/dev/null"_s, node.root + u'/' + name));
            QFile tool(node.root + u"/bin/hccn_tool"_s);
            QVERIFY(tool.open(QIODevice::WriteOnly | QIODevice::Truncate));
            tool.write("#!/bin/sh\ncase $3 in\n-ip) echo ipaddr:10.20." + node.name.right(1).toUtf8()
                       + ".$2; echo netmask:255.255.0.0;;\n-link) echo link status: UP;;\n"
                         "-ping) echo \"device $2 PING $6\"; echo 3 packets transmitted, 3 received, 0.00% packet "
                         "loss;;\n*) exit 1;;\nesac\n");
        }
        cluster.open(deployment, {});
        page.resize(1080, 680);
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        auto *again = page.findChild<QPushButton *>(u"runAllAgain"_s);
        auto *allPairs = page.findChild<QCheckBox *>(u"checksAllPairs"_s);
        QVERIFY(allPairs && allPairs->isVisible() && !allPairs->isChecked());
        const auto ping = [&] { return page.model().finding(page.model().indexOf(u"network.ping"_s, u"node1"_s)); };
        QTest::mouseClick(again, Qt::LeftButton);
        QVERIFY(!allPairs->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(!keeper.isRunning(), 60000);
        QVERIFY(ping());
        QCOMPARE(ping()->value, u"2/2"_s);
        QVERIFY2(ping()->summary.contains(u"the other pairs were not asked"_s), qPrintable(ping()->summary));
        QTest::mouseClick(allPairs, Qt::LeftButton, {}, QPoint(8, allPairs->height() / 2));
        QVERIFY(allPairs->isChecked());
        QTest::mouseClick(again, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!keeper.isRunning(), 60000);
        QCOMPARE(ping()->value, u"4/4"_s);
        QVERIFY2(ping()->summary.contains(u"all 4 pairs"_s), qPrintable(ping()->summary));
    }

    void whatIsCheckedIsReadWholeInANarrowWindow()
    {
        QTemporaryDir dir;
        Cluster cluster{ConnectionSettings{.ownRoots = {dir.path()}}};
        CheckKeeper keeper(cluster);
        ChecksPage page(cluster, keeper);
        cluster.open(localNodes(dir), {});
        page.resize(760, 450);           // in a window of 960 x 600
        page.show();
        auto *table = page.findChild<QTableView *>(u"checksTable"_s);
        QTRY_VERIFY(table->columnWidth(0) > 0 && page.model().rowCount() > 0);
        for (int row = 0; row < page.model().rowCount(); ++row) {
            const QString title = page.model().index(row, 0).data().toString();
            if (!page.model().isSection(row))
                QVERIFY2(table->fontMetrics().horizontalAdvance(title) + 20 <= table->columnWidth(0),
                         qPrintable(title));
        }
        QTest::mouseClick(page.findChild<QPushButton *>(u"runAllAgain"_s), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(keeper.isRunning(), 1000);
        QTRY_VERIFY_WITH_TIMEOUT(!keeper.isRunning(), 60000);
        int seen = 0;
        for (int row = 0; row < page.model().rowCount(); ++row) {
            for (int column = 1; column <= 2 && !page.model().isAcross(row); ++column) {
                const QString words = page.model().index(row, column).data().toString();
                seen += !words.isEmpty();
                // and the sign before it
                QVERIFY2(table->fontMetrics().horizontalAdvance(words) + 40 <= table->columnWidth(column),
                         qPrintable(words));
            }
        }
        QVERIFY(seen > 20);
    }

    // The names of the checks stay in view, whichever cell is looked at.
    void choosingACellDoesNotMoveTheTableAside()
    {
        QTemporaryDir dir;
        Cluster cluster{ConnectionSettings{.ownRoots = {dir.path()}}};
        CheckKeeper keeper(cluster);
        ChecksPage page(cluster, keeper);
        cluster.open(localNodes(dir), {});
        page.resize(760, 450);           // in a window of 960 x 600
        page.show();
        auto *table = page.findChild<QTableView *>(u"checksTable"_s);
        QTest::mouseClick(page.findChild<QPushButton *>(u"runAllAgain"_s), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(keeper.isRunning(), 1000);
        QTRY_VERIFY_WITH_TIMEOUT(!keeper.isRunning(), 60000);
        table->horizontalHeader()->setSectionResizeMode(QHeaderView::Interactive);
        table->setColumnWidth(1, 320);
        table->setColumnWidth(2, 320);
        QTRY_VERIFY(table->horizontalScrollBar()->maximum() > 200); // both are wide by now
        QCOMPARE(table->horizontalScrollBar()->value(), 0); // the worst was chosen at the end
        const QAbstractItemModel &model = page.model();
        int last = model.rowCount() - 1;
        while (page.model().isSection(last) || page.model().isAcross(last))
            --last;
        table->setCurrentIndex(model.index(last, 1));
        QCOMPARE(table->horizontalScrollBar()->value(), 0);
        QVERIFY(table->verticalScrollBar()->value() > 0); // it is seen
        const QRect cell = table->visualRect(model.index(last, 1)).intersected(table->viewport()->rect());
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, cell.center());
        QCOMPARE(table->currentIndex(), model.index(last, 1));
        QCOMPARE(table->horizontalScrollBar()->value(), 0);
        QTest::keyClick(table, Qt::Key_Right); // out of sight, and asked for
        QCOMPARE(table->currentIndex(), model.index(last, 2));
        QVERIFY(table->visualRect(model.index(last, 2)).intersects(table->viewport()->rect()));
    }

    // A group's row leaves the panel as it is, and the panel changes its language all the same.
    void thePanelSpeaksTheLanguageOfTheMoment()
    {
        const auto restored = qScopeGuard([] { setProgramLocale(QLocale::c()); });
        setProgramLocale(QLocale(QLocale::English));
        QTemporaryDir dir;
        Cluster cluster{ConnectionSettings{.ownRoots = {dir.path()}}};
        CheckKeeper keeper(cluster);
        ChecksPage page(cluster, keeper);
        cluster.open(localNodes(dir), {});
        auto *table = page.findChild<QTableView *>(u"checksTable"_s);
        const QModelIndex driver = page.model().indexOf(u"driver.present"_s, u"node2"_s);
        const auto isSaid = [&page](const QString &words) {
            const auto labels = page.findChild<FindingPanel *>()->findChildren<QLabel *>();
            return std::any_of(labels.cbegin(), labels.cend(),
                               [&words](const QLabel *label) { return label->text() == words; });
        };
        table->setCurrentIndex(driver);
        const QString english = page.model().check(driver.row())->title;
        QVERIFY(isSaid(english));
        int section = driver.row();
        while (!page.model().isSection(section))
            --section;
        table->setCurrentIndex(page.model().index(section, 0));
        QVERIFY(isSaid(english) && isSaid(u"node2"_s));
        setProgramLocale(QLocale(QLocale::Chinese, QLocale::China));
        QEvent changed(QEvent::LanguageChange);
        QCoreApplication::sendEvent(&page, &changed);
        const QString chinese = page.model().check(driver.row())->title;
        QVERIFY(chinese != english);
        QVERIFY2(isSaid(chinese) && !isSaid(english) && isSaid(u"node2"_s), qPrintable(chinese));
    }

    void checksWaitForARecipeAndKnowWhenTheyAreOfThePast()
    {
        QTemporaryDir dir;
        Cluster cluster{ConnectionSettings{.ownRoots = {dir.path()}}};
        CheckKeeper keeper(cluster);
        ChecksPage page(cluster, keeper);
        Deployment deployment = localNodes(dir);
        cluster.open(deployment, {});
        page.resize(1080, 680);
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        QSignalSpy wanted(&page, &ChecksPage::recipeRequested);
        QTest::mouseClick(page.findChild<QPushButton *>(u"emptyStateButton"_s), Qt::LeftButton);
        QCOMPARE(wanted.count(), 1);
        QVERIFY(!keeper.isRunning());

        auto *again = page.findChild<QPushButton *>(u"runAllAgain"_s);
        QTest::mouseClick(again, Qt::LeftButton); // without a recipe, if the user wants it so
        QTRY_VERIFY_WITH_TIMEOUT(!keeper.isRunning(), 60000);
        const Finding *weights = page.model().finding(page.model().indexOf(u"weights.complete"_s, u"node1"_s));
        QCOMPARE(weights->verdict, Verdict::Skipped);
        QCOMPARE(weights->value, u"waits for a recipe"_s);
        auto *summary = page.findChild<QLabel *>(u"checksSummary"_s);
        QVERIFY2(summary->text().contains(u"wait for a recipe"_s), qPrintable(summary->text()));
        QVERIFY(!keeper.isPassed());

        // Chosen now: what was answered is about another wish.
        deployment.recipe = u"mindie-deepseek-v3.2-w8a8-2xA2"_s;
        cluster.edit(deployment);
        QCOMPARE(page.look()->word, u"Asked before the recipe was chosen"_s);
        const qint64 before = weights->askedAtMs;
        QTest::mouseClick(page.findChild<QPushButton *>(u"runAgain"_s), Qt::LeftButton); // one check: all are asked
        QTRY_VERIFY_WITH_TIMEOUT(!keeper.isRunning(), 60000);
        weights = page.model().finding(page.model().indexOf(u"weights.complete"_s, u"node1"_s));
        QVERIFY(weights->askedAtMs > before);
        QVERIFY(weights->value != u"waits for a recipe"_s);
        QVERIFY(!summary->text().contains(u"recipe"_s));
        const int skipped = countsOf(keeper.report()).skipped; // nobody takes them for passed
        QVERIFY2(skipped > 0 && summary->text().contains(u"%1 skipped"_s.arg(skipped)), qPrintable(summary->text()));
        const Deployment right = deployment;
        const QString asked = page.look()->word;
        for (const auto &[key, value] : {std::pair<const char *, Json>{"port", 3025}, {"hcclBuffSize", 400}}) {
            deployment.settings[key] = value; // the second is asked of no node, and judged all the same
            cluster.edit(deployment);
            QCOMPARE(page.look()->word, u"Asked before the recipe, its settings or the deployment's name changed"_s);
            deployment = right;
            cluster.edit(deployment);    // as they were asked for again
            QCOMPARE(page.look()->word, asked);
        }
        deployment.settings["port"] = 3025;
        cluster.edit(deployment);
        cluster.markChanged(u"node1"_s, ChangedBy::Undo);
        QVERIFY2(QRegularExpression(u"^Checked at [0-9:]+; something has changed since$"_s).match(page.look()->word)
                     .hasMatch(),
                 qPrintable(page.look()->word));
    }

    // The checks are the keeper's: they go on without the page, and another page shows what they said.
    void aPageThatIsClosedLeavesTheChecksAtWork()
    {
        QTemporaryDir dir;
        Cluster cluster{ConnectionSettings{.ownRoots = {dir.path()}}};
        cluster.open(localNodes(dir), {});
        CheckKeeper keeper(cluster);
        auto page = std::make_unique<ChecksPage>(cluster, keeper);
        page->runAll();
        QCoreApplication::processEvents();
        page.reset();
        QVERIFY(keeper.isRunning());
        QTRY_VERIFY_WITH_TIMEOUT(!keeper.isRunning(), 60000);
        const ChecksPage later(cluster, keeper);
        QCOMPARE(countsOf(keeper.report()).all(), keeper.expected());
        QVERIFY(later.model().finding(later.model().indexOf(u"driver.present"_s, u"node1"_s)));
        QCOMPARE(later.look()->word, lookOf(Verdict::Fail).word);
    }
};

QTEST_MAIN(TestChecksPage)
#include "tst_checkspage.moc"
