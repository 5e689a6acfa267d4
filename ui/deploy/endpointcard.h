// EndpointCard: how to use the endpoint that was verified: its address, a curl line, a Python snippet, each to copy.
#pragma once

#include "core/serving/verify.h"
#include "ui/common/card.h"

class QLabel;
class QPlainTextEdit;

class EndpointCard : public Card
{
    Q_OBJECT

public:
    explicit EndpointCard(QWidget *parent = nullptr);

    void setEndpoint(const Endpoint &endpoint);

protected:
    void changeEvent(QEvent *event) override;

private:
    struct Line
    {
        QLabel *label;
        QPlainTextEdit *text;
    };
    Line addLine(const QString &name);
    void retranslate();

    QLabel *m_title;
    Line m_url, m_curl, m_python;
};
