#include "inference/ggufinfo.h"

#include "core/base/languages.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <QSet>

#include <cstring>

using namespace Qt::StringLiterals;

namespace {

struct GgufText
{
    ASC_TR_FUNCTIONS(Gguf)
};

Error damaged(const QString &what, qint64 at, const QString &detail)
{
    return {ErrorKind::Parse,
            GgufText::tr("%1 is damaged: its GGUF header cannot be right at byte %2. Copy or download the file again.")
                .arg(what)
                .arg(at),
            detail,
            {}};
}

// The header goes on where the file ends.
Error headerCut(const QString &what, qint64 size, const QString &detail)
{
    return {ErrorKind::Parse,
            GgufText::tr("%1 is cut short or damaged: it ends at byte %2, and its header says that it goes on. Copy or "
                         "download the file again.")
                .arg(what)
                .arg(size),
            detail,
            {}};
}

Error cutShort(const QString &what, qint64 size, qint64 needed)
{
    return {ErrorKind::Parse,
            GgufText::tr(
                "%1 is cut short: it ends at byte %2 and should have %3 bytes. Copy or download the file again.")
                .arg(what)
                .arg(size)
                .arg(needed),
            {},
            {}};
}

// What a file is that is not GGUF, by its first bytes; what people pick or download by mistake has a name here.
Error notGguf(const QString &what, const QByteArray &start)
{
    const QByteArray text = start.trimmed().toLower();
    const auto is = [&](const QString &sentence) {
        return Error{ErrorKind::Parse,
                     sentence,
                     u"first bytes: "_s + QString::fromLatin1(start.left(16).toHex(' ')),
                     {}};
    };
    if (start.startsWith("version https://git-lfs"))
        return is(
            GgufText::tr(
                "%1 is a Git LFS pointer, not the model itself. Fetch the file with 'git lfs pull', or download it.")
                .arg(what));
    if (text.startsWith("<!doctype") || text.startsWith("<html") || text.startsWith("<?xml"))
        return is(
            GgufText::tr("%1 is a web page, not a model: the download went wrong. Download the file again.").arg(what));
    if (start.startsWith("PK\x03\x04"))
        return is(GgufText::tr("%1 is a ZIP archive or a PyTorch file, not a GGUF model. Unpack it, or choose a GGUF "
                               "file of this model.")
                      .arg(what));
    if (start.startsWith("\x1f\x8b"))
        return is(GgufText::tr("%1 is compressed with gzip. Unpack it first.").arg(what));
    if (start.size() > 9 && start[8] == '{')
        return is(
            GgufText::tr("%1 is a safetensors file, not a GGUF model. Choose a GGUF file of this model.").arg(what));
    if (start.startsWith("ggml") || start.startsWith("lmgg") || start.startsWith("tjgg") || start.startsWith("fmgg"))
        return is(GgufText::tr("%1 is in llama.cpp's old format from before GGUF. Choose a GGUF file of this model.")
                      .arg(what));
    if (start.count('\0') == start.size())
        return is(GgufText::tr("%1 begins with zeros: it was never written, or its download has not come to its "
                               "beginning. Download the file again.")
                      .arg(what));
    return is(GgufText::tr("%1 is not a GGUF model: its first bytes are %2 instead of 'GGUF'. Choose another file, or "
                           "download this one again.")
                  .arg(what, QString::fromLatin1(start.left(4).toHex(' '))));
}

enum ValueType : quint32 { U8, I8, U16, I16, U32, I32, F32, Bool, String, Array, U64, I64, F64, ValueTypes };
constexpr int valueSizes[ValueTypes] = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};

