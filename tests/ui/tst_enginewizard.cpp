// From an empty window to a verified endpoint and back, for recipes of two engines: the nodes typed in by hand, their
// host keys accepted, the recipe chosen from the list, another release chosen, checked, deployed, asked, undone. The
// GUI thread must never stall. ASC_GRAB_DIR=DIR: pictures of each step in both themes, in English and Chinese.
#include "tests/lab/lab.h"
#include "tests/support/hands.h"
#include "tests/support/watchdog.h"
#include "ui/chat/chatpage.h"
#include "ui/common/emptystate.h"
#include "ui/common/format.h"
#include "ui/deploy/artifactspage.h"
#include "ui/deploy/checkspage.h"
#include "ui/deploy/codeview.h"
#include "ui/deploy/recipelist.h"
#include "ui/deploy/recipepage.h"
#include "ui/deploy/runpage.h"
#include "ui/deploy/topologyview.h"
#include "ui/deploy/verifypage.h"
#include "ui/monitor/figurecard.h"
#include "ui/monitor/monitorpage.h"

#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTextBlock>
#include <QTextEdit>
#include <QTreeView>

using namespace Qt::StringLiterals;

namespace {

constexpr int longTime = 240'000; // a loaded machine

} // namespace

class TestEngineWizard : public QObject
{
    Q_OBJECT

private slots:
    void fromAnEmptyWindowToAVerifiedServiceAndBack_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("needs");
        QTest::addColumn<QString>("image");
        QTest::addColumn<QString>("newerImage"); // of the release 0.23.0; empty: it has no releases
        QTest::addColumn<QString>("port");
        QTest::addColumn<QString>("command");    // in the start script
        QTest::newRow("V3.1 on A3") << u"vllm-ascend-deepseek-v3.1-w8a8-1xA3"_s
                                    << u"vLLM-Ascend · 1 node × 16 NPUs · A3"_s << u"vllm-ascend:v0.18.0-a3"_s
                                    << u"vllm-ascend:v0.23.0-a3"_s << u"8015"_s << u"--async-scheduling"_s;
        QTest::newRow("V3.1 on two A2") << u"vllm-ascend-deepseek-v3.1-w8a8-2xA2"_s
                                        << u"vLLM-Ascend · 2 nodes × 8 NPUs · A2"_s << u"vllm-ascend:v0.18.0"_s
                                        << u"vllm-ascend:v0.23.0"_s << u"8004"_s << u"--data-parallel-address"_s;
        QTest::newRow("Qwen on A2") << u"vllm-ascend-qwen3-235b-w8a8-1xA2"_s << u"vLLM-Ascend · 1 node × 8 NPUs · A2"_s
                                    << u"vllm-ascend:v0.18.0"_s << u"vllm-ascend:v0.23.0"_s << u"8000"_s
                                    << u"--tensor-parallel-size"_s;
        QTest::newRow("an image of one's own") << u"openai-compatible-image"_s << u"1 node × 8 NPUs · any kind"_s
                                               << u"vllm-ascend:v0.18.0"_s << QString() << u"8000"_s << u"vllm serve"_s;
    }
    void fromAnEmptyWindowToAVerifiedServiceAndBack()
    {
        QFETCH(QString, id);
        QFETCH(QString, needs);
        QFETCH(QString, image);
        QFETCH(QString, newerImage);
        QFETCH(QString, port);
        QFETCH(QString, command);
        const bool isV31 = id.contains(u"v3.1"_s), hasReleases = !newerImage.isEmpty();
        const EmptyHome home;
        const Result<std::unique_ptr<Lab>> lab = Lab::up({.recipe = id});
        QVERIFY2(lab, lab ? "" : qPrintable(lab.error().message + u'\n' + lab.error().detail));
        const QList<Node> nodes = (*lab)->deployment().nodes;
        const Node &node = nodes.first();
        const bool isMany = nodes.size() > 1;

        ShownConsole shown;
        QVERIFY(shown.isExposed);
        Application &console = shown.console;
        MainWindow &window = shown.window();
        auto *deploy = window.findChild<DeployPage *>();
        auto *chat = window.findChild<ChatPage *>();
        QVERIFY(deploy && chat);
        const auto step = [&](DeployPage::Step which) { go(deploy, which); };
        const auto words = [&](const char *name) { return window.findChild<QLabel *>(QLatin1String(name))->text(); };
        const auto picture = [&](const QString &name) { grab(console, id.section(u'-', 0, 2) + u'-' + name); };
        QVERIFY(QTest::qWaitFor(rests));
        Watchdog watchdog;
        const bool watched = !takesPictures(); // taking pictures stalls

        watchdog.say(u"the recipe, before there is a node"_s);
        window.showPage(u"deploy"_s);
        step(DeployPage::RecipeStep);
        auto *recipe = deploy->findChild<RecipePage *>();
        auto *choice = recipe->findChild<QComboBox *>(u"recipeChoice"_s);
        QVERIFY(choice->count() >= 4);
        QVERIFY(choice->itemData(choice->findData(id), RecipeListModel::FitRole).toString().startsWith(u'?'));

        watchdog.say(u"the nodes"_s);
        window.showPage(u"nodes"_s);
        for (const Node &one : nodes) {
            press(&window, u"addNode"_s);
            type(&window, u"nodeName"_s, one.name);
            type(&window, u"nodeHost"_s, one.host);
            window.findChild<QSpinBox *>(u"nodePort"_s)->setValue(one.port.value_or(22));
            type(&window, u"nodeUser"_s, one.user);
            window.findChild<QComboBox *>(u"nodeAuth"_s)->setCurrentIndex(int(AuthMethod::Key));
            type(&window, u"nodeIdentity"_s, one.identityFile);
            press(&window, u"nodeSave"_s);
        }
        QCOMPARE(console.cluster().deployment().nodes.size(), nodes.size());
        press(&window, u"inspectAll"_s);
        QTRY_VERIFY_WITH_TIMEOUT(([&] {
                                     acceptHostKey(window);
                                     return std::all_of(nodes.cbegin(), nodes.cend(), [&](const Node &one) {
                                         return console.cluster().state(one.name) == NodeState::Reachable
                                             && console.cluster().facts(one.name);
                                     });
                                 }()),
                                 longTime);
        picture(u"1-nodes"_s);

        watchdog.say(u"the list of recipes"_s);
        window.showPage(u"deploy"_s);
        step(DeployPage::RecipeStep);
        const auto fit = [&](const QString &which) {
            return choice->itemData(choice->findData(which), RecipeListModel::FitRole).toString();
        };
        const QString fits = hasReleases ? u"✓ Number and kind of NPUs fit the recipe"_s
                                         : u"? Number and kind of NPUs fit. Whether the driver does cannot be told: "
                                           "nothing is known here of the program in the image, nor which driver it "
                                           "asks for."_s;
        QCOMPARE(fit(id), fits);
        QVERIFY(choice->itemData(0, RecipeListModel::FitRole).toString().startsWith(u'✓')); // what fits comes first
        QCOMPARE(fit(u"openai-compatible-image"_s).startsWith(u'?'), !isMany);
        const QString other = isV31 ? u"vllm-ascend-qwen3-235b-w8a8-1xA2"_s : u"vllm-ascend-deepseek-v3.1-w8a8-1xA3"_s;
        QVERIFY2(fit(other).contains(isMany      ? u"the deployment has 2 nodes; it is written for 1"_s
                                         : isV31 ? u"this is for A2"_s
                                                 : u"has 8 NPUs"_s),
                 qPrintable(fit(other)));
        QCOMPARE(fit(u"mindie-deepseek-v3.2-w8a8-2xA2"_s).startsWith(u"! Does not fit"_s), !isMany);
        QCOMPARE(choice->itemData(choice->findData(id), RecipeListModel::NeedsRole)
                     .toString()
                     .section(u" · "_s, isV31 || hasReleases ? 0 : 1),
                 needs);
        press(recipe, u"emptyStateButton"_s);
        if (!watched) {
            QTRY_VERIFY(choice->view()->isVisible());
            choice->view()->window()->grab().save(qEnvironmentVariable("ASC_GRAB_DIR") + u"/2-list.png"_s);
        }
        choose(choice, id);
        QTRY_COMPARE(console.cluster().deployment().recipe, id);
        QTRY_VERIFY(recipe->isReady());
        QCOMPARE(words("recipeFit"), fits);
        QVERIFY2(words("recipeNeeds").endsWith(needs), qPrintable(words("recipeNeeds")));
        QVERIFY2(!words("recipeNeeds").contains(u"·  ·"_s) && !words("recipeNeeds").startsWith(u" "_s)
                     && !words("recipeNeeds").contains(u"1 nodes"_s),
                 qPrintable(words("recipeNeeds")));
        auto *drawing = recipe->findChild<TopologyView *>();
        QTRY_COMPARE(drawing->drawn().nodes.size(), nodes.size());
        QVERIFY(drawing->isVisible() && drawing->drawn().nodes.first().serves);
        picture(u"2-recipe"_s);

        watchdog.say(u"the checks"_s);
        step(DeployPage::Checks);
        QVERIFY(QTest::qWaitFor(rests));
        watchdog.say(u"the checks run"_s);
        auto *checks = deploy->findChild<ChecksPage *>();
        if (!console.checks().isRunning() && !checks->look())
            press(checks, u"emptyStateButton"_s);
        QTRY_VERIFY_WITH_TIMEOUT(!console.checks().isRunning() && checks->look(), longTime);
        picture(u"3-checks"_s);
        QVERIFY(console.checks().isPassed());

        watchdog.say(u"the artifacts"_s);
        step(DeployPage::Artifacts);
        auto *artifacts = deploy->findChild<ArtifactsPage *>();
        QTRY_VERIFY(artifacts->isReady() && !artifacts->artifacts().files.isEmpty());
        const auto fileNamed = [&](const QString &name) {
            for (const Artifact &file : artifacts->artifacts().files) {
                if (file.path == name)
                    return QString::fromUtf8(file.content);
            }
            return QString();
        };
        const QString start = node.name + u"/start.sh"_s;
        for (const Artifact &file :
             artifacts->artifacts().files) // unsaved and so without a name, it has a folder of its own
            QVERIFY2(!file.remotePath.contains(u"//"_s), qPrintable(file.remotePath));
        QTRY_VERIFY2(fileNamed(start).contains(command), qPrintable(fileNamed(start)));
        QVERIFY(!isV31 || fileNamed(start).contains(u"cudagraph_capture_sizes"_s));
        QVERIFY(fileNamed(node.name + u"/docker-run.sh"_s).contains(image));
        if (hasReleases) {
            watchdog.say(u"another release: another image, another command line"_s);
            step(DeployPage::RecipeStep);
            auto *release = recipe->findChild<QComboBox *>(u"field-release"_s);
            QVERIFY(release);
            QTRY_VERIFY(release->isVisible());
            release->setFocus();
            QTest::keyClick(release, Qt::Key_Down);
            QTRY_COMPARE(stringAt(console.cluster().deployment().settings, "release"), u"0.23.0"_s);
            watchdog.say(u"its artifacts"_s);
            step(DeployPage::Artifacts);
            QTRY_VERIFY(fileNamed(node.name + u"/docker-run.sh"_s).contains(newerImage));
            QVERIFY(!isV31
                    || (!fileNamed(start).contains(u"--async-scheduling"_s)
                        && !fileNamed(start).contains(u"cudagraph_capture_sizes"_s)));
            QTRY_VERIFY(artifacts->isReady());
            bool saysSo = false;
            for (const QLabel *label : artifacts->findChildren<QLabel *>()) {
                QVERIFY2(!label->text().contains(u"MindIE"_s) && !label->text().contains(u"the engines' rules"_s),
                         qPrintable(label->text()));
                saysSo = saysSo || label->text().contains(u"vLLM 0.23.0"_s);
            }
            QVERIFY(saysSo);

            watchdog.say(u"what a line is for"_s);
            auto *tree = artifacts->findChild<QTreeView *>(u"artifactTree"_s);
            for (const QModelIndex &index : tree->model()->match(tree->model()->index(0, 0), ArtifactModel::PathRole,
                                                                 start, 1, Qt::MatchExactly | Qt::MatchRecursive))
                tree->setCurrentIndex(index);
            QTRY_COMPARE(words("artifactName"), start);
            auto *code = artifacts->findChild<CodeView *>(u"artifactText"_s);
            for (QTextBlock block = code->document()->begin(); block.isValid(); block = block.next()) {
                if (block.text().trimmed().startsWith(u"--max-model-len"_s))
                    code->setTextCursor(QTextCursor(block));
            }
            QTRY_VERIFY2(words("artifactNote").contains(u"Setting \"Longest context\": --max-model-len"_s),
                         qPrintable(words("artifactNote")));
        }
        picture(u"4-artifacts"_s);

        watchdog.say(u"the run"_s);
        step(DeployPage::Run);
        RunPage &run = deploy->runPage();
        picture(u"5-before"_s);
        press(&run, u"start"_s);
        QTRY_VERIFY(run.isRunning());
        QTRY_VERIFY_WITH_TIMEOUT(!run.isRunning(), longTime);
        picture(u"5-done"_s);
        QVERIFY2(run.look().value_or(Look{}).word == lookOf(StepState::Done).word,
                 qPrintable(run.findChild<QLabel *>(u"failureText"_s)->text()));

        watchdog.say(u"verify"_s);
        step(DeployPage::Verify);
        VerifyPage &verify = deploy->verifyPage();
        QTRY_VERIFY_WITH_TIMEOUT(!verify.isRunning(), longTime);
        QCOMPARE(verify.report().findings.size(), 5);
        picture(u"6-verify"_s);
        QVERIFY(verify.report().passed());

        watchdog.say(u"chat"_s);
        press(&verify, u"openChat"_s);
        QTRY_COMPARE_WITH_TIMEOUT(chat->backends().state(), ChatBackends::State::Ready, longTime);
        QCOMPARE(chat->backends().currentBackend()->kind, ChatBackend::Kind::Endpoint);
        QVERIFY2(chat->backends().currentBackend()->id.endsWith(u':' + port + u"/v1"_s),
                 qPrintable(chat->backends().currentBackend()->id));
        auto *composer = chat->findChild<QPlainTextEdit *>(u"composerText"_s);
        QTest::keyClicks(composer, u"Tell me a story."_s);
        QTest::keyClick(composer, Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(chat->model().rowCount() >= 2 && !chat->isBusy(), longTime);
        picture(u"7-chat"_s);

        if (!watched) {
            window.showPage(u"monitor"_s);
            QTRY_VERIFY_WITH_TIMEOUT(window.findChild<MonitorPage *>()->monitor().endpointNews()
                                         == EndpointNews::Answers,
                                     longTime);
            picture(u"8-monitor"_s);
        }

        // Nothing of it is in a file: whoever leaves now is told what stays behind.
        QVERIFY(!window.close());
        QVERIFY2(words("unsavedText").contains(u"What it has put on its nodes stays there"_s),
                 qPrintable(words("unsavedText")));
        press(&window, u"unsavedCancel"_s);

        watchdog.say(u"undo"_s);
        window.showPage(u"deploy"_s);
        step(DeployPage::Run);
        press(&run, u"undo"_s);
        press(&run, u"undoNow"_s);
        QTRY_VERIFY(run.isRunning());
        QTRY_VERIFY_WITH_TIMEOUT(!run.isRunning(), longTime);
        picture(u"9-undone"_s);
        QVERIFY2(words("runSubtitle").startsWith(u"Undone at "_s), qPrintable(words("runSubtitle")));
        QCOMPARE(verify.since(), VerifyPage::Since::Undone);
        for (int i = 0; i < nodes.size(); ++i)
            QVERIFY(QDir((*lab)->nodeFolder(i) + u"/work/deployments"_s).isEmpty());
        // Nothing says any more that the service is there, on no page.
        auto *stepper = deploy->findChild<Stepper *>();
        for (const DeployPage::Step one : {DeployPage::Checks, DeployPage::Verify})
            QVERIFY2(stepper->look(one) && stepper->look(one)->tone == style::Tone::Unknown,
                     qPrintable(QString::number(one)));
        step(DeployPage::Checks);
        const auto *remedy = checks->findChild<QTextEdit *>(u"findingRemedy"_s);
        QVERIFY2(!remedy->isVisible() || remedy->toPlainText().contains(u"may not hold any more"_s),
                 qPrintable(remedy->toPlainText()));
        picture(u"9-checks"_s);
        // Every node was changed, every one is asked again; the page shows any of them.
        for (const Node &one : nodes)
            QTRY_VERIFY_WITH_TIMEOUT(console.cluster().lastChange(one.name).atMs == 0
                                         && console.cluster().facts(one.name)->container.containers.isEmpty(),
                                     longTime);
        window.showPage(u"nodes"_s);
        QVERIFY(!window.findChild<QLabel *>(u"factsOfThePast"_s)->isVisible());
        picture(u"9-nodes"_s);
        window.showPage(u"monitor"_s);
        const auto *tile = window.findChild<FigureCard *>(u"ttftCard"_s);
        QTRY_VERIFY2_WITH_TIMEOUT(tile->line().startsWith(u"the endpoint does not answer"),
                                  qPrintable(tile->figure() + u' ' + tile->line()), longTime);
        QCOMPARE(tile->figure(), format::none());
        picture(u"9-monitor"_s);

        if (watched)
            QVERIFY2(watchdog.longestStallMs() < Watchdog::limitMs, qPrintable(watchdog.report()));
        qInfo("%s", qPrintable(watchdog.report()));
    }
};

QTEST_MAIN(TestEngineWizard)
#include "tst_enginewizard.moc"
