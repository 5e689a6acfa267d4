// StragglerNote: which chips differ from their siblings, by how much and since when (core/monitor/stragglers.h). Hidden
// where none does. It looks at one metric a second, of a fleet at a part of one, so that no second is long.
#pragma once

#include "core/monitor/clustermonitor.h"
#include "core/monitor/stragglers.h"

#include <QWidget>

#include <optional>

class QLabel;

class StragglerNote : public QWidget
{
    Q_OBJECT

public:
    explicit StragglerNote(ClusterMonitor &monitor, QWidget *parent = nullptr);

    void lookOn();                       // at the next metric, or at more chips
    const QMap<QString, QList<Straggler>> &found() const { return m_found; } // by metric

protected:
    void changeEvent(QEvent *event) override;

private:
    void tell();

    ClusterMonitor &m_monitor;
    QLabel *m_words;
    qsizetype m_next = 0;
    std::optional<StragglerSearch> m_search; // at a metric, of which chips are left
    QMap<QString, QList<Straggler>> m_found;
};
