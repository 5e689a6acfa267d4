#include "ui/deploy/endpointcard.h"

#include "core/serving/endpointuse.h"
#include "ui/common/copybutton.h"
#include "ui/common/style.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QScrollBar>

using namespace Qt::StringLiterals;

EndpointCard::EndpointCard(QWidget *parent)
    : Card(parent, 12)
    , m_title(style::label({}, style::Text::Strong))
{
    setObjectName(u"endpointCard"_s);
    box()->addWidget(m_title);
    m_url = addLine(u"endpointUrl"_s);
    m_curl = addLine(u"endpointCurl"_s);
    m_python = addLine(u"endpointPython"_s);
    retranslate();
}

EndpointCard::Line EndpointCard::addLine(const QString &name)
{
    const Line line{style::label({}, style::Text::Second), new QPlainTextEdit};
    line.text->setObjectName(name);
    line.text->setReadOnly(true);
    line.text->setProperty("code", true);
    line.text->setFont(style::monospace());
    line.text->setLineWrapMode(QPlainTextEdit::NoWrap);
    line.text->setTabChangesFocus(true);
    line.text->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto *copy = new CopyButton;
    copy->setObjectName(name + u"Copy"_s);
    copy->setSource([text = line.text] { return text->toPlainText(); });
    auto *head = new QHBoxLayout;
    style::setMargins(head, 0, 8);
    head->addWidget(line.label, 1);
    head->addWidget(copy);
    box()->addLayout(head);
    box()->addWidget(line.text);
    return line;
}

void EndpointCard::setEndpoint(const Endpoint &endpoint)
{
    const auto show = [](const Line &line, const QString &words) {
        if (line.text->toPlainText() == words)
            return;
        line.text->setPlainText(words);
        // Before the first layout the width is not known: a long line keeps room for its scroll bar.
        const bool scrolls = words.size() > 100 && !words.contains(u'\n');
        const int lines = int(words.count(u'\n')) + 1;
        line.text->setFixedHeight(lines * line.text->fontMetrics().lineSpacing() + style::grid * 5
                                  + (scrolls ? line.text->horizontalScrollBar()->sizeHint().height() : 0));
    };
    show(m_url, endpoint.baseUrl);
    show(m_curl, curlLine(endpoint));
    show(m_python, pythonSnippet(endpoint).trimmed());
}

void EndpointCard::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    Card::changeEvent(event);
}

void EndpointCard::retranslate()
{
    m_title->setText(tr("Use the endpoint"));
    const auto say = [](const Line &line, const QString &words) {
        line.label->setText(words);
        line.text->setAccessibleName(words);
    };
    say(m_url, tr("Base URL"));
    say(m_curl, tr("With curl"));
    say(m_python, tr("With Python (openai)"));
}