// ggml_type of llama.cpp v0.5.0: elements and bytes of a block (gguf-py, GGML_QUANT_SIZES). 0: removed.
struct TensorType
{
    const char *name;
    int elements, bytes;
};
constexpr TensorType tensorTypes[] = {
    {"F32", 1, 4}, {"F16", 1, 2}, {"Q4_0", 32, 18}, {"Q4_1", 32, 20}, {nullptr, 0, 0}, {nullptr, 0, 0},
    {"Q5_0", 32, 22}, {"Q5_1", 32, 24}, {"Q8_0", 32, 34}, {"Q8_1", 32, 36}, {"Q2_K", 256, 84},
    {"Q3_K", 256, 110}, {"Q4_K", 256, 144}, {"Q5_K", 256, 176}, {"Q6_K", 256, 210}, {"Q8_K", 256, 292},
    {"IQ2_XXS", 256, 66}, {"IQ2_XS", 256, 74}, {"IQ3_XXS", 256, 98}, {"IQ1_S", 256, 50}, {"IQ4_NL", 32, 18},
    {"IQ3_S", 256, 110}, {"IQ2_S", 256, 82}, {"IQ4_XS", 256, 136}, {"I8", 1, 1}, {"I16", 1, 2}, {"I32", 1, 4},
    {"I64", 1, 8}, {"F64", 1, 8}, {"IQ1_M", 256, 56}, {"BF16", 1, 2}, {nullptr, 0, 0}, {nullptr, 0, 0},
    {nullptr, 0, 0}, {"TQ1_0", 256, 54}, {"TQ2_0", 256, 66}, {nullptr, 0, 0}, {nullptr, 0, 0}, {nullptr, 0, 0},
    {"MXFP4", 32, 17}, {"NVFP4", 64, 36}, {"Q1_0", 128, 18}, {"Q2_0", 64, 18},
};

// general.file_type (llama_ftype) where its name differs from the tensors' (mixtures).
QString mixtureName(qint64 fileType)
{
    static const QHash<qint64, QString> names
        = {{11, u"Q3_K_S"_s}, {12, u"Q3_K_M"_s}, {13, u"Q3_K_L"_s}, {14, u"Q4_K_S"_s},
           {15, u"Q4_K_M"_s}, {16, u"Q5_K_S"_s}, {17, u"Q5_K_M"_s}};
    return names.value(fileType);
}

// Reads little-endian values and remembers whether the file ended first.
class Reader
{
public:
    Reader(QIODevice &device, qint64 size) : m_device(device), m_left(size) {}

    bool bytes(void *to, qint64 count)
    {
        if (count < 0 || count > m_left || m_device.read(static_cast<char *>(to), count) != count) {
            m_ended = true;
            return false;
        }
        m_left -= count;
        m_position += count;
        return true;
    }

    template<typename T>
    T value()
    {
        T number{};
        return bytes(&number, sizeof number) ? number : T{};
    }

    bool skip(quint64 count)
    {
        if (count > quint64(m_left) || m_device.skip(qint64(count)) != qint64(count)) {
            m_ended = true;
            return false;
        }
        m_left -= qint64(count);
        m_position += qint64(count);
        return true;
    }

    // Strings longer than `limit` are skipped over, not kept.
    QByteArray string(quint64 limit)
    {
        const quint64 length = value<quint64>();
        if (m_ended || length > quint64(m_left)) {
            m_ended = true;
            return {};
        }
        if (length > limit) {
            skip(length);
            return {};
        }
        QByteArray text(qsizetype(length), Qt::Uninitialized);
        if (!bytes(text.data(), text.size()))
            return {};
        return text;
    }

    bool ended() const { return m_ended; }
    qint64 left() const { return m_left; }
    qint64 position() const { return m_position; }

private:
    QIODevice &m_device;
    qint64 m_left;
    qint64 m_position = 0;
    bool m_ended = false;
};

struct Metadata
{
    QHash<QByteArray, qint64> integers;
    QHash<QByteArray, QByteArray> strings;
    QHash<QByteArray, quint64> arrays;   // how many elements
    QSet<QByteArray> keys;
};

