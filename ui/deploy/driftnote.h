// DriftNote: what of the compared nodes' services, beside their files, is otherwise than the deployment makes it now:
// container, image, driver; a sentence each. Hidden while there is nothing to compare with.
#pragma once

#include "core/deploy/drift.h"

#include <QFrame>

class QLabel;

class DriftNote : public QFrame
{
    Q_OBJECT

public:
    struct Compared
    {
        QString node;
        NodeDrift drift;                 // its sentences hold every language
        bool wasRun = false;             // a run is known that made a container there
    };

    explicit DriftNote(QWidget *parent = nullptr);

    void setCompared(const QList<Compared> &nodes); // in the deployment's order

protected:
    void changeEvent(QEvent *event) override;

private:
    void say();

    QList<Compared> m_nodes;
    QLabel *m_words;
};
