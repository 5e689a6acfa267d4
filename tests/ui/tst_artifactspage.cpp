#include "core/engines/recipebook.h"
#include "core/session/session.h"
#include "ui/deploy/artifactspage.h"

#include "tests/recipes/clusterfixture.h"
#include "ui/common/elidedlabel.h"
#include "ui/common/style.h"
#include "ui/deploy/codeview.h"
#include "ui/deploy/deploypage.h"
#include "ui/deploy/linenotes.h"
#include "ui/deploy/stepper.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFrame>
#include <QLabel>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

using namespace Qt::StringLiterals;

class ArtifactsPageTest : public QObject
{
    Q_OBJECT

private:
    ArtifactSet generated(const Json &settings = Json::object())
    {
        Deployment deployment = twoNodes();
        deployment.settings = settings;
        return *generateArtifacts(deployment, m_recipe, factsOf(deployment));
    }

    Recipe m_recipe;
    QTemporaryDir m_box;

private slots:
    void initTestCase()
    {
        qputenv("HOME", m_box.path().toUtf8());
        qputenv("XDG_STATE_HOME", m_box.filePath(u"state"_s).toUtf8());
        m_recipe = *findRecipe(u"mindie-deepseek-v3.2-w8a8-2xA2"_s);
    }
    void cleanupTestCase()
    {
        QProcess::execute(QStringLiteral(ASC_BIN_DIR "/ascendctl"),
                          {u"sim"_s, u"down"_s, u"--dir"_s, m_box.filePath(u"sim"_s)});
    }

    void historyKnowsTheVersionBefore()
    {
        const QString file = m_box.filePath(u"history/one.json"_s);
        const ArtifactSet first = generated(), second = generated({{"port", 2025}});
        QVERIFY(ArtifactHistory(file).remember(first)->isEmpty());
        QVERIFY(ArtifactHistory(file).remember(first)->isEmpty());
        const ArtifactTexts last = *ArtifactHistory(file).remember(second);
        QCOMPARE(last.value(u"node1/config.json"_s), artifactNamed(first, u"node1/config.json"_s)->content);
        QCOMPARE(*ArtifactHistory(file).remember(second), last); // the same again changes nothing
        QFile damaged(file);
        QVERIFY(damaged.open(QIODevice::WriteOnly));
        damaged.write("{ not json");
        damaged.close();
        QVERIFY(ArtifactHistory(file).remember(second)->isEmpty());
    }

