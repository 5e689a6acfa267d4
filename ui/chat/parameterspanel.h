// ParametersPanel: system prompt and sampling of the chat. What is left at "Default" is not sent.
#pragma once

#include "inference/chatport.h"

#include <QWidget>

class QDoubleSpinBox;
class QLabel;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

class ParametersPanel : public QWidget
{
    Q_OBJECT

public:
    explicit ParametersPanel(QWidget *parent = nullptr);

    QString systemPrompt() const;
    void applyTo(ChatRequest &request) const;

protected:
    void changeEvent(QEvent *event) override;

private:
    void reset();
    void retranslate();

    QLabel *m_title, *m_systemLabel, *m_temperatureLabel, *m_topPLabel, *m_tokensLabel, *m_seedLabel;
    QPlainTextEdit *m_system;
    QDoubleSpinBox *m_temperature, *m_topP;
    QSpinBox *m_tokens, *m_seed;
    QPushButton *m_reset;
};