std::optional<qint64> readInteger(Reader &in, quint32 type)
{
    switch (type) {
    case U8: return in.value<quint8>();
    case I8: return in.value<qint8>();
    case U16: return in.value<quint16>();
    case I16: return in.value<qint16>();
    case U32: return in.value<quint32>();
    case I32: return in.value<qint32>();
    case Bool: return in.value<quint8>() != 0;
    case U64: return qint64(std::min<quint64>(in.value<quint64>(), std::numeric_limits<qint64>::max()));
    case I64: return in.value<qint64>();
    default:
        in.skip(quint64(valueSizes[type]));
        return std::nullopt;
    }
}

// Empty: fine so far. Else what is wrong.
QString readArray(Reader &in, const QByteArray &key, Metadata &to)
{
    const quint32 type = in.value<quint32>();
    const quint64 count = in.value<quint64>();
    if (in.ended())
        return {};
    if (type >= ValueTypes || type == Array)
        return u"array %1 has elements of type %2"_s.arg(QString::fromUtf8(key)).arg(type);
    to.arrays.insert(key, count);
    if (type != String) {
        if (count > quint64(in.left()) / quint64(valueSizes[type]))
            in.skip(std::numeric_limits<quint64>::max());
        // one per layer: the largest counts
        else if (count > 0 && type != F32 && type != F64 && key.contains(".head_count")) {
            qint64 largest = 0;
            for (quint64 i = 0; i < count && !in.ended(); ++i)
                largest = std::max(largest, readInteger(in, type).value_or(0));
            to.integers.insert(key, largest);
        } else
            in.skip(count * quint64(valueSizes[type]));
        return {};
    }
    if (count > quint64(in.left()) / 8)
        in.skip(std::numeric_limits<quint64>::max());
    for (quint64 i = 0; i < count && !in.ended(); ++i)
        in.skip(in.value<quint64>());
    return {};
}

QString readPair(Reader &in, Metadata &to)
{
    const QByteArray key = in.string(0xffff);
    const quint32 type = in.value<quint32>();
    if (in.ended())
        return {};
    if (key.isEmpty())
        return u"an empty key at byte %1"_s.arg(in.position());
    if (to.keys.contains(key))
        return u"key %1 twice"_s.arg(QString::fromUtf8(key));
    to.keys.insert(key);
    if (type >= ValueTypes)
        return u"key %1 has type %2"_s.arg(QString::fromUtf8(key.left(80))).arg(type);
    if (type == Array)
        return readArray(in, key, to);
    if (type == String)
        to.strings.insert(key, in.string(1 << 20));
    else if (const std::optional<qint64> number = readInteger(in, type))
        to.integers.insert(key, *number);
    return {};
}

struct Tensor
{
    QByteArray name;
    quint32 type = 0;
    qint64 elements = 1;
    qint64 bytes = 0;
    quint64 offset = 0;
};

QString readTensor(Reader &in, Tensor &tensor)
{
    tensor.name = in.string(0xffff);
    const quint32 dimensions = in.value<quint32>();
    if (in.ended())
        return {};
    const QString name = QString::fromUtf8(tensor.name.left(64));
    if (tensor.name.isEmpty() || tensor.name.size() >= 64) // GGML_MAX_NAME
        return u"a tensor name of %1 bytes"_s.arg(tensor.name.size());
    if (dimensions < 1 || dimensions > 4)
        return u"tensor %1 has %2 dimensions"_s.arg(name).arg(dimensions);
    qint64 row = 0;
    for (quint32 i = 0; i < dimensions; ++i) {
        const qint64 extent = in.value<qint64>();
        if (in.ended())
            return {};
        if (extent <= 0 || tensor.elements > (qint64(1) << 50) / extent)
            return u"tensor %1 has an extent of %2"_s.arg(name).arg(extent);
        tensor.elements *= extent;
        if (i == 0)
            row = extent;
    }
    tensor.type = in.value<quint32>();
    tensor.offset = in.value<quint64>();
    if (in.ended())
        return {};
    if (tensor.type >= std::size(tensorTypes) || !tensorTypes[tensor.type].name)
        return u"tensor %1 has type %2"_s.arg(name).arg(tensor.type);
    const TensorType &type = tensorTypes[tensor.type];
    if (row % type.elements)
        return u"tensor %1 (%2) has rows of %3"_s.arg(name, QLatin1String(type.name)).arg(row);
    tensor.bytes = tensor.elements / type.elements * type.bytes;
    return {};
}

