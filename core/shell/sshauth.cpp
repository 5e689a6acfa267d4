#include "core/shell/sshauth.h"

#include "core/base/languages.h"
#include "core/shell/sshquestions.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <sys/socket.h>
#include <sys/un.h>

using namespace Qt::StringLiterals;

namespace {

constexpr std::chrono::seconds agentTime{3}; // to connect and list: an agent that lives does it at once
constexpr int mostSteps = 8;                 // of AuthenticationMethods

struct SshAuthText
{
    ASC_TR_FUNCTIONS(SshAuth)
};

// What one way to log in came to. Further: it was right, and the server wants another as well (AuthenticationMethods).
enum class Outcome { Refused, Further, LoggedIn };

class Attempt
{
public:
    Attempt(SshLink &link, const SshLogin &login, const SecretFinder &secrets, const Deadline &deadline)
        : m_link(link), m_login(login), m_secrets(secrets), m_deadline(deadline), m_user(login.user.toUtf8()) {}

    Result<void> run();

private:
    using Step = Result<Outcome>;

    bool offers(const char *method) const { return m_offered.contains(method); }
    // a second step takes whatever it takes
    bool mayUse(SshLogin::Method without) const { return m_isFurther || m_login.method != without; }
    Step askMethods();
    Step tryMethods();
    Step tryAgent();
    Step tryIdentity(LIBSSH2_AGENT *agent, libssh2_agent_publickey *identity);
    Step tryKeyFiles();
    Step tryKeyFile(const QString &file);
    Step tryPassword();
    Step tryInteractive();
    Step judged(const Result<int> &rc, const QString &what);
    Step judgedKey(const Result<int> &rc, const QString &what);
    Error thrownOut(const Error &error, const QString &what);
    Error refused() const;
    Error refusedKeys() const;
    Error needs(const char *what, const QString &key, const QString &prompt, const QString &sentence) const;
    QString place() const { return u"%1@%2:%3"_s.arg(m_login.user, m_login.host).arg(m_login.port); }
    QString passwordKey() const { return u"password:"_s + place(); }
    QString passwordPrompt() const;

