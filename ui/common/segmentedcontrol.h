// SegmentedControl: a row of small round buttons of which exactly one is chosen: filters, time ranges.
#pragma once

#include <QWidget>

class QButtonGroup;

class SegmentedControl : public QWidget
{
    Q_OBJECT

public:
    explicit SegmentedControl(QWidget *parent = nullptr);

    void add(const QString &id, const QString &words = {});
    void setWords(const QString &id, const QString &words); // on LanguageChange, or to show a count
    QString current() const;
    void setCurrent(const QString &id);                     // no signal; another id: none of them

signals:
    void chosen(const QString &id);                         // by the user

private:
    QButtonGroup *m_buttons;
};
