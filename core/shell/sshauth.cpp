#include "core/shell/sshauth.h"

#include <QCoreApplication>
#include <QFile>

#include <cstdlib>
#include <cstring>

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(SshAuth)
};

class Attempt
{
public:
    Attempt(SshLink &link, const SshLogin &login, const SecretFinder &secrets, const Patience &patience)
        : m_link(link), m_login(login), m_secrets(secrets), m_patience(patience), m_user(login.user.toUtf8()) {}

    Result<void> run();

private:
    using Step = Result<bool>; // true: logged in

    bool offers(const char *method) const { return m_offered.contains(method); }
    Step askMethods();
    Step tryAgent();
    Step tryIdentity(LIBSSH2_AGENT *agent, libssh2_agent_publickey *identity);
    Step tryKeyFiles();
    Step tryKeyFile(const QString &file);
    Step tryPassword();
    Step tryInteractive();
    Step judged(const Result<int> &rc);
    Error refused() const;
    Error needs(const char *what, const QString &key, const QString &prompt, const QString &sentence) const;
    QString place() const { return QStringLiteral("%1@%2:%3").arg(m_login.user, m_login.host).arg(m_login.port); }

    SshLink &m_link;
    const SshLogin &m_login;
    const SecretFinder &m_secrets;
    const Patience &m_patience;
    QByteArray m_user;
    QList<QByteArray> m_offered;
    QStringList m_tried;                 // for the error's detail
    std::optional<Error> m_passphrase;   // a key that could not be opened
    std::optional<Error> m_question;     // keyboard-interactive asked what we do not know
    bool m_passwordRefused = false;
};

QByteArray readKey(const QString &file)
{
    QFile key(file);
    return key.open(QIODevice::ReadOnly) ? key.read(1 << 20) : QByteArray();
}

// The blob of FILE.pub, to find the same key in the agent.
QByteArray publicBlob(const QString &file)
{
    return QByteArray::fromBase64(readKey(file + QStringLiteral(".pub")).simplified().split(' ').value(1));
}

// Overwrites the secret's bytes when done with them.
struct SecretBytes
{
    explicit SecretBytes(const QString &secret) : bytes(secret.toUtf8()) {}
    ~SecretBytes() { ::explicit_bzero(bytes.data(), size_t(bytes.size())); }
    Q_DISABLE_COPY(SecretBytes)
    QByteArray bytes;
};


void answerPrompts(const char *, int, const char *, int, int count, const LIBSSH2_USERAUTH_KBDINT_PROMPT *prompts,
                   LIBSSH2_USERAUTH_KBDINT_RESPONSE *responses, void **abstract)
{
    auto *link = static_cast<SshLink *>(*abstract);
    for (int i = 0; i < count; ++i) {
        const QString prompt = QString::fromUtf8(reinterpret_cast<const char *>(prompts[i].text), qsizetype(prompts[i].length));
        const QByteArray answer = link->answer ? link->answer(prompt, prompts[i].echo != 0).toUtf8() : QByteArray();
        responses[i].text = ::strndup(answer.constData(), size_t(answer.size())); // libssh2 frees it
        responses[i].length = unsigned(answer.size());
    }
}

bool asksForPassword(const QString &prompt, bool echo)
{
    return !echo && (prompt.contains(QLatin1String("password"), Qt::CaseInsensitive) || prompt.contains(QStringLiteral("密码")));
}

Attempt::Step Attempt::judged(const Result<int> &rc)
{
    if (!rc) {
        const bool wasThrownOut = rc.error().kind == ErrorKind::Connection && !m_tried.isEmpty();
        if (wasThrownOut) // sshd hangs up after MaxAuthTries
            return refused();
        return rc.error();
    }
    return *rc == 0 && libssh2_userauth_authenticated(m_link.session()) != 0;
}

Error Attempt::needs(const char *what, const QString &key, const QString &prompt, const QString &sentence) const
{
    return {ErrorKind::Authentication, sentence, m_tried.join(QLatin1Char('\n')),
            {{QStringLiteral("need"), QLatin1String(what)}, {QStringLiteral("key"), key}, {QStringLiteral("prompt"), prompt}}};
}

Attempt::Step Attempt::askMethods()
{
    const char *list = nullptr;
    const Result<int> rc = m_link.finish(m_patience, [&] {
        list = libssh2_userauth_list(m_link.session(), m_user.constData(), unsigned(m_user.size()));
        return list ? 0 : libssh2_session_last_errno(m_link.session());
    });
    if (!rc)
        return rc.error();
    if (!list)
        return libssh2_userauth_authenticated(m_link.session()) != 0; // "none" was enough
    m_offered = QByteArray(list).split(',');
    return false;
}

