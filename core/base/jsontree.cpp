#include "core/base/jsontree.h"

#include "core/base/jsonplace.h"
#include "core/base/plaintext.h"

#include <QCoreApplication>
#include <QStringDecoder>

#include <algorithm>
#include <cctype>
#include <new>
#include <unordered_map>
#include <vector>

using namespace Qt::StringLiterals;

namespace {

struct JsonTreeText
{
    Q_DECLARE_TR_FUNCTIONS(Json)
};

using JsonMembers = Json::object_t::Container; // of which an object is made

// An object or a list that is still being read.
struct OpenJson
{
    Json *value;
    Json *next = nullptr;                // of an object: where the next value belongs
    std::string name;                    // of an object: the key of that value
    std::unordered_map<std::string, size_t> places; // of an object's keys, once there are many

    // The member's value; true: the key was there before.
    bool beginMember(const std::string &key)
    {
        constexpr size_t few = 16;       // so many are found faster one by one
        JsonMembers &members = value->get_ref<Json::object_t &>();
        size_t at = members.size();
        if (members.size() < few) {
            for (size_t i = 0; i < members.size() && at == members.size(); ++i) {
                if (members[i].first == key)
                    at = i;
            }
        } else {
            if (places.empty()) {
                for (size_t i = 0; i < members.size(); ++i)
                    places.emplace(members[i].first, i);
            }
            at = places.emplace(key, at).first->second;
        }
        const bool isThere = at < members.size();
        if (!isThere)
            members.emplace_back(key, Json());
        next = &members[at].second;
        name = key;
        return isThere;
    }
};

class TreeBuilder : public nlohmann::json_sax<Json>
{
public:
    explicit TreeBuilder(JsonTree &tree) : m_tree(tree) {}

    bool null() override { return put(nullptr); }
    bool boolean(bool value) override { return put(value); }
    bool number_integer(number_integer_t value) override { return put(value); }
    bool number_unsigned(number_unsigned_t value) override { return put(value); }
    bool number_float(number_float_t value, const string_t &) override { return put(value); }
    bool string(string_t &value) override { return put(std::move(value)); }
    bool binary(binary_t &) override { return false; } // no JSON text has it
    bool start_object(std::size_t) override { return begin(Json::value_t::object); }
    bool start_array(std::size_t) override { return begin(Json::value_t::array); }
    bool end_object() override { return end(); }
    bool end_array() override { return end(); }

    bool key(string_t &name) override
    {
        if (m_open.back().beginMember(name))
            m_tree.twice << placeOfNext();
        return true;
    }

    bool parse_error(std::size_t position, const std::string &, const nlohmann::detail::exception &why) override
    {
        constexpr int numberOverflow = 406;
        m_tree.flaw = JsonFlaw{why.id == numberOverflow ? JsonFlaw::Number : JsonFlaw::Syntax,
                               std::max<qsizetype>(0, qsizetype(position) - 1)};
        return false;
    }

private:
    template<typename T>
    bool put(T &&value)
    {
        place() = Json(std::forward<T>(value));
        return true;
    }

    bool begin(Json::value_t type)
    {
        Json &value = place();
        value = Json(type);
        m_open.push_back({&value, nullptr, {}, {}});
        return true;
    }

    bool end()
    {
        m_open.pop_back();
        return true;
    }

    // Where the value stands that is read; a long key is not written out.
    QString placeOfNext() const
    {
        QString place;
        for (const OpenJson &open : m_open)
            place = open.value->is_object() ? pointer(place, shortened(QString::fromStdString(open.name)))
                                            : pointer(place, qsizetype(open.value->size()) - 1);
        return place;
    }

    Json &place()
    {
        if (m_open.empty())
            return m_tree.root;
        OpenJson &open = m_open.back();
        if (open.value->is_object())
            return *open.next;
        return open.value->get_ref<Json::array_t &>().emplace_back();
    }

