// FailureBar: which line the failure began with, and the way to it. Hidden while none is known.
#pragma once

#include <QFrame>

class QLabel;
class QPushButton;

class FailureBar : public QFrame
{
    Q_OBJECT

public:
    explicit FailureBar(QWidget *parent = nullptr);

    void say(const QString &sentence);   // empty: there is none
    void setWhyShown(bool shown);        // its button is pressed down

signals:
    void lineWanted();
    void whyWanted(bool shown);

protected:
    void changeEvent(QEvent *event) override;

private:
    void retranslate();

    QLabel *m_words;
    QPushButton *m_go, *m_why;
};
