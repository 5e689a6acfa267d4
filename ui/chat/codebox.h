// CodeBox: a piece of code out of an answer, with its language and a copy button.
#pragma once

#include <QFrame>

class QPlainTextEdit;

class CodeBox : public QFrame
{
    Q_OBJECT

public:
    CodeBox(const QString &code, const QString &language, QWidget *parent = nullptr);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void fit();

    QPlainTextEdit *m_code;
};
