// CodeView: a generated file to read: line numbers, quiet colours for shell and JSON, and the marks of
// a comparison. Read only; the cursor moves, so that a line can be asked about.
#pragma once

#include "core/artifacts/textdiff.h"

#include <QPlainTextEdit>
#include <QSyntaxHighlighter>

enum class CodeLanguage { Plain, Shell, Json };

class CodeHighlighter : public QSyntaxHighlighter
{
public:
    explicit CodeHighlighter(QTextDocument *document) : QSyntaxHighlighter(document) {}
    void setLanguage(CodeLanguage language);

protected:
    void highlightBlock(const QString &text) override;

private:
    void paint(int start, int length, const QColor &color, bool italic = false);
    void shell(const QString &text);
    void json(const QString &text);

    CodeLanguage m_language = CodeLanguage::Plain;
};

class CodeView : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit CodeView(QWidget *parent = nullptr);

    void showText(const QString &text, CodeLanguage language);
    void showDiff(const QList<DiffLine> &lines, CodeLanguage language); // both versions, marked
    int currentLine() const;                            // from 1, of the text (0: a removed line)

signals:
    void currentLineChanged(int line);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    class Gutter;
    void paintGutter(QPaintEvent *event);
    int gutterWidth() const;
    void layoutGutter();
    void markLines();

    CodeHighlighter *m_highlighter;
    Gutter *m_gutter;
    QList<DiffLine> m_diff;                             // empty: a plain text
};