Attempt::Step Attempt::tryIdentity(LIBSSH2_AGENT *agent, libssh2_agent_publickey *identity)
{
    m_tried << Words::tr("key of the agent: %1").arg(QString::fromUtf8(identity->comment));
    return judged(m_link.finish(m_patience, [&] { return libssh2_agent_userauth(agent, m_user.constData(), identity); }));
}

Attempt::Step Attempt::tryAgent()
{
    const QString path = m_login.agentSocket.isEmpty() ? qEnvironmentVariable("SSH_AUTH_SOCK") : m_login.agentSocket;
    if (path.isEmpty() || path == QLatin1String("none"))
        return false;
    const ssh::Agent agent(libssh2_agent_init(m_link.session()));
    if (!agent)
        return false;
    libssh2_agent_set_identity_path(agent.get(), QFile::encodeName(path).constData());
    const auto ask = [&](auto call) { return m_link.finish(m_patience, call); };
    if (const Result<int> rc = ask([&] { return libssh2_agent_connect(agent.get()); }); !rc || *rc != 0) {
        m_tried << Words::tr("the key agent at %1 does not answer").arg(path);
        return rc ? Step(false) : Step(rc.error());
    }
    if (const Result<int> rc = ask([&] { return libssh2_agent_list_identities(agent.get()); }); !rc || *rc != 0)
        return rc ? Step(false) : Step(rc.error());

    QList<QByteArray> wanted;
    for (const QString &file : m_login.identityFiles)
        wanted << publicBlob(file);
    QList<libssh2_agent_publickey *> first, rest; // sshd counts the refused ones: begin with those that were named
    libssh2_agent_publickey *identity = nullptr;
    while (libssh2_agent_get_identity(agent.get(), &identity, identity) == 0) {
        const QByteArray blob(reinterpret_cast<const char *>(identity->blob), qsizetype(identity->blob_len));
        (wanted.contains(blob) ? first : rest) << identity;
    }
    for (libssh2_agent_publickey *key : m_login.identitiesOnly ? first : first + rest) {
        const Step step = tryIdentity(agent.get(), key);
        if (!step || *step)
            return step;
    }
    return false;
}

Attempt::Step Attempt::tryKeyFiles()
{
    for (const QString &file : m_login.identityFiles) {
        const Step step = tryKeyFile(file);
        if (!step || *step)
            return step;
    }
    return false;
}

Attempt::Step Attempt::tryKeyFile(const QString &file)
{
    if (!QFile::exists(file)) {
        if (m_login.method == SshLogin::Method::Key)
            m_tried << Words::tr("key %1: there is no such file").arg(file);
        return false;
    }
    const QByteArray text = readKey(file);
    if (text.isEmpty()) {
        m_tried << Words::tr("key %1: the file cannot be read").arg(file);
        return false;
    }
    const bool isEncrypted = isEncryptedKey(text);
    const QString secretKey = QStringLiteral("passphrase:") + file;
    const std::optional<QString> passphrase = isEncrypted ? m_secrets(secretKey) : std::nullopt;
    if (isEncrypted && !passphrase) {
        m_tried << Words::tr("key %1: its passphrase is not known").arg(file);
        if (!m_passphrase)
            m_passphrase = needs("passphrase", secretKey, Words::tr("Passphrase for %1:").arg(file), Words::tr("The key %1 is protected by a passphrase.").arg(file));
        return false;
    }
    const SecretBytes secret(passphrase.value_or(QString()));
    const Result<int> rc = m_link.finish(m_patience, [&] {
        return libssh2_userauth_publickey_frommemory(m_link.session(), m_user.constData(), size_t(m_user.size()), nullptr, 0,
                                                     text.constData(), size_t(text.size()), isEncrypted ? secret.bytes.constData() : nullptr);
    });
    const bool isRefusal = rc && (*rc == LIBSSH2_ERROR_AUTHENTICATION_FAILED || *rc == LIBSSH2_ERROR_PUBLICKEY_UNVERIFIED);
    if (rc && *rc != 0 && !isRefusal) {
        m_tried << (isEncrypted ? Words::tr("key %1: the passphrase is wrong").arg(file) : Words::tr("key %1: it cannot be used (%2)").arg(file, m_link.lastError()));
        if (isEncrypted && !m_passphrase)
            m_passphrase = needs("passphrase", secretKey, Words::tr("Passphrase for %1:").arg(file), Words::tr("The passphrase for the key %1 is wrong.").arg(file));
        return false;
    }
    m_tried << Words::tr("key %1: refused by the node").arg(file);
    return judged(rc);
}

