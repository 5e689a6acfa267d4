// LogLines: the lines of a log of any size and any encoding, as it comes in, a piece at a time. What is kept is the
// line that is not ended yet, 64 KiB of it at most; a longer one is handed on in parts that share a little, under one
// number. Where the beginning has CRs and no LF (old Macs, progress bars) a line ends at either. Pure; pieces may be
// cut anywhere.
#pragma once

#include <QByteArray>
#include <QString>

#include <functional>
#include <memory>

class QStringDecoder;

class LogLines
{
public:
    // Bytes of a line without its end and without terminals' colours: UTF-8 where the log is UTF-16, else as they were.
    // Numbers count from 1.
    using Take = std::function<void(QByteArrayView line, qint64 number)>;

    explicit LogLines(Take take);
    ~LogLines();
    void feed(QByteArrayView piece);
    void finish();                       // the last line may lack its end
    // Nothing follows for now: what it is is told by what there is of it, so that its whole lines are handed on.
    void settle();

    // While it is handed on: the line's bytes, with the CRs and colours that were taken out.
    qsizetype lineSize() const { return m_lineSize; }
    qint64 bytes() const { return m_bytes; }
    qint64 lines() const { return m_number; }
    // "UTF-8", "UTF-16LE", "UTF-16BE", "GBK", "Latin-1"; empty: nothing was read
    QString encoding() const;
    // What the first bytes say that it is instead of a text: "gzip", "zip", "xz", "zstd", "binary"; empty: a text.
    QString isNoText() const { return m_noText; }

private:
    void begin();                        // the first bytes are here: what is it?
    void takeText(QByteArrayView bytes);
    void takeLine(QByteArrayView line);

    Take m_take;
    QByteArray m_head, m_partial, m_plain;
    std::unique_ptr<QStringDecoder> m_decoder;
    QString m_half;                      // of UTF-16: the first half of a character
    QString m_wide, m_noText;
    qint64 m_bytes = 0, m_number = 0;
    qsizetype m_lineSize = 0;
    qint64 m_utf8 = 0, m_gbk = 0, m_latin = 0; // lines that are not plain ASCII
    bool m_hasBegun = false, m_isInLine = false;
    bool m_knowsEnds = false, m_endsAtCr = false, m_isAfterCr = false; // an LF right behind a CR is the same end
};

// A line for people: UTF-8, else GBK, else Latin-1. Control characters stay: see withoutControls().
QString logText(QByteArrayView line);
