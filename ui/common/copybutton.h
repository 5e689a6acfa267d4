// CopyButton: puts a text on the clipboard and says so for a moment.
#pragma once

#include <QPushButton>
#include <QTimer>

#include <functional>

class CopyButton : public QPushButton
{
    Q_OBJECT

public:
    explicit CopyButton(QWidget *parent = nullptr);
    void setSource(std::function<QString()> source) { m_source = std::move(source); } // asked when pressed
    void setText(const QString &) = delete;             // always "Copy"

    QSize sizeHint() const override;     // of the longer of its two words: it does not change its width
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void changeEvent(QEvent *event) override;

private:
    void retranslate();

    std::function<QString()> m_source;
    QTimer m_back;
};
