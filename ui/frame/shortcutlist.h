// ShortcutList: every key of the window and what it does, read off the actions, shortcuts and parts themselves
// each time it is shown: one that is there is listed, one that is listed is there. A page of the window, no dialog.
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;
class QScrollArea;

// One line of it. An action tells by its text, a QShortcut by its whatsThis().
struct ListedKeys
{
    QString place;                       // of the page it belongs to; empty: everywhere
    QString keys;                        // "Ctrl+R", "F1 / ?"
    QString words;
    bool operator==(const ListedKeys &) const = default;
};

// places: the pages and what they are called.
QList<ListedKeys> keysOf(const QWidget *window, const QList<std::pair<const QWidget *, QString>> &places);

class ShortcutList : public QWidget
{
    Q_OBJECT

public:
    explicit ShortcutList(QWidget *parent = nullptr);

    void setKeys(const QList<ListedKeys> &keys);

signals:
    void closed();

protected:
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void retranslate();

    QLabel *m_title;
    QPushButton *m_close;
    QScrollArea *m_scroll;
};
