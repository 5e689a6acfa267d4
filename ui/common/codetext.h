// CodeText: plain text to be read, whose words for there being none are read whole, however narrow it is. Qt 6.4 cuts a
// placeholder of QPlainTextEdit after one and a half lines; drop when none that does is supported.
#pragma once

#include <QPlainTextEdit>

class CodeText : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit CodeText(QWidget *parent = nullptr);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    bool m_isEmpty = true;
};
