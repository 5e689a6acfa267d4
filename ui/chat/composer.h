// Composer: where the user writes. Grows to eight lines; Enter sends, Shift+Enter breaks, Esc stops.
#pragma once

#include <QFrame>

class QPlainTextEdit;
class QPushButton;

class Composer : public QFrame
{
    Q_OBJECT

public:
    explicit Composer(QWidget *parent = nullptr);

    QString text() const;
    void setText(const QString &text);
    void clear();
    void setBusy(bool busy);             // Stop in place of Send
    void setSendable(bool sendable);     // there is somebody to ask
    void focus();

signals:
    void sendRequested(const QString &text);
    void stopRequested();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void send();
    void fit();
    void hint();
    void update();
    void retranslate();

    QPlainTextEdit *m_edit;
    QPushButton *m_send, *m_stop;
    bool m_busy = false, m_sendable = false;
};
