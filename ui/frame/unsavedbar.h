// UnsavedBar: asks, in place, what to do with unsaved changes before something would lose them.
#pragma once

#include "ui/common/noticebar.h"

#include <functional>

class UnsavedBar : public NoticeBar
{
    Q_OBJECT

public:
    explicit UnsavedBar(QWidget *parent = nullptr);

    // goOn is called after Discard, or by the owner after it has saved (takePending).
    enum class Before { Other, Quit };   // another deployment takes its place; the window closes
    struct Changes
    {
        bool isInFile = false;           // there is one, which is not as the deployment is now
        bool hasLearned = false;         // among them is one that the user did not make: the nodes are simulated
        bool isOnNodes = false;          // a run has put something there, which stays
    };
    void ask(const QString &deployment, Before before, const Changes &changes, std::function<void()> goOn);
    std::function<void()> takePending();                    // and hides

signals:
    void saveRequested();

protected:
    void retranslate() override;

private:
    QString m_deployment;
    Before m_before = Before::Other;
    Changes m_changes;
    std::function<void()> m_goOn;
    QPushButton *m_save, *m_discard, *m_cancel;
};
