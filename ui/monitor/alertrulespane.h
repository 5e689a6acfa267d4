// AlertRulesPane: which alerts there are, in sentences: switched, changed, added, tried on what was sampled before they
// are saved, taken from and given to Prometheus; and the webhook that is told of them. What is changed here holds
// after Save.
#pragma once

#include "core/base/worker.h"
#include "core/session/alertkeeper.h"
#include "ui/common/card.h"

class AlertRuleForm;
class AlertRulesModel;
class DataTable;
class QLabel;
class QLineEdit;
class QPushButton;

class AlertRulesPane : public Card {
    Q_OBJECT

public:
    AlertRulesPane(AlertKeeper &alerts, QWidget *parent = nullptr);
    void retranslate();
    void open(); // shows what is saved; what was changed and not saved stays
    bool isChanged() const { return m_draft != m_saved; }
    void importFrom(const QString &path);
    void exportTo(const QString &path);

signals:
    void filled(); // its rules are in it now
    void told(const QString &words); // what the last thing that was done came to

private:
    QWidget *makeButtons();
    QWidget *makeHook();
    void read();
    void apply(const Json &draft, const QString &chosen = {});
    void follow(); // what depends on what is chosen and changed
    void addRule();
    void removeRule();
    void tryOnHistory();
    void save();
    void testHook();
    void say(const QString &words, bool isWrong = false);
    void chooseFile(bool isImport);
    QString chosenId() const;
    QList<AlertRule> thoseThatAreOn() const;
    bool isShipped(const QString &id) const;

    AlertKeeper &m_alerts;
    Json m_shipped, m_saved, m_draft;
    bool m_isRead = false;
    QLabel *m_title, *m_hookLabel, *m_hookHelp, *m_words;
    AlertRulesModel *m_model;
    DataTable *m_table;
    AlertRuleForm *m_form;
    QLineEdit *m_hook;
    QPushButton *m_add, *m_remove, *m_try, *m_import, *m_export, *m_test, *m_save, *m_discard;
    bool m_isTrying = false;
    Worker m_worker;
};
