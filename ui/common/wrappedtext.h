// WrappedText: rich text that breaks its lines inside a long word too (a path, a file's name), as tall as what it says,
// to be read and copied as it stands. A QLabel breaks between words only.
#pragma once

#include <QTextBrowser>

class WrappedText : public QTextBrowser
{
    Q_OBJECT

public:
    explicit WrappedText(QWidget *parent = nullptr);

    void setWords(const QString &html);
    QVariant loadResource(int type, const QUrl &name) override; // nothing: words read no file and no address

protected:
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;

private:
    void fit();

    QString m_words;
};