    void treeHasAllNodesFirst()
    {
        ArtifactModel model;
        QAbstractItemModelTester tester(&model);
        QCOMPARE(model.rowCount(), 0);
        const ArtifactSet set = generated();
        model.setArtifacts(set);
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.index(0, 0).data().toString(), u"All nodes"_s);
        QCOMPARE(model.index(1, 0).data().toString(), u"node1"_s);
        QCOMPARE(model.rowCount(model.index(1, 0)), 6);
        QCOMPARE(model.indexOf(u"node2/env.sh"_s).data(ArtifactModel::PathRole).toString(), u"node2/env.sh"_s);
        QVERIFY(!model.indexOf(u"nothing"_s).isValid());
        const auto state
            = [&](const QString &path) { return model.indexOf(path).siblingAtColumn(1).data().toString(); };
        QCOMPARE(state(u"node1/config.json"_s), QString());
        model.setLast(
            {{u"node1/config.json"_s, "old"}, {u"node1/env.sh"_s, artifactNamed(set, u"node1/env.sh"_s)->content}});
        QCOMPARE(state(u"node1/config.json"_s), u"changed"_s);
        QCOMPARE(state(u"node1/env.sh"_s), QString());
        QCOMPARE(state(u"node2/env.sh"_s), u"new"_s);
        model.setOnNodes({{u"node1/env.sh"_s, FileState::Missing}});
        QCOMPARE(state(u"node1/env.sh"_s), u"not on node"_s);
        model.setArtifacts({});
        QCOMPARE(model.rowCount(), 0);
    }

    void linesExplainThemselves()
    {
        const ArtifactSet set = generated();
        const auto noteOf = [&](const QString &ending, const QString &part) {
            const Artifact *file = artifactNamed(set, ending);
            const QString text = QString::fromUtf8(file->content);
            const QStringList lines = text.split(u'\n');
            for (int i = 0; i < lines.size(); ++i) {
                if (lines[i].contains(part))
                    return lineNote(*file, text, i + 1, m_recipe);
            }
            return QString();
        };
        QVERIFY(noteOf(u"node1/env.sh"_s, u"export NPU_MEMORY_FRACTION"_s).startsWith(u"Share of HBM"));
        QVERIFY(noteOf(u"node1/env.sh"_s, u"load /usr/local/Ascend/nnal"_s).startsWith(u"ATB"));
        QVERIFY(noteOf(u"node1/docker-run.sh"_s, u"--device=/dev/davinci3"_s).contains(u"--net=host"));
        QVERIFY(noteOf(u"node1/config.json"_s, u"\"maxSeqLen\""_s).contains(u"\": Tokens of input"));
        QVERIFY(noteOf(u"node1/config.json"_s, u"\"modelName\""_s).contains(u"\": modelName"));
        QVERIFY(noteOf(u"16p.json"_s, u"\"device_ip\""_s).contains(u"hccn_tool"));
        QVERIFY(lineNote(set.files.first(), {}, 99, m_recipe).isEmpty());
        const QString rank = u"# Each.\nexec vllm serve /w \\\n    --data-parallel-rank \"$3\"\n"_s; // a launcher's
        const Recipe apart = *findRecipe(u"vllm-ascend-deepseek-v3.1-w8a8-2p1d-4xA3"_s);
        QVERIFY(lineNote({u"node3"_s, u"node3/rank.sh"_s, u"script"_s, {}, 0750, {}}, rank, 3, apart)
                    .startsWith(u"Which group"));
    }

    void codeViewNumbersBothSidesOfADifference()
    {
        CodeView view;
        view.showText(u"a\nb\n"_s, CodeLanguage::Shell);
        QCOMPARE(view.blockCount(), 2);
        view.showText(u"a\x1b[2J\nb\u202e\n"_s, CodeLanguage::Shell); // from a node, perhaps
        QCOMPARE(view.toPlainText(), u"a␛[2J\nb<U+202E>"_s);
        view.showDiff(lineDiff(u"a\nb\nc\n"_s, u"a\nx\nc\n"_s), CodeLanguage::Plain);
        QCOMPARE(view.toPlainText(), u"a\nb\nx\nc"_s);
        QCOMPARE(view.currentLine(), 0); // on the removed line
        view.moveCursor(QTextCursor::Down);
        QCOMPARE(view.currentLine(), 2);
        view.resize(400, 200);
        QVERIFY(!view.grab().isNull());
    }

    void asksForFactsFirst()
    {
        Cluster cluster({});
        cluster.open(twoNodes(), {});
        ArtifactsPage page(cluster, nullptr, m_box.filePath(u"h1.json"_s));
        page.show();
        QTRY_VERIFY(page.findChild<QTreeView *>(u"artifactTree"_s)->isHidden()
                    || !page.findChild<QTreeView *>(u"artifactTree"_s)->isVisible());
        QVERIFY(!page.isReady());
        const auto isSaid = [&page] {
            const auto labels = page.findChildren<QLabel *>();
            return std::any_of(labels.cbegin(), labels.cend(), [](const QLabel *label) {
                return label->isVisible() && label->text().contains(u"node1, node2");
            });
        };
        QTRY_VERIFY(isSaid());
    }

    // As after a resumed run in a new window: nobody has looked at the files, and the step is done all the same.
    void theStepHasItsTickBeforeItWasSeen()
    {
        Session session({});
        Cluster &cluster = session.cluster;
        Tasks tasks;
        DeployPage page(session, tasks);
        page.show();
        const Deployment deployment = twoNodes();
        cluster.open(deployment, {});
        const auto look = [&] { return page.findChild<Stepper *>()->look(DeployPage::Artifacts); };
        QVERIFY(!look() || look()->tone != style::Tone::Ok);
        for (const NodeFacts &facts : factsOf(deployment))
            cluster.take(facts);
        QTRY_VERIFY(look() && look()->tone == style::Tone::Ok);
        QCOMPARE(look()->symbol, u"✓"_s);
        QVERIFY(!page.findChild<ArtifactsPage *>()->isVisible());
        page.showStep(DeployPage::Artifacts); // how many of how many
        const auto rulesOf = [&page] {
            QString words;
            for (const QLabel *label : page.findChild<QFrame *>(u"artifactRules"_s)->findChildren<QLabel *>())
                words += label->text();
            return words;
        };
        QTRY_VERIFY(rulesOf().contains(u"Checked against"_s));
        const QString rules = rulesOf();
        static const QRegularExpression counts(u"(\\d+) of (\\d+) files"_s);
        const QRegularExpressionMatch counted = counts.match(rules);
        const ArtifactSet all = generated();
        QVERIFY2(counted.hasMatch() && counted.captured(1).toInt() > 0
                     && counted.captured(1).toInt() < counted.captured(2).toInt(),
                 qPrintable(rules));
        QCOMPARE(counted.captured(2).toInt(), int(all.files.size()));
        Deployment elsewhere = deployment; // of that machine nothing is known
        elsewhere.nodes[1].host = u"10.20.0.99"_s;
        cluster.edit(elsewhere);
        QTRY_VERIFY(!look() || look()->tone != style::Tone::Ok);
    }

    // What runs was made when it was there: the files are there to compare, and to nothing else.
    void aChipThatIsGoneIsStoodInFor()
    {
        Cluster cluster({});
        cluster.open(twoNodes(), {});
        ArtifactsPage page(cluster, nullptr, m_box.filePath(u"h10.json"_s));
        page.show();
        QList<NodeFacts> facts = factsOf(twoNodes());
        facts[1].deviceIds.removeAt(5);
        for (const NodeFacts &one : std::as_const(facts))
            cluster.take(one);
        const auto rules = [&page] {
            QString words;
            for (const QLabel *label : page.findChild<QFrame *>(u"artifactRules"_s)->findChildren<QLabel *>())
                words += label->isVisible() ? label->text() : QString();
            return words;
        };
        QTRY_VERIFY2(rules().contains(u"node2 has 7 NPU devices"_s)
                         && rules().contains(u"for as many chips as the recipe asks for"_s),
                     qPrintable(rules()));
        QVERIFY(page.artifacts().files == generated().files); // as when it was there
        QVERIFY(page.findChild<QTreeView *>(u"artifactTree"_s)->isVisible());
        QVERIFY(page.findChild<QPushButton *>(u"compareNodes"_s)->isEnabled());
        QVERIFY(!page.isReady() && page.look() && page.look()->word.contains(u"node2 has 7 NPU devices"_s));
        for (const char *name : {"saveAs", "saveAll"})
            QVERIFY2(!page.findChild<QPushButton *>(QLatin1String(name))->isEnabled(), name);
        const QString folder = m_box.filePath(u"stood-in"_s);
        page.saveAllTo(folder);
        cluster.take(factsOf(twoNodes())[1]); // it is back
        QTRY_VERIFY(page.isReady());
        QVERIFY(page.findChild<QPushButton *>(u"saveAll"_s)->isEnabled());
        QVERIFY(!QDir(folder).exists());
        facts[1].deviceIds.clear();      // of which nothing can stand in
        facts[1].npuSmi.reset();
        cluster.take(facts[1]);
        QTRY_VERIFY(!page.findChild<QTreeView *>(u"artifactTree"_s)->isVisible());
    }

    // The files break no rule, and what they are made from has its doubts: neither denies the other.
    void warningsSayWhatTheyAreAbout()
    {
        Cluster cluster({});
        cluster.open(twoNodes(), {});
        ArtifactsPage page(cluster, nullptr, m_box.filePath(u"h9.json"_s));
        page.show();
        for (NodeFacts facts : factsOf(twoNodes())) {
            facts.container.engine.clear();
            cluster.take(facts);
        }
        QTRY_VERIFY(page.isReady());
        const auto *fold = page.findChild<QPushButton *>(u"artifactWarningsFold"_s);
        QTRY_VERIFY(fold->isVisible());
        QVERIFY2(fold->text().endsWith(u"warnings about what the files are made from"_s), qPrintable(fold->text()));
        const auto labels = page.findChild<QFrame *>(u"artifactRules"_s)->findChildren<QLabel *>();
        QVERIFY(std::any_of(labels.cbegin(), labels.cend(), [](const QLabel *label) {
            return label->text().startsWith(u"✓ Checked against the engines' rules"_s);
        }));
    }

    void theHeadOfAFileIsReadWholeInTheSmallestWindow()
    {
        Cluster cluster({});
        cluster.open(twoNodes(), {});
        ArtifactsPage page(cluster, nullptr, m_box.filePath(u"h4.json"_s));
        page.resize(760, 450);
        page.show();
        for (const NodeFacts &facts : factsOf(twoNodes()))
            cluster.take(facts);
        QTRY_VERIFY(page.isReady());
        const auto *name = page.findChild<ElidedLabel *>(u"artifactName"_s);
        const auto *place = page.findChild<QLabel *>(u"artifactPlace"_s);
        QTRY_COMPARE(name->text(), name->wholeText());
        QVERIFY(place->text().contains(u"SHA-256"_s));
        QTRY_VERIFY2(place->height() >= place->heightForWidth(place->width()),
                     qPrintable(u"%1 of %2"_s.arg(place->height()).arg(place->heightForWidth(place->width()))));
        const QList<QPushButton *> views = page.findChild<QWidget *>(u"artifactViews"_s)->findChildren<QPushButton *>();
        QCOMPARE(views.size(), 3);
        for (const QPushButton *view : views) {
            QVERIFY2(view->width() >= view->sizeHint().width(), qPrintable(view->text()));
            QVERIFY2(page.rect().contains(QRect(view->mapTo(&page, QPoint()), view->size())), qPrintable(view->text()));
        }
        if (const QString pictures = qEnvironmentVariable("ASC_GRAB"); !pictures.isEmpty())
            page.grab().save(pictures + u"/artifacts-small.png"_s);
    }

    // What lies in the folder and was not saved by this program stays until the user says which files may go.
    void saveAllOverwritesOthersFilesOnlyWhenTold()
    {
        const Deployment deployment = twoNodes();
        Cluster cluster({});
        cluster.open(deployment, {});
        ArtifactsPage page(cluster, nullptr, m_box.filePath(u"h3.json"_s));
        page.resize(1088, 640);
        page.show();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        for (const NodeFacts &facts : factsOf(deployment))
            cluster.take(facts);
        QTRY_VERIFY(page.isReady());

        const auto saveInto = [&](const QString &folder, const QString &button = u"saveAll"_s) {
            QDir().mkpath(folder);
            QTest::mouseClick(page.findChild<QPushButton *>(button), Qt::LeftButton);
            const auto dialog = [&] { return page.findChild<QFileDialog *>(); };
            QTRY_VERIFY(dialog());
            dialog()->findChild<QLineEdit *>(u"fileNameEdit"_s)->setText(folder);
            QTest::mouseClick(dialog()->findChild<QDialogButtonBox *>(u"buttonBox"_s)->buttons().first(),
                              Qt::LeftButton);
            QTRY_VERIFY(!dialog());
            page.activateWindow();
            QVERIFY(QTest::qWaitForWindowActive(&page));
        };
        const auto put = [](const QString &path, const QByteArray &text) {
            QDir().mkpath(QFileInfo(path).path());
            QFile file(path);
            return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
        };
        const auto contentOf = [](const QString &path) {
            QFile file(path);
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        const auto bar = [&] { return page.findChild<QWidget *>(u"overwriteBar"_s); };
        const auto words = [&] { return page.findChild<QLabel *>(u"overwriteText"_s)->text(); };
        QSignalSpy saved(&page, &ArtifactsPage::saved);

        const QString folder = m_box.filePath(u"theirs"_s), rankTable = folder + u"/hccl_2s_16p.json"_s,
                      script = folder + u"/node1/env.sh"_s;
        QVERIFY(put(rankTable, "theirs"));
        QVERIFY(put(script, "theirs too"));
        saveInto(folder);
        QTRY_VERIFY(bar() && bar()->isVisible());
        QVERIFY2(words().contains(folder) && words().contains(u"hccl_2s_16p.json") && words().contains(u"node1/env.sh"),
                 qPrintable(words()));
        QVERIFY(saved.isEmpty());
        QCOMPARE(contentOf(rankTable), "theirs");
        QVERIFY(!QFile::exists(folder + u"/MANIFEST.json"_s)); // nothing is half saved
        QVERIFY(!page.findChild<QLabel *>(u"artifactOutcome"_s)->isVisible());
        if (const QString pictures = qEnvironmentVariable("ASC_GRAB"); !pictures.isEmpty())
            page.grab().save(pictures + u"/artifacts-overwrite.png"_s);

        // Esc keeps them; another folder takes the files.
        QTest::keyClick(page.focusWidget(), Qt::Key_Escape);
        QTRY_VERIFY(!bar()->isVisible());
        QCOMPARE(contentOf(rankTable), "theirs");
        saveInto(folder);
        QTRY_VERIFY(bar()->isVisible());
        saveInto(m_box.filePath(u"empty"_s), u"overwriteOtherFolder"_s);
        QTRY_COMPARE(saved.size(), 1);
        QVERIFY(!bar()->isVisible());
        QVERIFY(QFile::exists(m_box.filePath(u"empty/MANIFEST.json"_s)));
        QCOMPARE(contentOf(rankTable), "theirs");

        // What was shown may go; what came since is asked about again.
        saveInto(folder);
        QTRY_VERIFY(bar()->isVisible());
        auto *overwrite = page.findChild<QPushButton *>(u"overwriteFiles"_s);
        QVERIFY2(overwrite->text().contains(u'2'), qPrintable(overwrite->text()));
        const QString late = folder + u"/node2/start.sh"_s;
        QVERIFY(artifactNamed(page.artifacts(), u"node2/start.sh"_s));
        QVERIFY(put(late, "late"));
        QTest::mouseClick(overwrite, Qt::LeftButton);
        QTRY_VERIFY(bar()->isVisible() && words().contains(u"node2/start.sh"));
        QCOMPARE(contentOf(late), "late");
        QCOMPARE(contentOf(rankTable), "theirs");
        QTest::mouseClick(overwrite, Qt::LeftButton);
        QTRY_COMPARE(saved.size(), 2);
        QCOMPARE(contentOf(rankTable), artifactNamed(page.artifacts(), u"hccl_2s_16p.json"_s)->content);
        QCOMPARE(contentOf(late), artifactNamed(page.artifacts(), u"node2/start.sh"_s)->content);

        // What this program saved it saves anew without a word; what was edited since, not.
        Deployment other = deployment;
        other.settings["port"] = 2025;
        cluster.edit(other);
        QTRY_VERIFY(artifactNamed(page.artifacts(), u"node1/config.json"_s)->content.contains("2025"));
        QVERIFY(put(script, "edited"));
        saveInto(folder);
        QTRY_VERIFY(bar()->isVisible());
        QVERIFY2(words().contains(u"node1/env.sh") && !words().contains(u"config.json"), qPrintable(words()));
        QCOMPARE(contentOf(script), "edited");
    }

    // The whole page on a simulated cluster: generate, read, change a setting, compare, save.
    void onASimulatedCluster()
    {
        const QString file = m_box.filePath(u"sim.deployment.json"_s);
        QProcess up;
        up.setProcessChannelMode(QProcess::MergedChannels);
        up.start(QStringLiteral(ASC_BIN_DIR "/ascendctl"),
                 {u"sim"_s, u"up"_s, u"--nodes"_s, u"2"_s, u"--dir"_s, m_box.filePath(u"sim"_s), u"--deployment"_s,
                  file});
        QVERIFY(up.waitForFinished(60000));
        QVERIFY2(up.exitCode() == 0, up.readAll().constData());
        const Result<Deployment> deployment = loadDeployment(file);
        QVERIFY(deployment);
        Cluster cluster({});
        cluster.open(*deployment, file);
        ArtifactsPage page(cluster, nullptr, m_box.filePath(u"h2.json"_s));
        page.resize(1088, 640);
        page.show();
        QTRY_VERIFY(page.look());
        QVERIFY2(page.look()->word.contains(cluster.deployment().nodes.first().name), qPrintable(page.look()->word));
        QVERIFY(page.look()->tone != style::Tone::Ok);
        cluster.inspect();
        QTRY_VERIFY_WITH_TIMEOUT(page.isReady(), 60000);
        auto *tree = page.findChild<QTreeView *>(u"artifactTree"_s);
        auto *code = page.findChild<CodeView *>(u"artifactText"_s);
        QVERIFY(code->toPlainText().contains(u"export RANK_TABLE_FILE="));
        const auto chosen = [&](const QString &ending) {
            auto *model = qobject_cast<ArtifactModel *>(tree->model());
            for (const Artifact &one : page.artifacts().files) {
                if (one.path.endsWith(ending)) {
                    tree->setCurrentIndex(model->indexOf(one.path));
                    return;
                }
            }
            QFAIL("no such file");
        };
        chosen(u"16p.json"_s);
        QVERIFY(code->toPlainText().contains(u"server_list"));

        auto *button = page.findChild<QPushButton *>(u"compareNodes"_s); // waits for both nodes
        page.compareWithNodes();
        auto *against = page.findChild<QLabel *>(u"artifactAgainst"_s);
        QTRY_VERIFY_WITH_TIMEOUT(against->text().contains(u"Not on"), 30000);
        const QString remote = page.artifacts().files.first().remotePath;
        QVERIFY(!remote.isEmpty());
        QTRY_VERIFY_WITH_TIMEOUT(button->isEnabled(), 30000);
        const auto *drift = page.findChild<QFrame *>(u"driftNote"_s);
        const auto *driftWords = page.findChild<QLabel *>(u"driftWords"_s);
        QVERIFY2(!drift->isVisible(), qPrintable(driftWords->text())); // no run, no container

        // What the service reads is in the container: an edit there is a difference, and is shown as that.
        QProcess deploy;
        deploy.setProcessChannelMode(QProcess::MergedChannels);
        deploy.start(QStringLiteral(ASC_BIN_DIR "/ascendctl"),
                     {u"deploy"_s, file, u"--until"_s, u"copy-into-container"_s});
        QVERIFY(deploy.waitForFinished(120'000));
        QVERIFY2(deploy.exitCode() == 0, deploy.readAll().right(1000).constData());
        chosen(u"node1/config.json"_s);
        QTRY_VERIFY_WITH_TIMEOUT(button->isEnabled(), 30000);
        page.compareWithNodes();
        QTRY_VERIFY2_WITH_TIMEOUT(against->text().contains(u"The same on node1"), qPrintable(against->text()), 30000);
        QTRY_VERIFY_WITH_TIMEOUT(button->isEnabled(), 30000);
        QVERIFY(drift->isVisible());
        QCOMPARE(driftWords->text(), u"Beside the files, as this deployment makes it: container, image, driver."_s);
        {
            const Result<std::unique_ptr<Shell>> shell = shellFactoryFor(cluster.deployment().nodes.first(), {})({});
            QVERIFY(bool(shell));
            const Result<CommandOutput> edited = (*shell)->run(
                {.argv = {u"docker"_s, u"exec"_s, u"deepseekLocal"_s, u"sh"_s, u"-c"_s,
                          u"echo edited >>/usr/local/Ascend/mindie/latest/mindie-service/conf/config.json"_s}},
                {});
            QVERIFY2(edited && edited->exitCode == 0, edited ? edited->err.constData() : "");
        }
        QTRY_VERIFY_WITH_TIMEOUT(button->isEnabled(), 30000);
        page.compareWithNodes();
        QTRY_VERIFY2_WITH_TIMEOUT(against->text().contains(u"node1, in the container deepseekLocal"),
                                  qPrintable(against->text()), 30000);
        QVERIFY(code->toPlainText().contains(u"edited"));
        QVERIFY2(against->text().contains(u"Compared at "), qPrintable(against->text()));
        // A run was at work there: what was read before says nothing of what is there now.
        cluster.markChanged(u"node1"_s, ChangedBy::Run);
        QVERIFY2(against->text().startsWith(u"Something was at work on node1 since the comparison"_s),
                 qPrintable(against->text()));
        QVERIFY(!code->toPlainText().contains(u"edited"));
        const auto *files = qobject_cast<ArtifactModel *>(tree->model());
        for (const Artifact &one : page.artifacts().files) {
            if (one.path == "node1/config.json"_L1)
                QVERIFY(!files->indexOf(one.path).siblingAtColumn(1).data().toString().contains(u"differs"_s));
        }

        // A link in the file's place: it is said to be one, and what it leads to is not shown.
        {
            const Result<std::unique_ptr<Shell>> shell = shellFactoryFor(cluster.deployment().nodes.first(), {})({});
            QVERIFY(bool(shell));
            QString path;
            for (const Artifact &one : page.artifacts().files)
                path = one.path == "node1/config.json"_L1 ? one.remotePath : path;
            const Result<CommandOutput> linked
                = (*shell)->run({.argv = {u"ln"_s, u"-sfT"_s, u"/etc/passwd"_s, path}}, {}, {});
            QVERIFY2(linked && linked->exitCode == 0, linked ? linked->err.constData() : "");
        }
        QTRY_VERIFY_WITH_TIMEOUT(button->isEnabled(), 30000);
        page.compareWithNodes();
        QTRY_VERIFY2_WITH_TIMEOUT(against->text().contains(u"On node1: it is a symbolic link to /etc/passwd"),
                                  qPrintable(against->text()), 30000);
        QCOMPARE(code->toPlainText(), QString()); // ours would be taken for what the link leads to

        // The container of one is gone; the other's was made without what the deployment says now.
        {
            const Result<std::unique_ptr<Shell>> shell = shellFactoryFor(cluster.deployment().nodes.first(), {})({});
            QVERIFY(bool(shell));
            const Result<CommandOutput> removed
                = (*shell)->run({.argv = {u"docker"_s, u"rm"_s, u"-f"_s, u"deepseekLocal"_s}}, {});
            QVERIFY2(removed && removed->exitCode == 0, removed ? removed->err.constData() : "");
        }
        Deployment changed = cluster.deployment();
        changed.settings["ipc"] = "private";
        cluster.edit(changed);
        QVERIFY2(!drift->isVisible(), qPrintable(driftWords->text())); // compared with another deployment
        QTRY_VERIFY_WITH_TIMEOUT(button->isEnabled(), 30000);
        page.compareWithNodes();
        QTRY_VERIFY_WITH_TIMEOUT(button->isEnabled(), 30000);
        const QString drifted = driftWords->text();
        QVERIFY2(drifted.contains(u"node1: There is no container deepseekLocal."_s), qPrintable(drifted));
        QVERIFY2(drifted.contains(u"node2: The container deepseekLocal was made with other settings"_s),
                 qPrintable(drifted));
        if (const QString folder = qEnvironmentVariable("ASC_GRAB"); !folder.isEmpty())
            page.grab().save(folder + u"/artifacts-drift.png"_s);
        changed.settings["maxBatchSize"] = 32;
        cluster.edit(changed);
        QTRY_VERIFY_WITH_TIMEOUT(page.artifacts().files.size() > 0 && page.isReady(), 30000);
        chosen(u"/config.json"_s);
        page.findChild<QPushButton *>(u"last"_s)->click();
        QTRY_VERIFY_WITH_TIMEOUT(code->toPlainText().contains(u"\"maxBatchSize\": 200")
                                     && code->toPlainText().contains(u"\"maxBatchSize\": 32"),
                                 10000);

        // for people who change the look
        if (const QString folder = qEnvironmentVariable("ASC_GRAB"); !folder.isEmpty()) {
            page.grab().save(folder + u"/artifacts-diff.png"_s);
            page.findChild<QPushButton *>(u"preview"_s)->click();
            chosen(u"node1/env.sh"_s);
            QTextCursor cursor(code->document()->findBlockByNumber(40));
            code->setTextCursor(cursor);
            page.grab().save(folder + u"/artifacts-light.png"_s);
            style::apply(*qobject_cast<QApplication *>(QApplication::instance()), Theme::Dark);
            page.grab().save(folder + u"/artifacts-dark.png"_s);
        }

        QSignalSpy saved(&page, &ArtifactsPage::saved);
        page.saveAllTo(m_box.filePath(u"saved"_s));
        QVERIFY(saved.wait(10000));
        QVERIFY(QFile::exists(m_box.filePath(u"saved/MANIFEST.json"_s)));
        QCOMPARE(QFile::permissions(m_box.filePath(u"saved/hccl_2s_16p.json"_s)) & (QFile::ReadOther | QFile::ExeOwner),
                 QFile::Permissions());
    }
};

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    style::apply(application, Theme::Light);
    ArtifactsPageTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_artifactspage.moc"
