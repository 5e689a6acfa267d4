#include "core/bundle/redaction.h"

#include <QRegularExpression>

#include <algorithm>
#include <functional>

using namespace Qt::StringLiterals;

namespace {

using Option = QRegularExpression::PatternOption;

// Bytes as characters of their number: what is not matched comes back as it was.
QString asCharacters(const QString &text) { return QString::fromLatin1(text.toUtf8()); }

int replaceAll(QString &text, const QRegularExpression &pattern,
               const std::function<QString(const QRegularExpressionMatch &)> &by)
{
    QString out;
    qsizetype from = 0;
    int count = 0;
    auto matches = pattern.globalMatch(text);
    while (matches.hasNext()) {
        const QRegularExpressionMatch match = matches.next();
        out += QStringView(text).mid(from, match.capturedStart() - from);
        const QString instead = by(match);
        count += instead != match.captured();
        out += instead;
        from = match.capturedEnd();
    }
    if (from == 0)
        return 0;
    text = out + text.mid(from);
    return count;
}

// What is matched goes; \\1 is what stays of it.
struct SecretShape
{
    QRegularExpression pattern;
    QString instead;
};

QList<SecretShape> secretShapes()
{
    // "eos_token" and "max_tokens" are none.
    const QString name = u"(?:password|passwd|passphrase|secret|credentials?|api[_-]?key|access[_-]?key(?:[_-]?id)?|"
                         "private[_-]?key|(?:hf|hub|auth|access|api|refresh|session|bearer|hugging_?face|modelscope|"
                         "registry)[_-]?token)(?:s|\\d+|[_-][\\w-]*)?"_s;
    const QString inQuotes = u"(?:[^\"\\\\\\n]|\\\\.)+"_s;
    const QString word = u"(?!\\[taken out|null\\b|none\\b|true\\b|false\\b)[^\\s,;&\"'{}\\[\\]]+"_s;
    const QString variable = u"\\b(?:[A-Z][A-Z0-9_]*_(?:KEY|PWD|PASS|TOKEN|SECRET)|PASS|TOKEN)"_s;
    const QString taken = u"\\1[taken out]"_s;
    const auto shape = [&](const QString &pattern) {
        return SecretShape{QRegularExpression(pattern, Option::CaseInsensitiveOption), taken};
    };
    return {
        {QRegularExpression(uR"re(()-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\z))re"_s,
                            Option::DotMatchesEverythingOption),
         u"[private key taken out]"_s},
        // JSON within a string: {\"token\":\"...\"}
        shape(u"((?:"_s + name + uR"re(|\btoken)\\+"[ \t]*[:=][ \t]*\\+")(?!\[taken out)(?:(?!\\+")[^"\n])+)re"_s),
        shape(u"(\"[\\w.-]*"_s + name + u"=)"_s + inQuotes), // "HUB_PASSWORD=two words", an element of a JSON list
        shape(u"(\"--[\\w-]*"_s + name + u"\"\\s*,\\s*\")"_s + inQuotes), // "--api-key", "...": two elements
        shape(u'(' + name
              + uR"re(["']?[ \t]*[:=][ \t]*\[\s*)(?!\s|\[?taken out\]|\])[^\]]+)re"_s), // api_key=['...', '...']
        shape(u'(' + name + u"[\"']?[ \\t]*[:=][ \\t]*\")"_s + inQuotes),
        shape(u'(' + name + u"[\"']?[ \\t]*[:=][ \\t]*')[^'\\n]+"_s),
        shape(u'(' + name + u"[\"']?[ \\t]*[:=][ \\t]*)"_s + word),
        shape(u"(--[\\w-]*"_s + name + u"[ \\t]+[\"']?)"_s + word),
        // names of variables: OPENAI_KEY, MYSQL_PWD, DB_PASS, PASS; PWD alone is a folder
        {QRegularExpression(u'(' + variable + uR"re(=["'])(?!\[taken out)[^"'\n]+)re"_s), taken},
        {QRegularExpression(u'(' + variable + u"=)"_s + word), taken},
        // alone it also is a piece of text: "per token: 0.5 ms"
        {QRegularExpression(uR"re((--token[ =]|"token"\s*:\s*"|\btoken[ \t]*=[ \t]*["']))re"_s
                            + uR"re((?!\[taken out)[^\n"']+?(?=["'\n]|\s-|$))re"_s),
         taken},
        {QRegularExpression(uR"re((\btoken[ \t]*=[ \t]*|\btoken:[ \t]+(?=\S*\d)(?=\S*[A-Za-z])(?=\S{8})))re"_s
                            + uR"re((?!\[taken out)[^\s,;&"'{}\[\]<>()]+)re"_s),
         taken},
        // headers: PRIVATE-TOKEN, X-Auth-Token; Cookie holds several
        shape(uR"re((\b[\w-]+-token:[ \t]*))re"_s + word),
        shape(uR"re((\b(?:set-)?cookie:[ \t]*+)(?!\[taken out)[^\r\n]+)re"_s),
        shape(u"(authorization[\"']?[ \\t]*[:=][ \\t]*[\"']?(?:bearer|basic|token)[ \\t]+)"_s + word),
        shape(u"(\\bbearer[ \\t]+)[A-Za-z0-9._~+/=-]{12,}"_s),
        shape(u"(\\b[a-z][a-z0-9+.-]*://)[^/\\s:@\"']*:[^/\\s@\"']+(?=@)"_s), // user:password@
        // commands that take one: docker login -p X, sshpass -pX, mysql -pX, curl -u name:X
        shape(uR"re((\blogin\b[^\n]{0,400}?[ \t]-p[ \t]+))re"_s + word),
        shape(uR"re((\b(?:sshpass[ \t]+|mysql\w*\b[^\n]{0,400}?[ \t])-p[ \t]*))re"_s + word),
        shape(uR"re((\bcurl\b[^\n]{0,400}?[ \t](?:-u|--user)[ \t=]*["']?[^\s:'"]+:))re"_s + word),
        // sentences
        shape(uR"re((\bpass(?:word|wd|phrase)[ \t]+(?:is|was)[ \t:]+))re"_s + word),
        shape(uR"re((\bpasswd[ \t]+(?=\S*\d)(?=\S*[A-Za-z])(?=\S{6})(?!\S*/)))re"_s + word),
        shape(asCharacters(u"((?:密码|口令|密钥|令牌)"_s) + uR"re([ \t]*(?:[:=]|)re"_s + asCharacters(u"：|为|是"_s)
              + uR"re()[ \t]*["']?))re"_s + word),
        // docker's config.json: user:password in base64
        {QRegularExpression(uR"re(("auth"\s*:\s*")[A-Za-z0-9+/=]{12,}(?="))re"_s), taken},
        {QRegularExpression(u"()\\b(?:hf_[A-Za-z0-9]{20,}|sk-[A-Za-z0-9_-]{20,}|gh[pousr]_[A-Za-z0-9]{30,}|"
                            "AKIA[0-9A-Z]{16}|eyJ[\\w-]{8,}\\.[\\w-]{8,}\\.[\\w-]+)"_s),
         taken},
    };
}

bool saysNothing(const QString &name)
{
    static const QStringList words{u"root"_s, u"localhost"_s, u"localhost.localdomain"_s, u"user"_s, u"host"_s};
    return name.size() < 2 || words.contains(name.toLower());
}

void insertLongestFirst(QStringList &names, const QString &name)
{
    if (saysNothing(name) || names.contains(name))
        return;
    names << name;
    std::stable_sort(names.begin(), names.end(),
                     [](const QString &left, const QString &right) { return left.size() > right.size(); });
}

bool isAddress(const QString &text)
{
    const QStringList parts = text.split(u'.');
    return std::all_of(parts.cbegin(), parts.cend(), [](const QString &part) { return part.toInt() < 256; })
        && !text.startsWith("127."_L1) && !text.startsWith("0."_L1) && !text.startsWith("255."_L1);
}

// Domains of sites and of the world; "node1.log" is a file.
const QString domain = u"(?:\\.[a-z0-9-]+)*\\.(?:com|net|org|cn|local|lan|internal|corp|intranet|localdomain|"
                       "example|test)"_s;

QRegularExpression wholeWord(const QString &name)
{
    const QString pattern = u"(?<![\\w.-])%1(?:%2)?(?![\\w-]|\\.\\w)"_s;
    return QRegularExpression(pattern.arg(QRegularExpression::escape(name), domain),
                              Option::CaseInsensitiveOption);
}

} // namespace

void Redaction::addHost(const QString &name) { insertLongestFirst(m_hosts, asCharacters(name)); }
void Redaction::addUser(const QString &name) { insertLongestFirst(m_users, asCharacters(name)); }

QString Redaction::word(const QString &kind, const QString &original)
{
    QString &word = m_words[kind + u' ' + original];
    if (word.isEmpty())
        word = u"%1-%2"_s.arg(kind).arg(++m_counts[kind]);
    return word;
}

QByteArray Redaction::of(const QByteArray &bytes)
{
    QString text = QString::fromLatin1(bytes);
    static const QList<SecretShape> shapes = secretShapes();
    for (const SecretShape &shape : shapes) {
        m_secrets += replaceAll(text, shape.pattern, [&](const QRegularExpressionMatch &match) {
            return QString(shape.instead).replace(u"\\1"_s, match.captured(1));
        });
    }
    if (!m_takesAddresses)
        return text.toLatin1();
    static const QRegularExpression mac(u"(?<![\\w:])(?:[0-9a-f]{2}:){5}[0-9a-f]{2}(?![\\w:])"_s,
                                        Option::CaseInsensitiveOption);
    static const QRegularExpression six(u"(?<![\\w:.])(?:(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}|"
                                        "(?:[0-9a-f]{1,4}:){1,6}(?::[0-9a-f]{1,4}){1,6})(?![\\w:])"_s,
                                        Option::CaseInsensitiveOption);
    static const QRegularExpression four(u"(?<![\\w.])\\d{1,3}(?:\\.\\d{1,3}){3}(?!\\w|\\.\\w)"_s);
    replaceAll(text, mac, [this](const auto &match) { return word(u"mac"_s, match.captured().toLower()); });
    replaceAll(text, six, [this](const auto &match) { return word(u"address"_s, match.captured().toLower()); });
    replaceAll(text, four, [this](const auto &match) {
        return isAddress(match.captured()) ? word(u"address"_s, match.captured()) : match.captured();
    });
    for (const QString &name : std::as_const(m_hosts))
        replaceAll(text, wholeWord(name), [&](const auto &) { return word(u"host"_s, name); });
    // hosts and users that are known by their shape: gateway.corp.internal, ip-10-20-0-3, /home/alice, alice@host-1
    const QString shape = u"(?<![\\w.@/-])(?:[a-z0-9-]+%1|ip(?:-\\d{1,3}){4})(?![\\w-]|\\.\\w)"_s;
    static const QRegularExpression host(shape.arg(domain), Option::CaseInsensitiveOption);
    static const QRegularExpression home(u"(?<=/home/)[\\w.-]+"_s);
    static const QRegularExpression login(u"(?<![\\w.@/-])[\\w.-]+(?=@(?:address|host)-\\d)"_s);
    replaceAll(text, host, [this](const auto &match) { return word(u"host"_s, match.captured().toLower()); });
    for (const QRegularExpression &user : {login, home}) {
        replaceAll(text, user, [this](const auto &match) {
            static const QRegularExpression own(u"^user-\\d+$"_s);
            const QString name = match.captured();
            return saysNothing(name) || name.contains(own) ? name : word(u"user"_s, name);
        });
    }
    for (const QString &name : std::as_const(m_users))
        replaceAll(text, wholeWord(name), [&](const auto &) { return word(u"user"_s, name); });
    return text.toLatin1();
}

Redaction redactionFor(const Deployment &deployment, const QList<NodeFacts> &facts, bool takesAddresses)
{
    static const QRegularExpression address(u"^[\\d.]+$|:"_s); // those are found by their shape
    Redaction redaction(takesAddresses);
    for (const Node &node : deployment.nodes) {
        if (!node.host.contains(address))
            redaction.addHost(node.host);
        redaction.addUser(node.user);
    }
    for (const NodeFacts &one : facts)
        redaction.addHost(one.hostname);
    return redaction;
}
