// UnsavedBar: asks, in place, what to do with unsaved changes before something would lose them.
#pragma once

#include <QFrame>

#include <functional>

class QLabel;
class QPushButton;

class UnsavedBar : public QFrame
{
    Q_OBJECT

public:
    explicit UnsavedBar(QWidget *parent = nullptr);

    // goOn is called after Discard, or by the owner after it has saved (takePending).
    enum class Before { Other, Quit };   // another deployment takes its place; the window closes
    void ask(const QString &deployment, Before before, std::function<void()> goOn);
    std::function<void()> takePending();                    // and hides

signals:
    void saveRequested();

protected:
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void retranslate();

    QString m_deployment;
    Before m_before = Before::Other;
    std::function<void()> m_goOn;
    QLabel *m_text;
    QPushButton *m_save, *m_discard, *m_cancel;
};
