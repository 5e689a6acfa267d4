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
    // hasLearned: among the changes is one that the user did not make, that the nodes are simulated.
    void ask(const QString &deployment, Before before, bool hasLearned, std::function<void()> goOn);
    std::function<void()> takePending();                    // and hides

signals:
    void saveRequested();

protected:
    void retranslate() override;

private:
    QString m_deployment;
    Before m_before = Before::Other;
    bool m_hasLearned = false;
    std::function<void()> m_goOn;
    QPushButton *m_save, *m_discard, *m_cancel;
};
