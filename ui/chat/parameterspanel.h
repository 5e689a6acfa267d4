// ParametersPanel: system prompt and sampling of the chat. What is left at "Default" is not sent.
#pragma once

#include "inference/chatport.h"
#include "ui/chat/numberfield.h"

#include <QWidget>

class QLabel;
class QPlainTextEdit;
class QPushButton;

class ParametersPanel : public QWidget
{
    Q_OBJECT

public:
    explicit ParametersPanel(QWidget *parent = nullptr);

    QString systemPrompt() const;
    void applyTo(ChatRequest &request) const;
    void setContext(int tokens);         // of who is chosen; 0: not known

protected:
    void changeEvent(QEvent *event) override;

private:
    void reset();
    void note(QAbstractSpinBox *field);
    void retranslate();

    QLabel *m_title, *m_systemLabel, *m_temperatureLabel, *m_topPLabel, *m_tokensLabel, *m_seedLabel;
    QPlainTextEdit *m_system;
    NumberField<QDoubleSpinBox> *m_temperature, *m_topP;
    NumberField<QSpinBox> *m_tokens, *m_seed;
    struct Note
    {
        QLabel *label = nullptr;
        QString taken, words;            // what stands in the field since it was corrected, and what is said of that
    };
    QHash<QAbstractSpinBox *, Note> m_notes;
    int m_context = 0;
    QPushButton *m_reset;
};