qint64 padded(qint64 bytes, qint64 alignment) { return (bytes + alignment - 1) / alignment * alignment; }

void describe(GgufInfo &info, const Metadata &data)
{
    const QByteArray architecture = data.strings.value("general.architecture");
    const auto integer = [&](const char *key) -> std::optional<qint64> {
        const auto it = data.integers.constFind(architecture + key);
        return it == data.integers.cend() ? std::nullopt : std::optional(*it);
    };
    info.architecture = QString::fromUtf8(architecture);
    info.name = QString::fromUtf8(data.strings.value("general.name"));
    info.hasChatTemplate = !data.strings.value("tokenizer.chat_template").isEmpty();
    info.hasVocabulary = data.arrays.value("tokenizer.ggml.tokens") > 0;
    info.contextTokens = integer(".context_length");
    info.layers = integer(".block_count");
    info.embedding = integer(".embedding_length");
    info.heads = integer(".attention.head_count");
    info.kvHeads = integer(".attention.head_count_kv");
    info.keyLength = integer(".attention.key_length");
    info.valueLength = integer(".attention.value_length");
    info.experts = integer(".expert_count");
    const QString mixture = mixtureName(data.integers.value("general.file_type", -1));
    if (!mixture.isEmpty())
        info.quantization = mixture;
}

} // namespace

Result<GgufInfo> readGguf(QIODevice &device, qint64 size, const QString &what)
{
    if (size == 0)
        return Error{ErrorKind::Parse, GgufText::tr("%1 is empty.").arg(what), {}, {}};
    const QByteArray start = device.peek(64);
    if (!start.startsWith("GGUF"))
        return notGguf(what, start);
    Reader in(device, size);
    in.skip(4);

    GgufInfo info;
    info.fileBytes = size;
    const quint32 version = in.value<quint32>();
    const quint64 tensors = in.value<quint64>();
    const quint64 pairs = in.value<quint64>();
    if (in.ended())
        return headerCut(what, size, {});
    if (version == 0x02000000 || version == 0x03000000)
        return Error{ErrorKind::Parse,
                     GgufText::tr("%1 was written for big-endian machines; this program reads little-endian GGUF. "
                                  "Choose another file of this model.")
                         .arg(what),
                     {},
                     {}};
    if (version < 2 || version > 3)
        return Error{
            ErrorKind::Parse,
            GgufText::tr("%1 has GGUF version %2; this program reads versions 2 and 3.").arg(what).arg(version),
            {},
            {}};
    info.version = int(version);
    if (pairs > quint64(size) / 13 || tensors > quint64(size) / 24) { // the least a pair or a tensor takes
        if (pairs < 10'000 && tensors < 100'000) // as many as there may well have been
            return headerCut(what, size, u"%1 pairs and %2 tensors in %3 bytes"_s.arg(pairs).arg(tensors).arg(size));
        return damaged(what, 8, u"%1 pairs and %2 tensors in %3 bytes"_s.arg(pairs).arg(tensors).arg(size));
    }

    Metadata data;
    for (quint64 i = 0; i < pairs; ++i) {
        const QString wrong = readPair(in, data);
        if (in.ended())
            return headerCut(what, size, u"in pair %1 of %2"_s.arg(i + 1).arg(pairs));
        if (!wrong.isEmpty())
            return damaged(what, in.position(), wrong);
    }
    const qint64 alignment = data.integers.value("general.alignment", 32);
    if (alignment <= 0 || alignment > (1 << 20) || (alignment & (alignment - 1)))
        return damaged(what, in.position(), u"alignment %1"_s.arg(alignment));

    QHash<quint32, qint64> bytesOfType;
    QSet<QByteArray> names;
    qint64 expectedOffset = 0;
    for (quint64 i = 0; i < tensors; ++i) {
        Tensor tensor;
        const QString wrong = readTensor(in, tensor);
        if (in.ended())
            return headerCut(what, size, u"in tensor %1 of %2"_s.arg(i + 1).arg(tensors));
        if (!wrong.isEmpty())
            return damaged(what, in.position(), wrong);
        if (names.contains(tensor.name))
            return damaged(what, in.position(), u"tensor %1 twice"_s.arg(QString::fromUtf8(tensor.name)));
        names.insert(tensor.name);
        if (tensor.offset != quint64(expectedOffset))
            return damaged(what, in.position(),
                           u"tensor %1 at offset %2 instead of %3"_s.arg(QString::fromUtf8(tensor.name))
                               .arg(tensor.offset)
                               .arg(expectedOffset));
        if (expectedOffset > (qint64(1) << 60))
            return damaged(what, in.position(), u"tensors of more than 2^60 bytes"_s);
        expectedOffset += padded(tensor.bytes, alignment);
        info.tensorBytes += tensor.bytes;
        info.parameters += tensor.elements;
        bytesOfType[tensor.type] += tensor.bytes;
        // The last tensor needs no padding after it.
        if (i + 1 == tensors) {
            const qint64 needed = expectedOffset - padded(tensor.bytes, alignment) + tensor.bytes;
            const qint64 start = padded(in.position(), alignment); // of the data
            if (start + needed > size)
                return cutShort(what, size, start + needed);
        }
    }
    info.tensors = qint64(tensors);
    qint64 most = 0;
    for (auto it = bytesOfType.cbegin(); it != bytesOfType.cend(); ++it) {
        if (*it > most) {
            most = *it;
            info.quantization = QLatin1String(tensorTypes[it.key()].name);
        }
    }
    describe(info, data);
    return info;
}

