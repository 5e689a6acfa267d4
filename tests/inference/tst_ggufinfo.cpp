#include "inference/ggufinfo.h"
#include "inference/modelfiles.h"
#include "tests/inference/ggufbytes.h"

#include <QBuffer>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace {

Result<GgufInfo> read(QByteArray bytes)
{
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::ReadOnly);
    return readGguf(buffer, bytes.size(), u"model.gguf"_s);
}

void write(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

} // namespace

class TestGgufInfo : public QObject
{
    Q_OBJECT

private slots:
    void readsWhatTheFileSays()
    {
        const QByteArray bytes = GgufBytes::model().bytes();
        const Result<GgufInfo> info = read(bytes);
        QVERIFY2(info, info ? "" : qPrintable(info.error().message + info.error().detail));
        QCOMPARE(info->version, 3);
        QCOMPARE(info->architecture, u"llama"_s);
        QCOMPARE(info->name, u"A small model"_s);
        QCOMPARE(info->contextTokens, std::optional<qint64>(512));
        QCOMPARE(info->layers, std::optional<qint64>(2));
        QCOMPARE(info->kvHeads, std::optional<qint64>(4));
        QCOMPARE(info->experts, std::nullopt);
        QCOMPARE(info->tensors, 2);
        QCOMPARE(info->parameters, 64 * 3 + 64);
        QCOMPARE(info->tensorBytes, (64 * 3 + 64) * 4);
        QCOMPARE(info->fileBytes, bytes.size());
        QCOMPARE(info->quantization, u"F32"_s);
        QVERIFY(info->hasVocabulary);
        QVERIFY(!info->hasChatTemplate);
        QVERIFY(isLanguageModel(*info, u"model.gguf"_s));
        // two layers, four heads of eight, keys and values in 16 bits
        QCOMPARE(kvCacheBytes(*info, 100), std::optional<qint64>(2 * 2 * 4 * 100 * 16));
    }

