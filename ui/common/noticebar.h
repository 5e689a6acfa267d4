// NoticeBar: a question asked in place: its words, and the buttons that answer it. Hidden while there is nothing to
// ask. Esc presses the last button, which leaves everything as it is.
#pragma once

#include "ui/common/style.h"

#include <QFrame>

class QBoxLayout;
class QLabel;
class QPushButton;
class QShortcut;

class NoticeBar : public QFrame
{
    Q_OBJECT

protected:
    enum class Buttons { Below, Beside };        // the words

    // Called "<name>Bar", its words "<name>Text".
    NoticeBar(const QString &name, Buttons where, QWidget *parent);

    QPushButton *addButton(const QString &name, style::Kind kind = style::Kind::Secondary, const QString &icon = {});
    void say(const QString &words, const QString &toolTip = {});
    void ask(QPushButton *first);                // shows it; the focus goes to that button
    // calls retranslate(); at the end of the constructor, and when what it is about has changed
    void setWords();
    virtual void retranslate() = 0;
    void changeEvent(QEvent *event) override;

private:
    QLabel *m_text;
    QBoxLayout *m_buttons;
    QPushButton *m_last = nullptr;
    QShortcut *m_escape;
};
