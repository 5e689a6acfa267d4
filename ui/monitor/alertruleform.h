// AlertRuleForm: the parts of one alert rule that can be chosen. A shipped rule keeps its name and what it looks at.
#pragma once

#include "core/base/json.h"
#include "core/monitor/alertrules.h"

#include <QWidget>

class QComboBox;
class QDoubleSpinBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QSpinBox;

class AlertRuleForm : public QWidget {
    Q_OBJECT

public:
    explicit AlertRuleForm(QWidget *parent = nullptr);

    void show(const AlertRule &rule, bool isShipped);
    void retranslate();

signals:
    void changed(const QString &id, const Json &members); // of the rule, as in alerts.json

private:
    void tell();
    void showUnit();

    AlertRule m_rule;
    bool m_isShowing = false; // what changes now was not typed
    QLabel *m_nameLabel, *m_whenLabel, *m_forLabel, *m_overLabel, *m_severityLabel, *m_unit;
    QLineEdit *m_name;
    QComboBox *m_metric, *m_side, *m_severity;
    QDoubleSpinBox *m_bound;
    QSpinBox *m_for, *m_over;
};
