// UndoBar: says what was just taken away and gives it back, by its button or by Ctrl+Z anywhere in the
// page it lives in (its parent). A text field there whose own typing can be undone goes first.
// Stands until the next offer, clear() or its close button.
#pragma once

#include <QFrame>

#include <functional>

class QLabel;
class QPushButton;
class QShortcut;

class UndoBar : public QFrame
{
    Q_OBJECT

public:
    explicit UndoBar(QWidget *parent);

    // what: one sentence, "node2 was removed."; undo is called at most once, after the bar has gone.
    void offer(const QString &what, std::function<void()> undo);
    void say(const QString &what);       // the same offer in other words (the language changed)
    void clear();
    bool isOffering() const { return bool(m_undo); }

signals:
    void closed();                       // by its button: nobody wants it back

protected:
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void takeBack();
    void retranslate();

    std::function<void()> m_undo;
    QLabel *m_text;
    QPushButton *m_button, *m_close;
    QShortcut *m_shortcut;
};
