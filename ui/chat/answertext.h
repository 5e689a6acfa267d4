// AnswerText: text as tall as what it says, without scroll bars. Takes deltas while an answer streams and
// is given the Markdown once at the end. It opens nothing by itself: no remote or local pictures.
#pragma once

#include <QTextBrowser>

class AnswerText : public QTextBrowser
{
    Q_OBJECT

public:
    explicit AnswerText(QWidget *parent = nullptr);

    void append(const QString &delta);   // plain, at the end
    void showMarkdown(const QString &markdown);

    QVariant loadResource(int type, const QUrl &name) override;

protected:
    void resizeEvent(QResizeEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void indentItem(QTextBlock &block, QTextBlockFormat &format) const;
    void fit();
    void spaceParagraphs();
    void styleTables();
    void followLook();
    QColor look() const;

    QString m_markdown;                  // shown; empty while streaming
    QColor m_look;                       // it was rendered for
};
