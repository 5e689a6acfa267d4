// FailedChecksNote: which checks have failed and stand, above the button that runs all the same. Hidden where none did,
// where something has happened since that makes them of the past, and while they run.
#pragma once

#include "core/session/checkkeeper.h"

#include <QFrame>

class QLabel;
class QPushButton;

class FailedChecksNote : public QFrame
{
    Q_OBJECT

public:
    explicit FailedChecksNote(QWidget *parent = nullptr);

    void show(const CheckKeeper &checks);

signals:
    void checksRequested();

protected:
    void changeEvent(QEvent *event) override;

private:
    void say();

    QStringList m_failed;                // ids, each once
    qint64 m_atMs = 0;
    QLabel *m_words;
    QPushButton *m_see;
};
