#include "core/bundle/secretnames.h"

#include "core/bundle/byte.h"

#include <QByteArrayList>
#include <QSet>

#include <algorithm>

namespace {

using Words = QSet<QByteArray>;

Words wordsOf(const char *list)
{
    const QByteArrayList all = QByteArray(list).simplified().split(' ');
    return Words(all.cbegin(), all.cend());
}

constexpr qsizetype longestName = 128;

// "tlsKeyPwd" -> tls key pwd; "APIKey2" -> api key 2
QByteArrayList wordsIn(QByteArrayView name)
{
    QByteArrayList words;
    QByteArray word;
    const auto end = [&] {
        if (!word.isEmpty())
            words << word.toLower();
        word.clear();
    };
    for (qsizetype i = 0; i < name.size(); ++i) {
        const char c = name[i];
        if (!Byte::isLower(c) && !Byte::isUpper(c) && !Byte::isDigit(c)) {
            end();
            continue;
        }
        if (!word.isEmpty()) {
            const char before = word.back();
            const bool isAcronymsEnd = Byte::isUpper(before) && i + 1 < name.size() && Byte::isLower(name[i + 1])
                && !(name[i + 1] == 's' && (i + 2 == name.size() || !Byte::isLower(name[i + 2])));
            if (Byte::isDigit(before) != Byte::isDigit(c)
                || (Byte::isUpper(c) && (Byte::isLower(before) || isAcronymsEnd)))
                end();
        }
        word += c;
    }
    end();
    return words;
}

bool endsWithAny(const QByteArray &word, std::initializer_list<const char *> ends)
{
    return std::any_of(ends.begin(), ends.end(), [&](const char *one) { return word.endsWith(one); });
}

// Words that are a secret's wherever they stand in a name.
bool isStrong(const QByteArray &word)
{
    static const Words words = wordsOf(
        "password passwords passwd passwds passphrase passphrases passcode pwd pwds secret secrets credential "
        "credentials creds apikey apikeys apitoken accesskey accesskeys accesskeyid privatekey authtoken accesstoken "
        "refreshtoken idtoken sessiontoken authkey accountkey dbpass userpass storepass keypass rootpass");
    return words.contains(word)
        || endsWithAny(word,
                       {"password", "passwords", "passwd", "passphrase", "secret", "secretkey", "apikey", "accesskey",
                        "pwd"});
}

// As the last word: the name is of something about a secret, not of the secret.
bool isAbout(const QByteArray &word)
{
    static const Words words = wordsOf(
        "file files path paths dir folder length len lens count counts size type kind name names policy expires expiry "
        "expiration expire ttl age timeout url uri endpoint enabled disabled enable disable required header prefix "
        "suffix format version algorithm alg less stdin env authentication field index prompt hint provider manager "
        "store helper ref reference configured exists status error errors regex pattern rotation attempts retries min "
        "max limit change changed reset validator validation mode scope usage mount mounts volume volumes class group "
        "rate latency throughput time ms seconds budget ratio logprob logprobs bytes embedding embeddings dim position "
        "positions ids fd fds");
    return words.contains(word);
}

// Before "key".
bool isSecretKeys(const QByteArray &word)
{
    static const Words words = wordsOf("api access secret private priv account auth encryption encrypt decryption "
                                       "decrypt master signing session subscription");
    return words.contains(word);
}
bool isOtherKeys(const QByteArray &word)
{
    static const Words words = wordsOf(
        "cache sort primary foreign partition public pub kv num dict hash state weight param metric object map block "
        "request group index lookup unique row route routing join config option env store data attr label translation "
        "prefix query value last first next prev current missing unexpected unknown any each per no layer module "
        "tensor "
        "head heads cross attention attn quant scale bias");
    return words.contains(word);
}

// Before "token".
bool isSecretTokens(const QByteArray &word)
{
    static const Words words = wordsOf(
        "hf hub auth access api refresh session bearer face huggingface modelscope registry id security private "
        "personal github gitlab gitee bot deploy csrf xsrf login secret vault slack jwt oauth sas push pull wandb x "
        "admin identity upload cloud iam sts dockerhub npm pypi");
    return words.contains(word);
}
bool isOtherTokens(const QByteArray &word)
{
    static const Words words = wordsOf(
        "eos bos pad unk sep cls mask max min num per next special image video audio stop first last prompt completion "
        "total output input generated decode decoded prefill cached draft spec speculative thinking reasoning think "
        "begin start end tool batched batch accepted rejected bonus placeholder vision sot eot eom extra added invalid "
        "oov single multi every each of ttft tpot avg mean sampled sample current prev previous context kv number long "
        "scheduled running waiting finished preempted computed uncomputed hit mtp lookahead");
    return words.contains(word);
}

// Before "pass".
bool isSecretPass(const QByteArray &word)
{
    static const Words words = wordsOf("db user smtp mysql redis root ftp ssh admin login key store mail proxy sudo pg "
                                       "postgres mongo ldap vnc ipmi bmc rabbitmq kafka database");
    return words.contains(word);
}

bool isShouted(QByteArrayView name)
{
    return std::any_of(name.begin(), name.end(), Byte::isUpper)
        && std::none_of(name.begin(), name.end(), Byte::isLower);
}

SecretName ofKey(const QByteArray &before, bool shouted)
{
    if (before.isEmpty() || isOtherKeys(before))
        return {};
    return {shouted ? SecretName::Assigned : SecretName::ByLook, SecretName::Plain, true};
}

SecretName ofToken(const QByteArrayList &words, bool shouted)
{
    if (std::any_of(words.cbegin(), words.cend(), isOtherTokens))
        return {};
    const QByteArray before = words.value(words.size() - 2);
    const bool isPlural = words.last().endsWith('s');
    if (isSecretTokens(before))
        return {SecretName::Always, SecretName::Plain, isPlural};
    const bool isAssigned = !isPlural && (before.isEmpty() ? words.last() == "token" || shouted : shouted);
    return {isAssigned ? SecretName::Assigned : SecretName::ByLook, SecretName::Plain, true};
}

SecretName ofPass(const QByteArray &before, bool shouted)
{
    if (isSecretPass(before))
        return {SecretName::Always, SecretName::Plain, false};
    return {shouted ? SecretName::Assigned : SecretName::ByLook, SecretName::Plain, true};
}

} // namespace

