// "What has room" on the Recipe page, as a person uses it: asked of a node, tried with sliders, taken over.
#include "app/console/application.h"
#include "core/engines/recipebook.h"
#include "tests/lab/lab.h"
#include "tests/support/ascendctl.h"
#include "ui/common/datatable.h"
#include "ui/common/errorbar.h"
#include "ui/common/segmentedcontrol.h"
#include "ui/deploy/deploypage.h"
#include "ui/deploy/knobrow.h"
#include "ui/deploy/recipepage.h"
#include "ui/deploy/roombar.h"
#include "ui/deploy/roomview.h"
#include "ui/frame/mainwindow.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QPushButton>
#include <QSlider>
#include <QTemporaryDir>
#include <QTest>

#include <numeric>

using namespace Qt::StringLiterals;

class RoomViewTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_home;
    std::unique_ptr<Lab> m_lab;

    static constexpr int longTime = 120'000;

    static Application::Options options()
    {
        Application::Options options;
        options.theme = u"light"_s;
        options.language = u"en"_s;
        return options;
    }
    // The Recipe step, and on it the button that is called so.
    static RoomView &room(Application &application)
    {
        application.window().show();
        application.window().showPage(u"deploy"_s);
        application.deploy().showStep(DeployPage::RecipeStep);
        press(application.deploy().recipePage(), u"What has room"_s);
        return *application.deploy().recipePage().findChild<RoomView *>(u"roomView"_s);
    }
    static void press(QWidget &within, const QString &words)
    {
        QAbstractButton *found = nullptr;
        const auto isThere = [&] {
            for (QAbstractButton *button : within.findChildren<QAbstractButton *>()) {
                if (button->text() == words && button->isVisible())
                    found = button;
            }
            return found != nullptr;
        };
        QTRY_VERIFY2(isThere(), qPrintable(words));
        QTest::mouseClick(found, Qt::LeftButton);
    }
    static QString text(const QWidget &within, const char *name)
    {
        const auto *label = within.findChild<QLabel *>(QLatin1String(name));
        return label && label->isVisible() ? label->text() : QString();
    }

