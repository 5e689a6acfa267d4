// EmptyState: one sentence and at most one button, in the middle of the room that data will fill.
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

class EmptyState : public QWidget
{
    Q_OBJECT

public:
    explicit EmptyState(QWidget *parent = nullptr);
    void setWords(const QString &sentence, const QString &button = {}); // no button when empty

signals:
    void pressed();

private:
    QLabel *m_sentence;
    QPushButton *m_button;
};
