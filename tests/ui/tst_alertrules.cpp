// The rules of alerts in the window: switched, changed, added, tried on what was sampled before they are saved, taken
// from a file of Prometheus and written into one; a webhook that is told. ASC_GRAB_DIR=DIR: pictures.
#include "core/monitor/ownalerts.h"
#include "tests/lab/labwindow.h"
#include "tests/support/hookreceiver.h"
#include "ui/monitor/alertrulesmodel.h"
#include "ui/monitor/alertrulespane.h"
#include "ui/monitor/monitorpage.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTest>

using namespace Qt::StringLiterals;

class AlertRulesTest : public QObject, LabWindow {
    Q_OBJECT

    static constexpr int longTime = 60'000;
    HookReceiver m_receiver{{200}};

    AlertRulesPane *pane() { return window().findChild<AlertRulesPane *>(); }
    QPushButton *button(const char *name) { return window().findChild<QPushButton *>(QLatin1String(name)); }
    template <typename Field> Field *field(const char *name) { return pane()->findChild<Field *>(QLatin1String(name)); }
    QTableView *table() { return field<QTableView>("alertRulesTable"); }
    QString words() { return field<QLabel>("alertRulesWords")->text(); }
    QString text(int row, int column) { return table()->model()->index(row, column).data().toString(); }
    int rowOf(const QString &name)
    {
        for (int row = 0; row < table()->model()->rowCount(); ++row) {
            if (text(row, AlertRulesModel::Name) == name)
                return row;
        }
        return -1;
    }
    void choose(const QString &name)
    {
        QVERIFY2(rowOf(name) >= 0, qPrintable(name));
        table()->setCurrentIndex(table()->model()->index(rowOf(name), 0));
    }
    void press(const char *name)
    {
        QVERIFY2(button(name)->isEnabled(), name);
        QTest::mouseClick(button(name), Qt::LeftButton);
    }

private slots:
    void initTestCase()
    {
        openWindow();
        if (QTest::currentTestFailed())
            return;
        window().showPage(u"monitor"_s);
        QTRY_VERIFY(button("showRules") && button("showRules")->isVisible());
        QVERIFY(!pane());
    }
    void cleanupTestCase() { closeWindow(); }