private slots:
    void initTestCase()
    {
        qputenv("HOME", m_home.path().toUtf8());
        qputenv("XDG_STATE_HOME", m_home.filePath(u"state"_s).toUtf8());
        Result<std::unique_ptr<Lab>> lab = Lab::up({.nodes = 2, .ssh = false});
        if (!lab)
            QSKIP(qPrintable(lab.error().message));
        m_lab = *std::move(lab);
    }

    void aPersonTriesAndTakesOver()
    {
        Application application(options());
        application.window().openFile(m_lab->deploymentFile());
        QTRY_COMPARE(application.cluster().deployment().nodes.size(), 2);
        RoomView &shown = room(application);
        QTRY_VERIFY2(text(shown, "roomVerdict").startsWith(u"Whether it fits is not known"_s),
                     qPrintable(text(shown, "roomVerdict")));
        application.cluster().inspect();
        press(shown, u"Ask node1"_s);
        QTRY_VERIFY2_WITH_TIMEOUT(text(shown, "roomVerdict") == u"It fits."_s, qPrintable(text(shown, "roomVerdict")),
                                  longTime);
        QVERIFY(text(shown, "roomSource").endsWith(u" on node1"_s));
        const Capacity asSet = *shown.capacity();
        QVERIFY(asSet.kvTokens && *asSet.kvTokens > 0);
        const auto *table = shown.findChild<DataTable *>(u"roomParts"_s);
        QCOMPARE(table->model()->rowCount(), int(asSet.parts.size()));
        // the bar is the card: its pieces are all there is of it
        const auto *bar = shown.findChild<RoomBar *>(u"roomBar"_s);
        QCOMPARE(bar->cardBytes(), qint64(64) << 30);
        const qint64 all = std::accumulate(bar->pieces().cbegin(), bar->pieces().cend(), qint64(0),
                                           [](qint64 sum, const RoomBar::Piece &piece) { return sum + piece.bytes; });
        QVERIFY2(qAbs(all - bar->cardBytes()) < 16, qPrintable(QString::number(all)));
        auto *use = shown.findChild<QPushButton *>(u"roomUse"_s);
        QVERIFY(!use->isEnabled());

        // a longer request by the keyboard: fewer at once, and nothing is set
        auto *length = shown.findChild<QSlider *>(u"knob-maxSeqLen"_s);
        length->setFocus();
        QTest::keyClick(length, Qt::Key_End);
        QTRY_VERIFY(shown.capacity() && shown.capacity()->concurrency
                    && *shown.capacity()->concurrency < *asSet.concurrency);
        QVERIFY(application.cluster().deployment().settings.value("maxSeqLen", 0) == 0
                || !application.cluster().isEdited());
        QVERIFY(use->isEnabled());
        const auto *value = shown.findChild<QLabel *>(u"knobValue-maxSeqLen"_s);
        QVERIFY2(value->text().contains(u"(set: "_s), qPrintable(value->text()));

        // what is thought of only cannot be taken over
        QTest::mouseClick(shown.findChild<QPushButton *>(u"roomReset"_s), Qt::LeftButton);
        QVERIFY(!use->isEnabled());
        auto *weights = shown.findChild<QComboBox *>(u"roomQuantization"_s);
        weights->setFocus();
        QTest::keyClicks(weights, u"BF"_s);
        QTRY_VERIFY2(text(shown, "roomVerdict").startsWith(u"It does not fit:"_s),
                     qPrintable(text(shown, "roomVerdict")));
        QVERIFY(!use->isEnabled());
        QTest::mouseClick(shown.findChild<QPushButton *>(u"roomReset"_s), Qt::LeftButton);
        QTRY_COMPARE(text(shown, "roomVerdict"), u"It fits."_s);

        length->setFocus();
        QTest::keyClick(length, Qt::Key_Home);
        QTest::mouseClick(use, Qt::LeftButton);
        const qint64 least = qint64(shown.findChild<KnobRow *>()->knob().steps.first());
        QCOMPARE(integerAt(application.cluster().deployment().settings, "maxSeqLen").value_or(0), least);
        QTRY_VERIFY(!use->isEnabled());
        QVERIFY2(!value->text().contains(u"(set: "_s), qPrintable(value->text()));
        press(application.deploy().recipePage(), u"Settings"_s);
        QVERIFY(!shown.isVisible());
        application.showLanguage(u"zh"_s);
        press(application.deploy().recipePage(), u"显存规划"_s);
        QTRY_COMPARE(text(shown, "roomVerdict"), u"放得下。"_s);
        QVERIFY2(text(shown, "roomSource").startsWith(u"node1 上 "_s), qPrintable(text(shown, "roomSource")));
    }

    // Its cards are not free because it serves: nobody is to lower anything, or to end what holds them.
    void theDeploymentsOwnServiceIsNoWarning()
    {
        const Result<std::unique_ptr<Lab>> lab
            = Lab::up({.nodes = 1, .ssh = false, .recipe = u"vllm-ascend-qwen3-30b-w8a8-1xA2"_s});
        if (!lab)
            QSKIP(qPrintable(lab.error().message));
        const Ran ran = ascendctl({u"deploy"_s, (*lab)->deploymentFile()});
        if (ran.err.contains("could not load"))
            QSKIP("there is no model to serve with");
        QVERIFY2(ran.code == 0, ran.err.constData());
        Application application(options());
        application.window().openFile((*lab)->deploymentFile());
        QTRY_COMPARE(application.cluster().deployment().nodes.size(), 1);
        Cluster &cluster = application.cluster();
        const QString name = cluster.deployment().nodes.first().name;
        cluster.inspect();
        QTRY_VERIFY_WITH_TIMEOUT(cluster.facts(name) && cluster.facts(name)->npuSmi, longTime);
        const auto held = capacityOf(cluster.deployment(), *findRecipe(cluster.deployment().recipe),
                                     {cluster.allFacts(), {}, {}});
        QVERIFY(held && held->isHeld);   // by somebody
        RoomView &shown = room(application);
        press(shown, u"Ask %1"_s.arg(name));
        QTRY_VERIFY2_WITH_TIMEOUT(text(shown, "roomVerdict") == u"It fits."_s, qPrintable(text(shown, "roomVerdict")),
                                  longTime);
        QTRY_VERIFY_WITH_TIMEOUT(shown.capacity() && shown.capacity()->hbmBytesPerCard && !shown.capacity()->isHeld,
                                 longTime);
        QVERIFY2(shown.capacity()->warnings.filter(u"Free memory on device"_s).isEmpty(),
                 qPrintable(shown.capacity()->warnings.join(u'\n')));
    }

    void aFileOfSomebodyElseIsRead()
    {
        Application application(options());
        application.window().openFile(m_lab->deploymentFile());
        QTRY_COMPARE(application.cluster().deployment().nodes.size(), 2);
        RoomView &shown = room(application);
        QFile broken(m_home.filePath(u"config.json"_s));
        QVERIFY(broken.open(QIODevice::WriteOnly));
        broken.write("{\"hidden_size\": ");
        broken.close();
        const auto open = [&](const QString &path) {
            QTest::mouseClick(shown.findChild<QPushButton *>(u"roomOpen"_s), Qt::LeftButton);
            auto *dialog = shown.findChild<QFileDialog *>();
            QVERIFY(dialog);
            emit dialog->fileSelected(path);
            dialog->close();
            QTRY_VERIFY(!shown.findChild<QFileDialog *>());
        };
        open(broken.fileName());
        auto *error = shown.findChild<ErrorBar *>(u"roomError"_s);
        QTRY_VERIFY(error->isVisible());
        QVERIFY(!shown.capacity() || shown.capacity()->parts.isEmpty());
        QFile list(m_home.filePath(u"list.json"_s));
        QVERIFY(list.open(QIODevice::WriteOnly));
        list.write("[1]");
        list.close();
        open(list.fileName());
        QTRY_VERIFY(error->isVisible());
        QFile qwen(m_home.filePath(u"qwen.json"_s));
        QVERIFY(qwen.open(QIODevice::WriteOnly));
        qwen.write(R"({"model_type": "qwen2", "hidden_size": 3584, "num_hidden_layers": 28, "num_attention_heads": 28,
            "num_key_value_heads": 4, "vocab_size": 152064, "intermediate_size": 18944})");
        qwen.close();
        open(qwen.fileName());
        QTRY_VERIFY(shown.capacity() && shown.capacity()->parameters);
        QVERIFY(!error->isVisible());
        QVERIFY(qAbs(*shown.capacity()->parameters / 1e9 - 7.61) < 0.01);
        // 28 heads on the 16 cards of the recipe's tensor parallelism: that is known without their memory
        QVERIFY2(text(shown, "roomVerdict").startsWith(u"It does not start"_s), qPrintable(text(shown, "roomVerdict")));
        QVERIFY(text(shown, "roomVerdict").contains(u"28 attention heads"_s));
        QFile llama(m_home.filePath(u"llama.json"_s));
        QVERIFY(llama.open(QIODevice::WriteOnly));
        llama.write(R"({"model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32,
            "num_key_value_heads": 8, "vocab_size": 128256, "intermediate_size": 14336})");
        llama.close();
        open(llama.fileName());
        QTRY_VERIFY(shown.capacity()->parameters && qAbs(*shown.capacity()->parameters / 1e9 - 8.03) < 0.01);
        // nobody has asked the nodes: the memory of their cards is chosen
        QVERIFY(text(shown, "roomVerdict").contains(u"Choose it below"_s));
        auto *memory = shown.findChild<QComboBox *>(u"roomHbm"_s);
        memory->setFocus();
        QTest::keyClicks(memory, u"64"_s);
        QTRY_VERIFY2(text(shown, "roomVerdict") == u"It fits."_s, qPrintable(text(shown, "roomVerdict")));
        // what config.json says of itself: in the headline, too
        QFile typed(m_home.filePath(u"typed.json"_s));
        QVERIFY(typed.open(QIODevice::WriteOnly));
        typed.write(R"({"model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32,
            "num_key_value_heads": 8, "vocab_size": 128256, "intermediate_size": 14336, "torch_dtype": "bfloat16"})");
        typed.close();
        open(typed.fileName());
        QTRY_VERIFY2(text(shown, "roomFigures").endsWith(u"weights counted as BF16"_s),
                     qPrintable(text(shown, "roomFigures")));
        QFile fp8(m_home.filePath(u"fp8.json"_s));
        QVERIFY(fp8.open(QIODevice::WriteOnly));
        fp8.write(R"({"model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32,
            "num_key_value_heads": 8, "vocab_size": 128256, "intermediate_size": 14336, "torch_dtype": "bfloat16",
            "quantization_config": {"quant_method": "fp8"}})");
        fp8.close();
        open(fp8.fileName());
        QTRY_VERIFY2(text(shown, "roomVerdict").startsWith(u"It fits. By their config.json"_s),
                     qPrintable(text(shown, "roomVerdict")));
    }
};

QTEST_MAIN(RoomViewTest)
#include "tst_roomview.moc"
