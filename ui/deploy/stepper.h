// Stepper: the wizard's steps in a row, each a number or a mark and a word; one is current.
// Mouse, Tab and the arrow keys.
#pragma once

#include "ui/common/badge.h"

#include <QAbstractButton>

class StepperButton : public QAbstractButton
{
    Q_OBJECT

public:
    StepperButton(int number, QWidget *parent = nullptr);

    void setWord(const QString &word);
    void setCurrent(bool current);
    bool isCurrent() const { return m_current; }
    void setLook(const std::optional<Look> &look); // nullopt: the number
    std::optional<Look> look() const { return m_look; }
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void tell();

    int m_number;
    bool m_current = false;
    std::optional<Look> m_look;
};

class Stepper : public QWidget
{
    Q_OBJECT

public:
    explicit Stepper(QWidget *parent = nullptr);

    int add();                                        // returns its index
    void setWord(int step, const QString &word);
    void setLook(int step, const std::optional<Look> &look);
    std::optional<Look> look(int step) const { return m_buttons[step]->look(); }
    int current() const { return m_current; }
    int count() const { return int(m_buttons.size()); }
    StepperButton *button(int step) const { return m_buttons[step]; }

public slots:
    void setCurrent(int step);

signals:
    void currentChanged(int step);

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    QList<StepperButton *> m_buttons;
    int m_current = -1;
};