    JsonTree &m_tree;
    std::vector<OpenJson> m_open;
};

// Bytes that are no UTF-8 up to this one; a character that is cut by the end of these bytes is none of them.
bool isBrokenText(const QByteArray &bytes)
{
    QStringDecoder decoder(QStringDecoder::Utf8);
    const QString text = decoder.decode(bytes);
    return decoder.hasError();
}

bool isInJsonWord(char character)
{
    const auto c = static_cast<unsigned char>(character);
    return std::isalnum(c) || c == '_' || c == '.' || c == '+' || c == '-' || c >= 0x80;
}

constexpr qsizetype mostShown = 24;           // characters that are shown

// The word that ends at this byte or before it.
QString jsonWordAt(const QByteArray &text, qsizetype byte)
{
    qsizetype end = std::clamp<qsizetype>(byte, 0, text.size()), from = end;
    while (end < text.size() && isInJsonWord(text[end]))
        ++end;
    while (from > 0 && isInJsonWord(text[from - 1]))
        --from;
    const QString word = QString::fromUtf8(text.mid(from, end - from));
    return word.size() > mostShown ? word.left(mostShown) + u"…"_s : word;
}

// The word in which the byte stands, and what follows it on the line, shortened.
QString jsonFrom(const QByteArray &text, qsizetype byte)
{
    qsizetype from = std::clamp<qsizetype>(byte, 0, text.size());
    while (from > 0 && from < text.size() && isInJsonWord(text[from]) && isInJsonWord(text[from - 1])
           && byte - from < mostShown)
        --from;
    while (from > 0 && from < text.size() && (static_cast<unsigned char>(text[from]) & 0xC0) == 0x80)
        --from;
    const qsizetype end = text.indexOf('\n', from);
    const QString line
        = QString::fromUtf8(text.mid(from, std::min<qsizetype>(4 * mostShown, (end < 0 ? text.size() : end) - from)))
              .trimmed();
    return line.size() > mostShown ? line.left(mostShown) + u"…"_s : line;
}

// A text that cannot stand there is noticed at its end; people look for its beginning.
qsizetype startOfText(const QByteArray &text, qsizetype byte)
{
    if (byte >= text.size() || text[byte] != '"')
        return byte;
    for (qsizetype at = byte - 1; at >= 0 && text[at] != '\n'; --at) {
        qsizetype slashes = 0;
        while (at - slashes > 0 && text[at - slashes - 1] == '\\')
            ++slashes;
        if (text[at] == '"' && slashes % 2 == 0)
            return at;
    }
    return byte;
}

} // namespace

JsonTree readJsonTree(const QByteArray &text)
{
    JsonTree tree;
    TreeBuilder builder(tree);
    try {
        Json::sax_parse(text.begin(), text.end(), &builder);
    } catch (const std::bad_alloc &) {
        tree.flaw = JsonFlaw{JsonFlaw::Memory, 0};
    }
    if (tree.flaw && tree.flaw->kind == JsonFlaw::Syntax) {
        if (isBrokenText(text.left(tree.flaw->byte + 1)))
            tree.flaw->kind = JsonFlaw::Encoding;
        else if (tree.flaw->byte >= text.size())
            tree.flaw->kind = JsonFlaw::End;
        else
            tree.flaw->byte = startOfText(text, tree.flaw->byte);
    }
    return tree;
}

QString jsonPlace(const QByteArray &text, qsizetype byte)
{
    const QByteArray before = text.left(std::clamp<qsizetype>(byte, 0, text.size()));
    const QString line = QString::fromUtf8(before.mid(before.lastIndexOf('\n') + 1));
    return JsonTreeText::tr("line %1, column %2").arg(before.count('\n') + 1).arg(line.size() + 1);
}

Error jsonError(const QByteArray &text, const JsonFlaw &flaw, const QString &what)
{
    const QString place = jsonPlace(text, flaw.byte), shown = jsonFrom(text, flaw.byte);
    Error error{ErrorKind::Parse, JsonTreeText::tr("%1 is not valid JSON.").arg(what), {}, {{u"where"_s, place}}};
    switch (flaw.kind) {
    case JsonFlaw::Syntax:
        error.detail = shown.isEmpty() ? JsonTreeText::tr("%1: the line ends in the middle of something.").arg(place)
                                       : JsonTreeText::tr("%1: \"%2\" cannot stand there.").arg(place, shown);
        break;
    case JsonFlaw::End:
        error.detail = text.trimmed().isEmpty()
            ? JsonTreeText::tr("it is empty.")
            : JsonTreeText::tr("%1: it ends in the middle of something.").arg(place);
        break;
    case JsonFlaw::Number:
        error.message = JsonTreeText::tr("%1 holds a number that is too large.").arg(what);
        error.detail = JsonTreeText::tr("%1: \"%2\".").arg(place, jsonWordAt(text, flaw.byte));
        break;
    case JsonFlaw::Encoding:
        error.detail = JsonTreeText::tr("%1: a byte that is no UTF-8 text.").arg(place);
        break;
    case JsonFlaw::Memory:
        error.message = JsonTreeText::tr("%1 does not fit into this computer's memory.").arg(what);
        error.facts = {};
        break;
    }
    return error;
}
