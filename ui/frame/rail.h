// Rail: the column of pages at the left, icon and word; folds to icons.
#pragma once

#include <QFrame>

class QLabel;
class QToolButton;
class QVBoxLayout;

class Rail : public QFrame
{
    Q_OBJECT

public:
    explicit Rail(QWidget *parent = nullptr);

    void add(const QString &id, const QString &icon, bool atFoot);
    void setWords(const QString &id, const QString &words, const QString &shortcut);
    void setCurrent(const QString &id);
    bool isFolded() const { return m_folded; }
    void setFolded(bool folded);

signals:
    void chosen(const QString &id);
    void foldedChanged();

protected:
    void changeEvent(QEvent *event) override;

private:
    void retranslate();
    QToolButton *button(const QString &icon);

    QLabel *m_name;
    QVBoxLayout *m_box, *m_top, *m_foot;
    QToolButton *m_fold;
    QList<QToolButton *> m_buttons;
    bool m_folded = false;
};