    void readsARealModel_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("quantization");
        QTest::addColumn<qint64>("context");
        QTest::newRow("stories260K") << QStringLiteral(ASC_SHARED_DIR "/models/stories260K.gguf") << u"F32"_s
                                     << qint64(128);
        QTest::newRow("SmolLM2") << defaultModelFolder() + u"/SmolLM2-135M-Instruct-Q4_1.gguf"_s << u"Q4_1"_s
                                 << qint64(8192);
    }

    void readsARealModel()
    {
        QFETCH(QString, path);
        QFETCH(QString, quantization);
        QFETCH(qint64, context);
        if (!QFile::exists(path))
            QSKIP("the model is not on this machine");
        const Result<GgufInfo> info = readGguf(path);
        QVERIFY2(info, info ? "" : qPrintable(info.error().message + info.error().detail));
        QVERIFY(isLanguageModel(*info, path));
        QCOMPARE(info->quantization, quantization);
        QCOMPARE(info->contextTokens, std::optional(context));
    }

    void everyCutIsAnErrorInWords()
    {
        const QByteArray whole = GgufBytes::model().bytes();
        const qint64 needed = read(whole)->tensorBytes; // what follows is padding
        Q_UNUSED(needed)
        for (qsizetype length = 0; length < whole.size(); ++length) {
            const Result<GgufInfo> info = read(whole.left(length));
            QVERIFY2(!info, qPrintable(QString::number(length)));
            QCOMPARE(info.error().kind, ErrorKind::Parse);
            QVERIFY(info.error().message.startsWith("model.gguf "_L1));
        }
    }

    void anyFlippedBytesEndInAValueOrAnError()
    {
        const QByteArray whole = GgufBytes::model().bytes();
        QRandomGenerator random(42);
        int refused = 0;
        for (int round = 0; round < 20000; ++round) {
            QByteArray bytes = whole;
            for (int i = random.bounded(1, 6); i > 0; --i)
                bytes[random.bounded(int(bytes.size()))] = char(random.bounded(256));
            refused += !read(bytes);
        }
        QVERIFY(refused > 5000);
    }

    void wrongFilesAreToldApart_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("says");
        QTest::newRow("empty") << QByteArray() << u"is empty"_s;
        QTest::newRow("png") << QByteArray("\x89PNG\r\n\x1a\n0000000000000000")
                             << u"its first bytes are 89 50 4e 47 instead of 'GGUF'"_s;
        QTest::newRow("old ggml") << QByteArray("lmgg0000000000000000") << u"format from before GGUF"_s;
        QTest::newRow("words") << QByteArray("GG") << u"its first bytes are 47 47 instead of 'GGUF'"_s;
        QTest::newRow("web page") << QByteArray("\n<!DOCTYPE html><html>") << u"is a web page"_s;
        QTest::newRow("lfs pointer") << QByteArray("version https://git-lfs.github.com/spec/v1\noid sha256:0")
                                     << u"is a Git LFS pointer"_s;
        QTest::newRow("zip") << QByteArray("PK\x03\x04"
                                           "data")
                             << u"is a ZIP archive or a PyTorch file"_s;
        QTest::newRow("safetensors") << QByteArray("\x10\x00\x00\x00\x00\x00\x00\x00{\"__metadata__\"", 22)
                                     << u"is a safetensors file"_s;
        QTest::newRow("zeros") << QByteArray(4096, '\0') << u"begins with zeros"_s;
        QTest::newRow("cut in the header")
            << GgufBytes::model().bytes().left(100) << u"ends at byte 100, and its header says that it goes on"_s;
        QTest::newRow("cut in the tensors")
            << GgufBytes::model().bytes().chopped(300)
            << u"ends at byte %1 and should have %2 bytes"_s.arg(GgufBytes::model().bytes().size() - 300)
                   .arg(GgufBytes::model().bytes().size());
        GgufBytes future = GgufBytes::model();
        future.version = 9;
        QTest::newRow("version 9") << future.bytes() << u"has GGUF version 9"_s;
        GgufBytes bigEndian = GgufBytes::model();
        bigEndian.version = 0x03000000;
        QTest::newRow("big endian") << bigEndian.bytes() << u"big-endian"_s;
        GgufBytes twice = GgufBytes::model();
        twice.tensor("output_norm.weight", {64});
        QTest::newRow("a tensor twice") << twice.bytes() << u"is damaged"_s;
        GgufBytes unknown = GgufBytes::model();
        unknown.tensor("x", {64}, 77);
        QTest::newRow("unknown tensor type") << unknown.bytes() << u"is damaged"_s;
        GgufBytes huge = GgufBytes::model();
        huge.tensor("x", {quint64(1) << 40, quint64(1) << 40}, 0, 64);
        QTest::newRow("2^80 elements") << huge.bytes() << u"is damaged"_s;
        GgufBytes torn = GgufBytes::model();
        torn.tensor("x", {1 << 20}, 0, 64);
        QTest::newRow("tensor larger than the file") << torn.bytes() << u"is cut short"_s;
        GgufBytes array = GgufBytes::model();
        array.pair("a", 9, GgufBytes::raw(quint32(4)) + GgufBytes::raw(~quint64(0)));
        QTest::newRow("array of 2^64") << array.bytes() << u"is cut short"_s;
    }

    void wrongFilesAreToldApart()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, says);
        const Result<GgufInfo> info = read(bytes);
        QVERIFY(!info);
        QCOMPARE(info.error().kind, ErrorKind::Parse);
        QVERIFY2(info.error().message.contains(says), qPrintable(info.error().message));
        QVERIFY2(!info.error().message.contains("ends in .gguf"_L1), "the name was never the matter");
    }

    void aVocabularyIsNoLanguageModel()
    {
        GgufBytes file;
        file.text("general.architecture", "llama");
        file.texts("tokenizer.ggml.tokens", {"a"});
        const Result<GgufInfo> info = read(file.bytes());
        QVERIFY(info);
        const Result<void> usable = isLanguageModel(*info, u"vocab.gguf"_s);
        QVERIFY(!usable);
        QVERIFY(usable.error().message.contains("not a whole language model"_L1));
    }

    void whatIsNoFileIsAnErrorAtOnce()
    {
        QTemporaryDir folder;
        const QString pipe = folder.filePath(u"pipe.gguf"_s);
        QCOMPARE(mkfifo(qPrintable(pipe), 0600), 0);
        for (const QString &path : {folder.path(), folder.filePath(u"missing.gguf"_s), pipe}) {
            const Result<GgufInfo> info = readGguf(path);
            QVERIFY2(!info, qPrintable(path));
            QCOMPARE(info.error().kind, ErrorKind::Storage);
        }
    }

    void findsModelsAndSaysWhatIsWrongWithOthers()
    {
        QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath(u"sub"_s));
        write(folder.filePath(u"sub/b.gguf"_s), GgufBytes::model().bytes());
        write(folder.filePath(u"a.gguf"_s), "not a model");
        write(folder.filePath(u"big-00001-of-00002.gguf"_s), GgufBytes::model().bytes());
        write(folder.filePath(u"big-00002-of-00002.gguf"_s), GgufBytes::model().bytes());
        write(folder.filePath(u"notes.txt"_s), "x");
        const QList<ModelFile> files = findModelFiles({folder.path(), folder.path()}, {});
        QCOMPARE(files.size(), 3);
        QCOMPARE(files[0].name, u"a"_s);
        QVERIFY(!files[0].info);
        QVERIFY(files[0].problem.contains("not a GGUF"_L1));
        QCOMPARE(files[1].name, u"b"_s);
        QVERIFY(files[1].info);
        QCOMPARE(files[2].name, u"big-00001-of-00002"_s);
    }
};

QTEST_GUILESS_MAIN(TestGgufInfo)
#include "tst_ggufinfo.moc"
