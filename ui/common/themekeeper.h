// ThemeKeeper: the window's theme, changed at once however much there is in it. A sheet of the application is gone
// through for every widget (1.2 s with all pages seen and a long chat); so each page, each step of a page of steps and
// each part of the frame has its own: those in sight get it at once (40 ms), the others while nothing else is to be
// done, or when they are shown before that. What a page costs when it is first shown (Qt looks up each widget's rules
// then) is spent there, too, in slices. A page whose sheet takes longer than a slice says what in it is a part of its
// own.
#pragma once

#include "ui/common/palette.h"

#include <QHash>
#include <QObject>
#include <QPointer>
#include <QTimer>
#include <QWidget>

class ThemeKeeper : public QObject
{
    Q_OBJECT

public:
    explicit ThemeKeeper(QObject *parent = nullptr);

    // `pages`: below `window`, shown one at a time.
    void adopt(QWidget *window, const QList<QWidget *> &pages);
    void adoptPage(QWidget *page);       // one more
    void setTheme(Theme theme);
    // `widget` shall have a sheet of its own: one of many that together would take too long for one turn.
    static void dressAlone(QWidget *widget);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void add(QWidget *part);
    void addAround(QWidget *widget, const QList<QWidget *> &pages);
    void addUnknown(QWidget *widget);
    bool takeApart(QWidget *part);
    bool holdsPart(const QWidget *widget) const;
    void dress(QWidget *part);
    void prepareNext();

    QString m_sheet;
    QHash<QObject *, QString> m_parts;   // with the sheet that each has
    QList<QWidget *> m_order;            // as they were added: what is reached first is prepared first
    QWidget *m_window = nullptr;
    QTimer m_idle;
    QList<QPointer<QWidget>> m_waiting;  // to be looked up before they are shown
};
