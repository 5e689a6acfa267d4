#include "inference/ggufinfo.h"
#include "inference/modelfiles.h"
#include "tests/inference/ggufbytes.h"

#include <QBuffer>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

namespace {

Result<GgufInfo> read(QByteArray bytes)
{
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::ReadOnly);
    return readGguf(buffer, bytes.size(), QStringLiteral("model.gguf"));
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
        QCOMPARE(info->architecture, QStringLiteral("llama"));
        QCOMPARE(info->name, QStringLiteral("A small model"));
        QCOMPARE(info->contextTokens, std::optional<qint64>(512));
        QCOMPARE(info->layers, std::optional<qint64>(2));
        QCOMPARE(info->kvHeads, std::optional<qint64>(4));
        QCOMPARE(info->experts, std::nullopt);
        QCOMPARE(info->tensors, 2);
        QCOMPARE(info->parameters, 64 * 3 + 64);
        QCOMPARE(info->tensorBytes, (64 * 3 + 64) * 4);
        QCOMPARE(info->fileBytes, bytes.size());
        QCOMPARE(info->quantization, QStringLiteral("F32"));
        QVERIFY(info->hasVocabulary);
        QVERIFY(!info->hasChatTemplate);
        QVERIFY(isLanguageModel(*info, QStringLiteral("model.gguf")));
        // two layers, four heads of eight, keys and values in 16 bits
        QCOMPARE(kvCacheBytes(*info, 100), std::optional<qint64>(2 * 2 * 4 * 100 * 16));
    }

    void readsARealModel_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("quantization");
        QTest::addColumn<qint64>("context");
        QTest::newRow("stories260K") << QStringLiteral(ASC_SHARED_DIR "/models/stories260K.gguf")
                                     << QStringLiteral("F32") << qint64(128);
        QTest::newRow("SmolLM2") << defaultModelFolder() + QStringLiteral("/SmolLM2-135M-Instruct-Q4_1.gguf")
                                 << QStringLiteral("Q4_1") << qint64(8192);
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
            QVERIFY(info.error().message.startsWith(QLatin1String("model.gguf ")));
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
        QTest::newRow("empty") << QByteArray() << QStringLiteral("is empty");
        QTest::newRow("png") << QByteArray("\x89PNG\r\n\x1a\n0000000000000000")
                             << QStringLiteral("its first bytes are 89 50 4e 47 instead of 'GGUF'");
        QTest::newRow("old ggml") << QByteArray("lmgg0000000000000000") << QStringLiteral("format from before GGUF");
        QTest::newRow("words") << QByteArray("GG") << QStringLiteral("its first bytes are 47 47 instead of 'GGUF'");
        QTest::newRow("web page") << QByteArray("\n<!DOCTYPE html><html>") << QStringLiteral("is a web page");
        QTest::newRow("lfs pointer") << QByteArray("version https://git-lfs.github.com/spec/v1\noid sha256:0")
                                     << QStringLiteral("is a Git LFS pointer");
        QTest::newRow("zip") << QByteArray("PK\x03\x04" "data") << QStringLiteral("is a ZIP archive or a PyTorch file");
        QTest::newRow("safetensors") << QByteArray("\x10\x00\x00\x00\x00\x00\x00\x00{\"__metadata__\"", 22)
                                     << QStringLiteral("is a safetensors file");
        QTest::newRow("zeros") << QByteArray(4096, '\0') << QStringLiteral("begins with zeros");
        QTest::newRow("cut in the header") << GgufBytes::model().bytes().left(100)
                                           << QStringLiteral("ends at byte 100, and its header says that it goes on");
        QTest::newRow("cut in the tensors") << GgufBytes::model().bytes().chopped(300)
                                            << QStringLiteral("ends at byte %1 and should have %2 bytes")
                                                   .arg(GgufBytes::model().bytes().size() - 300)
                                                   .arg(GgufBytes::model().bytes().size());
        GgufBytes future = GgufBytes::model();
        future.version = 9;
        QTest::newRow("version 9") << future.bytes() << QStringLiteral("has GGUF version 9");
        GgufBytes bigEndian = GgufBytes::model();
        bigEndian.version = 0x03000000;
        QTest::newRow("big endian") << bigEndian.bytes() << QStringLiteral("big-endian");
        GgufBytes twice = GgufBytes::model();
        twice.tensor("output_norm.weight", {64});
        QTest::newRow("a tensor twice") << twice.bytes() << QStringLiteral("is damaged");
        GgufBytes unknown = GgufBytes::model();
        unknown.tensor("x", {64}, 77);
        QTest::newRow("unknown tensor type") << unknown.bytes() << QStringLiteral("is damaged");
        GgufBytes huge = GgufBytes::model();
        huge.tensor("x", {quint64(1) << 40, quint64(1) << 40}, 0, 64);
        QTest::newRow("2^80 elements") << huge.bytes() << QStringLiteral("is damaged");
        GgufBytes torn = GgufBytes::model();
        torn.tensor("x", {1 << 20}, 0, 64);
        QTest::newRow("tensor larger than the file") << torn.bytes() << QStringLiteral("is cut short");
        GgufBytes array = GgufBytes::model();
        array.pair("a", 9, GgufBytes::raw(quint32(4)) + GgufBytes::raw(~quint64(0)));
        QTest::newRow("array of 2^64") << array.bytes() << QStringLiteral("is cut short");
    }

    void wrongFilesAreToldApart()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, says);
        const Result<GgufInfo> info = read(bytes);
        QVERIFY(!info);
        QCOMPARE(info.error().kind, ErrorKind::Parse);
        QVERIFY2(info.error().message.contains(says), qPrintable(info.error().message));
        QVERIFY2(!info.error().message.contains(QLatin1String("ends in .gguf")), "the name was never the matter");
    }

    void aVocabularyIsNoLanguageModel()
    {
        GgufBytes file;
        file.text("general.architecture", "llama");
        file.texts("tokenizer.ggml.tokens", {"a"});
        const Result<GgufInfo> info = read(file.bytes());
        QVERIFY(info);
        const Result<void> usable = isLanguageModel(*info, QStringLiteral("vocab.gguf"));
        QVERIFY(!usable);
        QVERIFY(usable.error().message.contains(QLatin1String("not a whole language model")));
    }

    void whatIsNoFileIsAnErrorAtOnce()
    {
        QTemporaryDir folder;
        const QString pipe = folder.filePath(QStringLiteral("pipe.gguf"));
        QCOMPARE(mkfifo(qPrintable(pipe), 0600), 0);
        for (const QString &path : {folder.path(), folder.filePath(QStringLiteral("missing.gguf")), pipe}) {
            const Result<GgufInfo> info = readGguf(path);
            QVERIFY2(!info, qPrintable(path));
            QCOMPARE(info.error().kind, ErrorKind::Storage);
        }
    }

    void findsModelsAndSaysWhatIsWrongWithOthers()
    {
        QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath(QStringLiteral("sub")));
        write(folder.filePath(QStringLiteral("sub/b.gguf")), GgufBytes::model().bytes());
        write(folder.filePath(QStringLiteral("a.gguf")), "not a model");
        write(folder.filePath(QStringLiteral("big-00001-of-00002.gguf")), GgufBytes::model().bytes());
        write(folder.filePath(QStringLiteral("big-00002-of-00002.gguf")), GgufBytes::model().bytes());
        write(folder.filePath(QStringLiteral("notes.txt")), "x");
        const QList<ModelFile> files = findModelFiles({folder.path(), folder.path()}, {});
        QCOMPARE(files.size(), 3);
        QCOMPARE(files[0].name, QStringLiteral("a"));
        QVERIFY(!files[0].info);
        QVERIFY(files[0].problem.contains(QLatin1String("not a GGUF")));
        QCOMPARE(files[1].name, QStringLiteral("b"));
        QVERIFY(files[1].info);
        QCOMPARE(files[2].name, QStringLiteral("big-00001-of-00002"));
    }
};

QTEST_GUILESS_MAIN(TestGgufInfo)
#include "tst_ggufinfo.moc"