SecretName secretName(QByteArrayView whole)
{
    const QByteArrayView name = whole.last(std::min(whole.size(), longestName));
    QByteArrayList words = wordsIn(name);
    while (!words.isEmpty() && Byte::isDigit(words.last().front())) // api_key_2
        words.removeLast();
    if (words.isEmpty() || isAbout(words.last()))
        return {};
    const QByteArray &last = words.last();
    const QByteArray before = words.value(words.size() - 2);
    const bool shouted = isShouted(name);
    const bool isAlone = words.size() == 1;
    if (last == "pwd" || last == "oldpwd")
        return {SecretName::Always, isAlone ? SecretName::Folder : SecretName::Plain, false};
    if (last == "authorization")
        return {SecretName::Always, SecretName::Authorization, false};
    if (last == "cookie" && (isAlone || before == "set"))
        return {SecretName::Always, SecretName::Cookie, false};
    if (std::any_of(words.cbegin(), words.cend(), isStrong))
        return {SecretName::Always, SecretName::Plain, false};
    for (qsizetype i = 1; i < words.size(); ++i) {
        if ((words[i] == "key" || words[i] == "keys") && isSecretKeys(words[i - 1]))
            return {SecretName::Always, SecretName::Plain, false};
    }
    if (last == "key")
        return ofKey(before, shouted);
    if (last == "token" || last == "tokens" || last.endsWith("token"))
        return ofToken(words, shouted);
    if (last == "pass" || last == "sshpass")
        return last == "sshpass" ? SecretName{SecretName::Assigned, SecretName::Plain, true} : ofPass(before, shouted);
    if (last == "sk" || last == "ak" || last == "auth")
        return {shouted && !isAlone ? SecretName::Assigned : SecretName::ByLook, SecretName::Plain, true};
    const bool isOfMine = shouted // MYPASS, GITHUB_PAT, TOKEN_X
        && ((last.endsWith("pass") && last != "bypass" && last != "compass") || (last == "pat" && !isAlone)
            || (words.size() == 2 && words.first() == "token" && !isOtherTokens(last)));
    if (isOfMine)
        return {SecretName::Assigned, SecretName::Plain, true};
    if (last == "signature" || last == "sig")
        return {SecretName::ByLook, SecretName::Signature, true};
    static const Words sessions = wordsOf("sessionid jsessionid phpsessid sessid");
    if (sessions.contains(last))
        return {SecretName::Assigned, SecretName::Plain, true};
    static const Words others = wordsOf("bearer jwt cookies cookie");
    if (others.contains(last) || (last == "id" && before == "session"))
        return {SecretName::ByLook, SecretName::Plain, true};
    return {};
}

bool mayTell(QByteArrayView name)
{
    const qsizetype size = name.size();
    const auto follows = [&](qsizetype at, const char *rest) {
        for (; *rest; ++rest, ++at) {
            if (at >= size || (name[at] | 0x20) != *rest)
                return false;
        }
        return true;
    };
    for (qsizetype i = 0; i + 1 < size; ++i) {
        switch (name[i] | 0x20) {
        case 'p':
            if (follows(i + 1, "ass") || follows(i + 1, "wd") || (follows(i + 1, "at") && i + 3 == size))
                return true;
            break;
        case 's':
            if (follows(i + 1, "ecret") || follows(i + 1, "ig") || follows(i + 1, "ess") || i + 2 == size)
                return true;
            break;
        case 'c':
            if (follows(i + 1, "red") || follows(i + 1, "ookie"))
                return true;
            break;
        case 'k':
            if (follows(i + 1, "ey"))
                return true;
            break;
        case 't':
            if (follows(i + 1, "oken"))
                return true;
            break;
        case 'a':
            if (follows(i + 1, "uth") || follows(i + 1, "k"))
                return true;
            break;
        case 'b':
            if (follows(i + 1, "earer"))
                return true;
            break;
        case 'j':
            if (follows(i + 1, "wt"))
                return true;
            break;
        default:
            break;
        }
        if (i + 2 <= size && (name[i] | 0x20) == 's' && (name[i + 1] | 0x20) == 'k')
            return true;
    }
    return false;
}

qsizetype chineseSecretName(QByteArrayView text)
{
    static const QByteArrayList names{"密码", "口令", "密钥", "令牌", "私钥", "密匙", "凭证", "凭据", "授权码",
                                      // the first four in GBK: such bytes are no UTF-8
                                      "\xc3\xdc\xc2\xeb", "\xbf\xda\xc1\xee", "\xc3\xdc\xd4\xbf", "\xc1\xee\xc5\xc6"};
    for (const QByteArray &name : names) {
        if (text.startsWith(name))
            return name.size();
    }
    return 0;
}
