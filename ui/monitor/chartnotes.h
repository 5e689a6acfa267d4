// ChartNotes: what was done to the cluster and what the user noted, as marks for the charts; and the row in which a
// note is written. Hidden until a moment is chosen.
#pragma once

#include "core/session/eventkeeper.h"
#include "ui/common/card.h"
#include "ui/monitor/chartline.h"

class QLabel;
class QLineEdit;
class QMenu;
class QPushButton;

QString eventWords(const MonitorEvent &event);           // in the user's language

class ChartNotes : public Card
{
    Q_OBJECT

public:
    explicit ChartNotes(EventKeeper &events, QWidget *parent = nullptr);

    QList<ChartMark> marks() const;
    void openAt(qint64 timeMs);
    // What can be done: a note at that moment, and the notes between these two taken away.
    void addTo(QMenu *menu, qint64 atMs, qint64 fromMs, qint64 toMs);

protected:
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void take();
    void retranslate();
    void refresh();

    EventKeeper &m_events;
    qint64 m_timeMs = 0;
    QLabel *m_words, *m_wrong;
    QLineEdit *m_text;
    QPushButton *m_add, *m_leave;
};