Attempt::Step Attempt::tryPassword()
{
    const std::optional<QString> password = m_secrets(QStringLiteral("password:") + place());
    if (!offers("password"))
        return offers("keyboard-interactive") ? tryInteractive() : Step(false);
    if (!password)
        return false;
    const SecretBytes secret(*password);
    m_tried << Words::tr("password: refused by the node");
    const Step step = judged(m_link.finish(m_patience, [&] {
        return libssh2_userauth_password_ex(m_link.session(), m_user.constData(), unsigned(m_user.size()),
                                            secret.bytes.constData(), unsigned(secret.bytes.size()), nullptr);
    }));
    m_passwordRefused = step && !*step;
    return step;
}

Attempt::Step Attempt::tryInteractive()
{
    QString unknownPrompt;
    bool usedPassword = false, lacksPassword = false;
    m_link.answer = [&](const QString &prompt, bool echo) -> QString {
        std::optional<QString> answer = m_secrets(QStringLiteral("answer:%1:%2").arg(place(), prompt.trimmed()));
        if (!answer && asksForPassword(prompt, echo)) {
            answer = m_secrets(QStringLiteral("password:") + place());
            (answer ? usedPassword : lacksPassword) = true;
        } else if (!answer && unknownPrompt.isEmpty()) {
            unknownPrompt = prompt.trimmed();
        }
        return answer.value_or(QString());
    };
    const Step step = judged(m_link.finish(m_patience, [&] {
        return libssh2_userauth_keyboard_interactive_ex(m_link.session(), m_user.constData(), unsigned(m_user.size()), &answerPrompts);
    }));
    m_link.answer = {};
    if (!step || *step)
        return step;
    m_tried << Words::tr("keyboard-interactive: refused by the node");
    m_passwordRefused = usedPassword && unknownPrompt.isEmpty();
    if (!unknownPrompt.isEmpty() && !lacksPassword)
        m_question = needs("answer", QStringLiteral("answer:%1:%2").arg(place(), unknownPrompt), unknownPrompt,
                           Words::tr("%1 asks: %2").arg(place(), unknownPrompt));
    return false;
}

Error Attempt::refused() const
{
    if (m_question)
        return *m_question;
    const bool takesPassword = offers("password") || offers("keyboard-interactive");
    if (m_passphrase && m_login.method != SshLogin::Method::Password)
        return *m_passphrase;
    const QString key = QStringLiteral("password:") + place();
    const QString prompt = Words::tr("Password for %1:").arg(place());
    if (m_passwordRefused)
        return needs("password", key, prompt, Words::tr("%1 refused the password.").arg(place()));
    if (takesPassword && m_login.method != SshLogin::Method::Key)
        return needs("password", key, prompt, Words::tr("%1 asks for a password.").arg(place()));
    Error error{ErrorKind::Authentication, Words::tr("%1 accepts none of the keys offered. Add your public key to its authorized_keys, or choose another way to log in.").arg(place()),
                m_tried.join(QLatin1Char('\n')), {}};
    if (m_login.method == SshLogin::Method::Password)
        error.message = Words::tr("%1 does not take passwords. Choose a key or the agent.").arg(place());
    return error;
}

Result<void> Attempt::run()
{
    Step step = askMethods();
    if (step && !*step && m_login.method == SshLogin::Method::Agent && offers("publickey"))
        step = tryAgent();
    if (step && !*step && m_login.method != SshLogin::Method::Password && offers("publickey"))
        step = tryKeyFiles();
    if (step && !*step && m_login.method != SshLogin::Method::Key)
        step = tryPassword();
    if (!step)
        return step.error();
    if (!*step)
        return refused();
    return {};
}

} // namespace

Result<void> authenticate(SshLink &link, const SshLogin &login, const SecretFinder &secrets, const Patience &patience)
{
    return Attempt(link, login, secrets, patience).run();
}

bool isEncryptedKey(const QByteArray &text)
{
    if (text.contains("ENCRYPTED"))
        return true; // "Proc-Type: 4,ENCRYPTED" and "BEGIN ENCRYPTED PRIVATE KEY"
    const QByteArray begin = "-----BEGIN OPENSSH PRIVATE KEY-----";
    const qsizetype at = text.indexOf(begin);
    if (at < 0)
        return false;
    const qsizetype end = text.indexOf("-----END", at);
    const QByteArray body = QByteArray::fromBase64(text.mid(at + begin.size(), end < 0 ? -1 : end - at - begin.size()));
    const QByteArray magic("openssh-key-v1\0", 15); // PROTOCOL.key: magic, then string ciphername
    return body.startsWith(magic) && body.mid(magic.size() + 4, 4) != "none";
}