    SshLink &m_link;
    const SshLogin &m_login;
    const SecretFinder &m_secrets;
    const Deadline &m_deadline;
    QByteArray m_user;
    const char *m_list = nullptr;        // of libssh2: the methods last told
    QList<QByteArray> m_offered;
    QStringList m_tried;                 // for the error's detail
    QStringList m_unusable;              // of that, the key files that were named and are none
    int m_keysOffered = 0;
    QString m_silentAgent;               // its socket
    std::optional<Error> m_passphrase;   // a key that could not be opened
    std::optional<Error> m_question;     // keyboard-interactive asked what we do not know
    bool m_passwordRefused = false;
    bool m_hasAskedNothing = false;      // keyboard-interactive went by without a question
    bool m_isFurther = false;            // one step of several is done
};

QByteArray readKey(const QString &file)
{
    if (!QFileInfo(file).isFile()) // a FIFO would hold us for ever
        return {};
    QFile key(file);
    return key.open(QIODevice::ReadOnly) ? key.read(1 << 20) : QByteArray();
}

// One line: type, blob, comment (sshd(8), AUTHORIZED_KEYS FILE FORMAT); a private key begins with "-----BEGIN".
bool isPublicKey(const QByteArray &text)
{
    const QByteArray type = text.left(64).simplified().split(' ').value(0);
    return type.startsWith("ssh-") || type.startsWith("ecdsa-sha2-") || type.startsWith("sk-");
}

// The blob of FILE.pub, to find the same key in the agent.
QByteArray publicBlob(const QString &file)
{
    return QByteArray::fromBase64(readKey(file + u".pub"_s).simplified().split(' ').value(1));
}

// Overwrites the secret's bytes when done with them.
struct SecretBytes
{
    explicit SecretBytes(const QString &secret) : bytes(secret.toUtf8()) {}
    ~SecretBytes() { ::explicit_bzero(bytes.data(), size_t(bytes.size())); }
    Q_DISABLE_COPY(SecretBytes)
    QByteArray bytes;
};

enum class AgentState { Listens, Gone, Silent };

// Asked before libssh2 connects: its connect() blocks for as long as a frozen agent's queue is full.
AgentState agentState(const QByteArray &path)
{
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    if (path.size() >= qsizetype(sizeof address.sun_path))
        return AgentState::Gone;
    std::memcpy(address.sun_path, path.constData(), size_t(path.size()));
    const UniqueFd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (fd && ::connect(fd.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0)
        return AgentState::Listens;
    return errno == EAGAIN || errno == EINPROGRESS ? AgentState::Silent : AgentState::Gone;
}

// libssh2 sends what it finds in the responses, come what may: a link that is lost sends nothing.
void answerPrompts(const char *, int, const char *, int, int count, const LIBSSH2_USERAUTH_KBDINT_PROMPT *prompts,
                   LIBSSH2_USERAUTH_KBDINT_RESPONSE *responses, void **abstract)
{
    auto *link = static_cast<SshLink *>(*abstract);
    QList<SshPrompt> round;
    for (int i = 0; i < count; ++i)
        round << SshPrompt{
            QString::fromUtf8(reinterpret_cast<const char *>(prompts[i].text), qsizetype(prompts[i].length)),
            prompts[i].echo != 0};
    const std::optional<QStringList> answers
        = link->questions ? link->questions->answersTo(round) : std::optional<QStringList>();
    if (!answers)
        link->markLost(u"a question has no answer"_s);
    for (int i = 0; i < count; ++i) {
        const QByteArray answer = answers ? answers->at(i).toUtf8() : QByteArray();
        responses[i].text = ::strndup(answer.constData(), size_t(answer.size())); // libssh2 frees it
        responses[i].length = unsigned(answer.size());
    }
}

// `what`: as the protocol of attempts names it.
Attempt::Step Attempt::judged(const Result<int> &rc, const QString &what)
{
    if (!rc)
        return rc.error().kind == ErrorKind::Connection ? Step(thrownOut(rc.error(), what)) : Step(rc.error());
    if (*rc == 0 && libssh2_userauth_authenticated(m_link.session()) != 0)
        return Outcome::LoggedIn;
    if (!m_link.farewell().isEmpty()) // goodbye in place of an answer
        return thrownOut({}, what);
    // libssh2 does not tell a refusal from a "partial success": then the server offers other methods than before.
    const QList<QByteArray> before = m_offered;
    const Step asked = askMethods();
    if (!asked && m_passwordRefused) // it had said no before it hung up
        return refused();
    if (!asked)
        return asked.error().kind == ErrorKind::Connection ? Step(thrownOut(asked.error(), what)) : asked;
    if (*asked == Outcome::LoggedIn)
        return asked;
    m_isFurther = m_isFurther || m_offered != before;
    const bool isFurther = m_offered != before;
    m_tried << (isFurther ? SshAuthText::tr("%1: accepted, and something else is asked for as well").arg(what)
                          : SshAuthText::tr("%1: refused by the node").arg(what));
    return isFurther ? Outcome::Further : Outcome::Refused;
}

// A key that the server does not know is refused before it signs: nothing to ask after, and each question counts
// as an attempt.
Attempt::Step Attempt::judgedKey(const Result<int> &rc, const QString &what)
{
    ++m_keysOffered;
    if (rc && *rc == LIBSSH2_ERROR_AUTHENTICATION_FAILED) {
        m_tried << SshAuthText::tr("%1: refused by the node").arg(what);
        return Outcome::Refused;
    }
    return judged(rc, what);
}

Error Attempt::needs(const char *what, const QString &key, const QString &prompt, const QString &sentence) const
{
    Error error{ErrorKind::Authentication,
                sentence,
                m_tried.join(QLatin1Char('\n')),
                {{u"need"_s, QLatin1String(what)}, {u"key"_s, key}, {u"prompt"_s, prompt}}};
    if (m_login.isJumpHost)
        error.facts.insert(u"jump"_s, u"yes"_s);
    return error;
}

QString Attempt::passwordPrompt() const
{
    return m_login.isJumpHost ? SshAuthText::tr("Password for the jump host %1:").arg(place())
                              : SshAuthText::tr("Password for %1:").arg(place());
}

// The server ended the connection; `what` was under way.
Error Attempt::thrownOut(const Error &error, const QString &what)
{
    m_tried << SshAuthText::tr("%1: the node closed the connection").arg(what);
    const QString farewell = m_link.farewell();
    const QString detail = QStringList(QStringList{farewell.isEmpty() ? error.detail : farewell} + m_tried)
                               .join(QLatin1Char('\n'))
                               .trimmed();
    if (farewell.contains("authentication failures"_L1, Qt::CaseInsensitive)) { // MaxAuthTries
        if (m_passwordRefused || m_keysOffered < 2)
            return refused();
        return {ErrorKind::Authentication,
                SshAuthText::tr("%1 ended the login: too many keys were offered before the right one. Name its key "
                                "file for this node, or set IdentityFile and "
                                "IdentitiesOnly for it in ~/.ssh/config.")
                    .arg(place()),
                detail,
                {}};
    }
    return {
        ErrorKind::Connection,
        farewell.isEmpty()
            ? SshAuthText::tr("%1 closed the connection during the login. The log of sshd there says why.").arg(place())
            : SshAuthText::tr("%1 closed the connection during the login and said: %2").arg(place(), farewell),
        detail,
        {}};
}

Attempt::Step Attempt::askMethods()
{
    const char *const before = m_list, *list = nullptr;
    bool wasAsked = false;
    const Result<int> rc = m_link.finish(m_deadline, [&] {
        wasAsked = true;
        list = libssh2_userauth_list(m_link.session(), m_user.constData(), unsigned(m_user.size()));
        return list ? 0 : libssh2_session_last_errno(m_link.session());
    });
    if (wasAsked) { // libssh2 has forgotten the list that it gave before
        if (before)
            libssh2_free(m_link.session(), const_cast<char *>(before));
        m_list = list;
    }
    if (!rc)
        return rc.error();
    if (!list && libssh2_userauth_authenticated(m_link.session()) != 0) // "none" was enough
        return Outcome::LoggedIn;
    if (!list) // disconnected, or not a protocol
        return Error{
            ErrorKind::Connection,
            SshAuthText::tr("%1 closed the connection during the login. The log of sshd there says why.").arg(place()),
            m_link.farewell().isEmpty() ? m_link.lastError() : m_link.farewell(),
            {}};
    m_offered = QByteArray(list).split(',');
    return Outcome::Refused;
}

Attempt::Step Attempt::tryIdentity(LIBSSH2_AGENT *agent, libssh2_agent_publickey *identity)
{
    const QString what = SshAuthText::tr("key of the agent: %1").arg(QString::fromUtf8(identity->comment));
    const Result<int> rc
        = m_link.finish(m_deadline, [&] { return libssh2_agent_userauth(agent, m_user.constData(), identity); });
    if (m_link.agentWasSilent) {
        const QString sentence = SshAuthText::tr("The key agent did not sign in time. Does it wait to be confirmed or "
                                                 "touched? Else restart it, or name a key file.");
        return Error{ErrorKind::Timeout, sentence, what, {}};
    }
    return judgedKey(rc, what);
}

Attempt::Step Attempt::tryAgent()
{
    const QString path = m_login.agentSocket.isEmpty() ? qEnvironmentVariable("SSH_AUTH_SOCK") : m_login.agentSocket;
    if (path.isEmpty() || path == "none"_L1)
        return Outcome::Refused;
    const AgentState state = agentState(QFile::encodeName(path));
    if (state == AgentState::Gone)
        m_tried << SshAuthText::tr("there is no key agent at %1").arg(path);
    const auto isSilent = [&] {
        m_silentAgent = path;
        m_tried << SshAuthText::tr("the key agent at %1 does not answer").arg(path);
        return Outcome::Refused;
    };
    if (state == AgentState::Silent)
        return isSilent();
    const ssh::Agent agent(state == AgentState::Listens ? libssh2_agent_init(m_link.session()) : nullptr);
    if (!agent)
        return Outcome::Refused;
    libssh2_agent_set_identity_path(agent.get(), QFile::encodeName(path).constData());
    m_link.agentDeadline = Deadline::in(agentTime);
    m_link.agentWasSilent = false;
    const Result<int> listed = m_link.finish(m_deadline, [&] {
        const int rc = libssh2_agent_connect(agent.get());
        return rc ? rc : libssh2_agent_list_identities(agent.get());
    });
    m_link.agentDeadline = std::chrono::steady_clock::time_point::max(); // to sign may take a person's finger
    if (m_deadline.stop.requested())
        return canceled();
    if (std::exchange(m_link.agentWasSilent, false))
        return isSilent();
    if (!listed)
        return listed.error();
    if (*listed != 0)
        return Outcome::Refused;

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
        if (!step || *step != Outcome::Refused)
            return step;
    }
    return Outcome::Refused;
}

Attempt::Step Attempt::tryKeyFiles()
{
    for (const QString &file : m_login.identityFiles) {
        const Step step = tryKeyFile(file);
        if (!step || *step != Outcome::Refused)
            return step;
    }
    return Outcome::Refused;
}

Attempt::Step Attempt::tryKeyFile(const QString &file)
{
    const auto unusable = [&](const QString &why) {
        m_tried << why;
        if (m_login.areFilesNamed)
            m_unusable << why;
        return Outcome::Refused;
    };
    if (!QFile::exists(file)) {
        if (m_login.areFilesNamed || m_login.method == SshLogin::Method::Key)
            return unusable(SshAuthText::tr("key %1: there is no such file").arg(file));
        return Outcome::Refused;
    }
    if (QFileInfo(file).isDir())
        return unusable(SshAuthText::tr("key %1: it is a folder").arg(file));
    const QByteArray text = readKey(file);
    if (text.isEmpty())
        return unusable(SshAuthText::tr("key %1: the file cannot be read").arg(file));
    if (isPublicKey(text))
        return unusable(SshAuthText::tr("key %1: it is the public key; the private one is needed, which lies beside it "
                                        "without \".pub\"")
                            .arg(file));
    const bool isEncrypted = isEncryptedKey(text);
    const QString secretKey = u"passphrase:"_s + file;
    const std::optional<QString> passphrase = isEncrypted ? m_secrets(secretKey) : std::nullopt;
    if (isEncrypted && !passphrase) {
        m_tried << SshAuthText::tr("key %1: its passphrase is not known").arg(file);
        if (!m_passphrase)
            m_passphrase = needs("passphrase", secretKey, SshAuthText::tr("Passphrase for %1:").arg(file),
                                 SshAuthText::tr("The key %1 is protected by a passphrase.").arg(file));
        return Outcome::Refused;
    }
    const SecretBytes secret(passphrase.value_or(QString()));
    const Result<int> rc = m_link.finish(m_deadline, [&] {
        return libssh2_userauth_publickey_frommemory(m_link.session(), m_user.constData(), size_t(m_user.size()),
                                                     nullptr, 0, text.constData(), size_t(text.size()),
                                                     isEncrypted ? secret.bytes.constData() : nullptr);
    });
    const bool isRefusal
        = rc && (*rc == LIBSSH2_ERROR_AUTHENTICATION_FAILED || *rc == LIBSSH2_ERROR_PUBLICKEY_UNVERIFIED);
    if (rc && *rc != 0 && !isRefusal) {
        if (!isEncrypted)
            return unusable(SshAuthText::tr("key %1: it cannot be used (%2)").arg(file, m_link.lastError()));
        m_tried << SshAuthText::tr("key %1: the passphrase is wrong").arg(file);
        if (!m_passphrase)
            m_passphrase = needs("passphrase", secretKey, SshAuthText::tr("Passphrase for %1:").arg(file),
                                 SshAuthText::tr("The passphrase for the key %1 is wrong.").arg(file));
        return Outcome::Refused;
    }
    return judgedKey(rc, SshAuthText::tr("key %1").arg(file));
}

Attempt::Step Attempt::tryPassword()
{
    if (!offers("password"))
        return offers("keyboard-interactive") ? tryInteractive() : Step(Outcome::Refused);
    const std::optional<QString> password = m_secrets(passwordKey());
    if (!password)
        return Outcome::Refused;
    const SecretBytes secret(*password);
    m_passwordRefused = true; // unless it is not: a server may hang up instead of saying so
    const Step step = judged(m_link.finish(m_deadline, [&] {
        return libssh2_userauth_password_ex(m_link.session(), m_user.constData(), unsigned(m_user.size()),
                                            secret.bytes.constData(), unsigned(secret.bytes.size()), nullptr);
    }), SshAuthText::tr("password"));
    m_passwordRefused = step && *step == Outcome::Refused;
    return step;
}

Attempt::Step Attempt::tryInteractive()
{
    SshQuestions questions(m_secrets, place());
    m_link.questions = &questions;
    const Result<int> rc = m_link.finish(m_deadline, [&] {
        return libssh2_userauth_keyboard_interactive_ex(m_link.session(), m_user.constData(), unsigned(m_user.size()),
                                                        &answerPrompts);
    });
    m_link.questions = nullptr;
    m_hasAskedNothing = !questions.hasAsked;
    if (questions.isGivenUp) {           // the link is lost
        m_tried << SshAuthText::tr("%1: a question was left without an answer").arg(u"keyboard-interactive"_s);
    } else {
        m_passwordRefused = questions.usedPassword; // as in tryPassword()
        const Step step = judged(rc, SshAuthText::tr("keyboard-interactive"));
        m_passwordRefused = false;
        if (!step || *step != Outcome::Refused)
            return step;
    }
    if (m_deadline.stop.requested())
        return canceled();
    const QString &unknown = questions.unknownPrompt, &used = questions.usedPrompt;
    m_passwordRefused = questions.isPasswordAgain
        || (questions.usedPassword && !questions.isGivenUp && used.isEmpty());
    if (m_passwordRefused || questions.lacksPassword)
        return Outcome::Refused;
    if (!unknown.isEmpty())
        m_question = needs("answer", questions.answerKey(unknown), unknown,
                           SshAuthText::tr("%1 asks: %2").arg(place(), unknown));
    else if (!used.isEmpty())
        m_question = needs("answer", questions.answerKey(used), used,
                           SshAuthText::tr("%1 refused the answer and asks again: %2").arg(place(), used));
    return Outcome::Refused;
}

Error Attempt::refused() const
{
    if (m_question)
        return *m_question;
    const bool takesPassword = offers("password") || (offers("keyboard-interactive") && !m_hasAskedNothing);
    if (m_passphrase && mayUse(SshLogin::Method::Password) && offers("publickey"))
        return *m_passphrase;
    if (m_passwordRefused)
        return needs("password", passwordKey(), passwordPrompt(),
                     SshAuthText::tr("%1 refused the password.").arg(place()));
    if (takesPassword && mayUse(SshLogin::Method::Key)) {
        const QString sentence = m_isFurther
            ? SshAuthText::tr("%1 accepted the first step of the login and asks for a password as well.").arg(place())
            : m_silentAgent.isEmpty() ? SshAuthText::tr("%1 asks for a password.").arg(place())
                                      : SshAuthText::tr("The key agent at %1 does not answer; %2 asks for a password.")
                                            .arg(m_silentAgent, place());
        return needs("password", passwordKey(), passwordPrompt(), sentence);
    }
    return refusedKeys();
}

Error Attempt::refusedKeys() const
{
    QString sentence = SshAuthText::tr("%1 accepts none of the keys offered. Add your public key to its "
                                       "authorized_keys, or choose another way to log in.")
                           .arg(place());
    if (m_isFurther)
        sentence = SshAuthText::tr(
                       "%1 accepted the first step of the login and asks for more, which this program has not: %2.")
                       .arg(place(), QString::fromUtf8(m_offered.join(", ")));
    else if (m_login.method == SshLogin::Method::Password && m_hasAskedNothing)
        sentence = SshAuthText::tr("%1 offers to log in by questions and asked none, so the password was not wanted. "
                                   "Choose a key or the agent.")
                       .arg(place());
    else if (m_login.method == SshLogin::Method::Password)
        sentence = SshAuthText::tr("%1 takes no password to begin with, only %2. Choose a key or the agent; where it "
                                   "wants a password after that, it is asked for then.")
                       .arg(place(), QString::fromUtf8(m_offered.join(", ")));
    else if (!offers("publickey"))
        sentence = SshAuthText::tr("%1 takes no keys. Choose to log in by password.").arg(place());
    else if (!m_silentAgent.isEmpty())
        sentence = SshAuthText::tr("The key agent at %1 does not answer, and no key file logs in to %2. Restart the "
                                   "agent, or name a key file.")
                       .arg(m_silentAgent, place());
    else if (m_keysOffered == 0 && !m_unusable.isEmpty())
        sentence = SshAuthText::tr("There is no key to offer to %1 (%2). Name a key file that can be read, load a key "
                                   "into the agent, or choose another way to log in.")
                       .arg(place(), m_unusable.first());
    else if (m_keysOffered == 0)
        sentence = SshAuthText::tr("There is no key to offer to %1: no agent holds one and no key file can be used. "
                                   "Name a key file, load one into the agent, or choose another way to log in.")
                       .arg(place());
    return {ErrorKind::Authentication, sentence, m_tried.join(QLatin1Char('\n')), {}};
}

Attempt::Step Attempt::tryMethods()
{
    Step step = Outcome::Refused;
    if (offers("publickey") && (m_isFurther || m_login.method == SshLogin::Method::Agent))
        step = tryAgent();
    if (step && *step == Outcome::Refused && offers("publickey") && mayUse(SshLogin::Method::Password))
        step = tryKeyFiles();
    if (step && *step == Outcome::Refused && mayUse(SshLogin::Method::Key))
        step = tryPassword();
    return step;
}

Result<void> Attempt::run()
{
    Step step = askMethods();
    for (int round = 0; round < mostSteps && step && *step != Outcome::LoggedIn; ++round) {
        step = tryMethods();
        if (step && *step == Outcome::Refused)
            return refused();
    }
    if (!step)
        return step.error();
    if (*step != Outcome::LoggedIn)
        return refused();
    return {};
}

} // namespace

Result<void> authenticate(SshLink &link, const SshLogin &login, const SecretFinder &secrets, const Deadline &deadline)
{
    link.user = login.user;
    return Attempt(link, login, secrets, deadline).run();
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