    void everyRuleIsASentence()
    {
        press("showRules");
        QTRY_VERIFY(pane() && pane()->isVisible() && table()->model()->rowCount() >= 11);
        QTRY_VERIFY(rowOf(u"A chip is hot"_s) >= 0);
        const int hot = rowOf(u"A chip is hot"_s), late = rowOf(u"The first token comes late"_s);
        QCOMPARE(text(hot, AlertRulesModel::Condition), u"Temperature above 85 °C for 1 min"_s);
        QCOMPARE(text(hot, AlertRulesModel::Severity), u"warning"_s);
        QVERIFY(late >= 0); // also what is off as it is shipped
        QCOMPARE(table()->model()->index(late, 0).data(Qt::CheckStateRole).toInt(), int(Qt::Unchecked));
        QCOMPARE(table()->model()->index(hot, 0).data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
        QVERIFY(!button("saveRules")->isEnabled() && !button("discardRules")->isEnabled());
        grab(u"alert-rules"_s);
        grab(*pane(), u"alert-rules-pane"_s);
    }

    void aBoundIsChangedTriedAndSaved()
    {
        choose(u"A chip is hot"_s);
        QVERIFY(field<QLineEdit>("ruleName")->isReadOnly() && !field<QComboBox>("ruleMetric")->isEnabled());
        QCOMPARE(field<QDoubleSpinBox>("ruleBound")->value(), 85.0);
        field<QDoubleSpinBox>("ruleBound")->setValue(20); // every chip is that warm
        field<QSpinBox>("ruleFor")->setValue(1);
        QCOMPARE(text(rowOf(u"A chip is hot"_s), AlertRulesModel::Condition), u"Temperature above 20 °C for 1 s"_s);
        QVERIFY(button("saveRules")->isEnabled());
        QVERIFY(!QFile::exists(ownAlertsFile()));
        for (const QString &language : {u"zh"_s, u"en"_s}) { // it stays chosen, with what was typed
            m_application->showLanguage(language);
            QTRY_VERIFY(field<QDoubleSpinBox>("ruleBound")->isVisible());
            QCOMPARE(field<QDoubleSpinBox>("ruleBound")->value(), 20.0);
        }

        // On what was kept until now.
        QTRY_VERIFY_WITH_TIMEOUT(button("tryRules")->isEnabled(), longTime);
        QTest::qWait(4000); // some of it
        press("tryRules");
        QTRY_VERIFY_WITH_TIMEOUT(words().contains(u"would have begun"_s), longTime);
        const QString found = text(rowOf(u"A chip is hot"_s), AlertRulesModel::Tried);
        QVERIFY2(found == u"16 alerts"_s, qPrintable(found + u" / "_s + words())); // two nodes of eight chips
        QCOMPARE(text(rowOf(u"A chip is not OK"_s), AlertRulesModel::Tried), u"0 alerts"_s);
        grab(*pane(), u"alert-rules-tried"_s);

        press("discardRules");
        QCOMPARE(text(rowOf(u"A chip is hot"_s), AlertRulesModel::Condition), u"Temperature above 85 °C for 1 min"_s);
        QVERIFY(!button("discardRules")->isEnabled());
        QVERIFY(m_application->session().alerts.active().isEmpty()); // nothing of it held
    }

    void aRuleOfOnesOwnTellsTheWebhook()
    {
        press("addRule");
        QVERIFY(rowOf(u"My rule 1"_s) >= 0);
        auto *name = field<QLineEdit>("ruleName");
        name->setFocus();
        name->selectAll();
        QTest::keyClicks(name, u"Much HBM"_s);
        QTest::keyClick(name, Qt::Key_Return);
        QTRY_VERIFY(rowOf(u"Much HBM"_s) >= 0);
        auto *metric = field<QComboBox>("ruleMetric");
        metric->setCurrentIndex(metric->findData(u"npu.hbm.used"_s));
        field<QDoubleSpinBox>("ruleBound")->setValue(30'000);
        field<QSpinBox>("ruleFor")->setValue(1);
        field<QSpinBox>("ruleOver")->setValue(1);
        QCOMPARE(text(rowOf(u"Much HBM"_s), AlertRulesModel::Condition), u"HBM used above 30000 MB for 1 s"_s);
        auto *hook = field<QLineEdit>("alertWebhook");
        QTest::keyClicks(hook, m_receiver.url());
        press("testWebhook");
        QTRY_VERIFY_WITH_TIMEOUT(words().contains(u"127.0.0.1"_s) && words().contains(u"took the test"_s), longTime);
        QVERIFY(!words().contains(u"secret-token"_s));
        QCOMPARE(m_receiver.bodies().size(), 1);
        press("saveRules");
        QTRY_VERIFY_WITH_TIMEOUT(words().contains(u"hold from now on"_s), longTime);
        QVERIFY(QFile::exists(ownAlertsFile()));

        QVERIFY(m_lab->fault(0, u"hbm-occupied"_s, {u"0"_s}));
        QTRY_VERIFY_WITH_TIMEOUT(m_receiver.bodies().size() >= 2, longTime);
        QVERIFY(m_lab->clear(0));
        QTRY_VERIFY_WITH_TIMEOUT(stringAt(m_receiver.bodies().last(), "status") == u"resolved", longTime);
        const Json told = m_receiver.bodies()[1];
        QCOMPARE(stringAt(told, "status"), u"firing"_s);
        QCOMPARE(stringAt(told["alerts"][0]["annotations"], "summary"), u"Much HBM"_s);
        QCOMPARE(stringAt(told["alerts"][0]["labels"], "device"), u"0/0"_s);
        QCOMPARE(stringAt(told["commonLabels"], "simulated"), u"true"_s);

        // Silenced, the webhook is silent, too: of the beginning and of the end.
        const qsizetype before = m_receiver.bodies().size();
        m_application->session().alerts.silence(u"own-1"_s, QDateTime::currentMSecsSinceEpoch() + longTime);
        QVERIFY(m_lab->fault(0, u"hbm-occupied"_s, {u"0"_s}));
        QTest::qWait(5000);
        QVERIFY(m_lab->clear(0));
        QTest::qWait(5000);
        QCOMPARE(m_receiver.bodies().size(), before);
        m_application->session().alerts.silence(u"own-1"_s, 0);
    }

    void theyGoToPrometheusAndBack()
    {
        const QTemporaryDir box;
        QSignalSpy told(pane(), &AlertRulesPane::told);
        pane()->exportTo(box.filePath(u"rules.yml"_s));
        QTRY_VERIFY(words().contains(u"rules.yml"_s));
        choose(u"Much HBM"_s);
        press("removeRule");
        QVERIFY(rowOf(u"Much HBM"_s) < 0 && button("saveRules")->isEnabled());
        pane()->importFrom(box.filePath(u"rules.yml"_s));
        QTRY_VERIFY_WITH_TIMEOUT(rowOf(u"Much HBM"_s) >= 0, longTime);
        QCOMPARE(text(rowOf(u"Much HBM"_s), AlertRulesModel::Condition), u"HBM used above 30000 MB for 1 s"_s);

        QFile other(box.filePath(u"other.yml"_s));
        QVERIFY(other.open(QFile::WriteOnly)
                && other.write("groups: [{name: a, rules: [{alert: Down, expr: up == 0}]}]") > 0);
        other.close();
        pane()->importFrom(other.fileName());
        QTRY_VERIFY2(words().contains(u"Down"_s) && words().contains(u"up == 0"_s), qPrintable(words()));
        grab(*pane(), u"alert-rules-imported"_s);
        pane()->importFrom(u"/nothing.yml"_s);
        QTRY_VERIFY(words().contains(u"/nothing.yml"_s));
        press("discardRules");
        QVERIFY(rowOf(u"Much HBM"_s) >= 0);
    }

    void aWebhookThatDoesNotAnswerIsSaid()
    {
        quint16 port = 0;
        {
            const RawServer gone([](RawServer::Peer &) {});
            port = gone.port();
        }
        auto *hook = field<QLineEdit>("alertWebhook");
        hook->selectAll();
        QTest::keyClicks(hook, u"http://127.0.0.1:%1/secret-token"_s.arg(port));
        press("saveRules");
        QTRY_VERIFY_WITH_TIMEOUT(words().contains(u"hold from now on"_s), longTime);
        QVERIFY(m_lab->fault(0, u"hbm-occupied"_s, {u"0"_s}));
        auto *said = window().findChild<QLabel *>(u"alertRulesWrong"_s);
        QTRY_VERIFY_WITH_TIMEOUT(said->isVisible() && said->text().contains(u"127.0.0.1"_s), longTime);
        QVERIFY2(!said->text().contains(u"secret-token"_s), qPrintable(said->text()));
        QVERIFY(m_lab->clear(0));
        hook->selectAll();
        QTest::keyClicks(hook, u"not an address"_s);
        press("saveRules");
        QTRY_VERIFY_WITH_TIMEOUT(words().contains(u"/webhook"_s), longTime);
        press("discardRules");
        hook->clear();
        emit hook->textEdited({});
        press("saveRules");
        QTRY_VERIFY_WITH_TIMEOUT(!said->isVisible(), longTime);
    }

    // A file that is not as it should be is not written over.
    void aWrongFileStaysAsItIs()
    {
        press("showRules"); // closed
        QVERIFY(!pane()->isVisible());
        putAlertRules(R"({"rules": [{"id": "chip-not-ok", "forSeconds": "1"}]})");
        press("showRules");
        QTRY_VERIFY_WITH_TIMEOUT(words().contains(u"/rules/0/forSeconds"_s), longTime);
        QVERIFY(!button("saveRules")->isEnabled() && !button("addRule")->isEnabled());
    }
};

QTEST_MAIN(AlertRulesTest)
#include "tst_alertrules.moc"