Result<GgufInfo> readGguf(const QString &path)
{
    const QFileInfo file(path);
    if (!file.exists())
        return Error{ErrorKind::Storage, GgufText::tr("There is no file %1.").arg(path), {}, {}};
    if (!file.isFile()) // a pipe would block, a directory cannot be read
        return Error{ErrorKind::Storage, GgufText::tr("%1 is not a file.").arg(path), {}, {}};
    QFile device(path);
    if (!device.open(QIODevice::ReadOnly))
        return Error{ErrorKind::Storage, GgufText::tr("%1 cannot be read.").arg(path), device.errorString(), {}};
    return readGguf(device, file.size(), file.fileName());
}

Result<void> isLanguageModel(const GgufInfo &info, const QString &what)
{
    const auto positive = [](const std::optional<qint64> &number) { return number && *number > 0; };
    QString missing;
    if (info.architecture.isEmpty())
        missing = u"general.architecture"_s;
    else if (!positive(info.layers))
        missing = u"block_count"_s;
    else if (!positive(info.embedding))
        missing = u"embedding_length"_s;
    else if (!positive(info.contextTokens))
        missing = u"context_length"_s;
    else if (!info.hasVocabulary)
        missing = u"tokenizer.ggml.tokens"_s;
    else if (info.tensors == 0)
        missing = u"tensors"_s;
    else
        return {};
    return Error{ErrorKind::Parse,
                 GgufText::tr("%1 is a GGUF file, but not a whole language model. Choose another file.").arg(what),
                 u"missing: "_s + missing,
                 {}};
}

std::optional<qint64> kvCacheBytes(const GgufInfo &info, qint64 contextTokens)
{
    if (!info.layers || !info.embedding || !info.heads || *info.heads <= 0 || *info.layers > 100000)
        return std::nullopt;
    const qint64 kvHeads = info.kvHeads.value_or(*info.heads);
    const qint64 perHead = *info.embedding / *info.heads;
    const double bytes = 2.0 * double(*info.layers) * double(kvHeads) * double(contextTokens)
        * double(info.keyLength.value_or(perHead) + info.valueLength.value_or(perHead));
    if (bytes < 0 || bytes > 1e18)
        return std::nullopt;
    return qint64(bytes);
}

QString servedNameOf(const QString &path) { return QFileInfo(path).completeBaseName(); }
