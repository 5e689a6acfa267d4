#include "core/shell/sshconfig.h"

#include "core/shell/hostkeys.h"

using namespace Qt::StringLiterals;

namespace {

constexpr int deepestInclude = 16; // as in OpenSSH
constexpr int mostIncludes = 256;

// "Key value", "Key=value", "Key "quoted value" more"; nothing after a quote is left open.
QList<QByteArray> splitLine(const QByteArray &line)
{
    QList<QByteArray> parts;
    QByteArray part;
    bool inQuotes = false, hasPart = false;
    for (qsizetype i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (c == '"') {
            inQuotes = !inQuotes;
            hasPart = true;
        } else if (c == '\\' && i + 1 < line.size() && (line[i + 1] == '"' || line[i + 1] == '\\')) {
            part += line[++i];
            hasPart = true;
        } else if (!inQuotes && c == '#' && !hasPart) {
            break;
        } else if (!inQuotes
                   && (c == ' ' || c == '\t' || c == '\r' || c == '\f'
                       || (c == '=' && parts.size() + (hasPart ? 1 : 0) <= 1))) {
            if (hasPart)
                parts << part;
            part.clear();
            hasPart = false;
        } else {
            part += c;
            hasPart = true;
        }
    }
    if (hasPart)
        parts << part;
    return parts;
}

class Reader
{
public:
    Reader(const QString &host, const QString &user, const SshIncludeReader &include, const QString &localUser)
        : m_host(host), m_givenUser(user), m_localUser(localUser), m_include(include) {}

    void read(const QByteArray &text, bool isActive, int depth)
    {
        for (const QByteArray &line : text.split('\n')) {
            QList<QByteArray> parts = splitLine(line);
            if (parts.isEmpty())
                continue;
            const QByteArray key = parts.takeFirst().toLower();
            if (key == "host")
                isActive = matchesSshPatterns(m_host.toUtf8(), parts);
            else if (key == "match")
                isActive = matchesCriteria(line, parts);
            else if (!isActive || parts.isEmpty())
                continue;
            else if (key == "include")
                readIncludes(parts, depth);
            else
                set(key, parts);
        }
    }

    SshHostConfig result() const
    {
        SshHostConfig config = m_config;
        config.hostName = filled(m_config.hostName, m_host);
        const QString target = config.hostName.isEmpty() ? m_host : config.hostName;
        for (QString &file : config.identityFiles)
            file = filled(file, target);
        config.identityFiles.removeDuplicates();
        config.identityAgent = filled(m_config.identityAgent, target);
        for (QString &file : config.userKnownHostsFiles)
            file = filled(file, target);
        return config;
    }

private:
    void readIncludes(const QList<QByteArray> &patterns, int depth)
    {
        if (depth >= deepestInclude || !m_include)
            return;
        for (const QByteArray &pattern : patterns) {
            if (++m_includes > mostIncludes)
                return;
            for (const QByteArray &text : m_include(QString::fromUtf8(pattern)))
                read(text, true, depth + 1);
        }
    }

    // "all", "host", "originalhost", "user", "localuser" and "canonical" are answered, with and without "!"; what needs
    // a command, the address or a second reading (exec, localnetwork, final, ...) does not match, and is told of where
    // nothing else on the line speaks against it.
    bool matchesCriteria(const QByteArray &line, const QList<QByteArray> &parts)
    {
        bool isUndecided = false;
        for (qsizetype i = 0; i < parts.size(); ++i) {
            const bool isNegated = parts[i].startsWith('!');
            const QByteArray criterion = parts[i].mid(isNegated).toLower();
            std::optional<bool> isMatch;
            if (criterion == "all") {
                isMatch = true;
            } else if (criterion == "canonical") { // CanonicalizeHostname is not done
                isMatch = false;
            } else if (criterion != "final") {
                if (i + 1 >= parts.size())
                    return false;
                isMatch = matchesArgument(criterion, parts[++i].split(','));
            }
            if (isMatch && *isMatch == isNegated)
                return false;
            isUndecided = isUndecided || !isMatch;
        }
        if (isUndecided)
            m_config.notUnderstood << QString::fromUtf8(line).simplified();
        return !isUndecided && !parts.isEmpty();
    }

    std::optional<bool> matchesArgument(const QByteArray &criterion, const QList<QByteArray> &patterns) const
    {
        if (criterion == "host") {
            const QString hostName = filled(m_config.hostName, m_host);
            return matchesSshPatterns((hostName.isEmpty() ? m_host : hostName).toUtf8(), patterns);
        }
        if (criterion == "originalhost")
            return matchesSshPatterns(m_host.toUtf8(), patterns);
        if (criterion == "user") {
            const QString user = m_givenUser.isEmpty() ? m_config.user : m_givenUser;
            return matchesSshPatterns((user.isEmpty() ? m_localUser : user).toUtf8(), patterns);
        }
        if (criterion == "localuser")
            return matchesSshPatterns(m_localUser.toUtf8(), patterns);
        return std::nullopt;
    }

    void set(const QByteArray &key, const QList<QByteArray> &values)
    {
        const QString value = QString::fromUtf8(values.first());
        if (key == "hostname")
            setFirst(m_config.hostName, value);
        else if (key == "user")
            setFirst(m_config.user, value);
        else if (key == "identityfile")
            m_config.identityFiles << value;
        else if (key == "identityagent")
            setFirst(m_config.identityAgent, value);
        else if (key == "hostkeyalias")
            setFirst(m_config.hostKeyAlias, value);
        else if (key == "userknownhostsfile")
            setFiles(m_config.userKnownHostsFiles, values);
        else if (key == "globalknownhostsfile")
            setFiles(m_config.globalKnownHostsFiles, values);
        else if (key == "port")
            setPort(value);
        else if (key == "identitiesonly" && !std::exchange(m_hasIdentitiesOnly, true))
            m_config.identitiesOnly = value.compare("yes"_L1, Qt::CaseInsensitive) == 0;
        else if ((key == "proxyjump" || key == "proxycommand") && !std::exchange(m_hasProxy, true))
            setProxy(key, value);
    }

    void setFirst(QString &field, const QString &value)
    {
        if (field.isEmpty())
            field = value;
    }

    void setFiles(QStringList &files, const QList<QByteArray> &values)
    {
        if (!files.isEmpty())
            return;
        for (const QByteArray &value : values) {
            if (!value.isEmpty())
                files << QString::fromUtf8(value);
        }
    }

    void setPort(const QString &value)
    {
        bool isNumber = false;
        const int port = value.toInt(&isNumber);
        if (!m_config.port && isNumber && port >= 1 && port <= 65535)
            m_config.port = port;
    }

    void setProxy(const QByteArray &key, const QString &value)
    {
        if (value.compare("none"_L1, Qt::CaseInsensitive) == 0)
            return;
        if (key == "proxycommand")
            m_config.hasProxyCommand = true;
        else
            m_config.proxyJump = splitProxyJump(value);
    }

    QString filled(const QString &text, const QString &hostName) const
    {
        QString out;
        for (qsizetype i = 0; i < text.size(); ++i) {
            if (text[i] != QLatin1Char('%') || i + 1 >= text.size()) {
                out += text[i];
                continue;
            }
            switch (text[++i].unicode()) {
            case '%': out += QLatin1Char('%'); break;
            case 'h': out += hostName; break;
            case 'n': out += m_host; break;
            case 'p': out += QString::number(m_config.port.value_or(22)); break;
            case 'k': out += m_config.hostKeyAlias.isEmpty() ? m_host : m_config.hostKeyAlias; break;
            case 'r':
                out += !m_givenUser.isEmpty() ? m_givenUser : !m_config.user.isEmpty() ? m_config.user : m_localUser;
                break;
            case 'u': out += m_localUser; break;
            case 'd': out += QLatin1Char('~'); break;
            default: out += QLatin1Char('%'); out += text[i];
            }
        }
        return out;
    }

    QString m_host, m_givenUser, m_localUser;
    const SshIncludeReader &m_include;
    SshHostConfig m_config;
    bool m_hasIdentitiesOnly = false, m_hasProxy = false;
    int m_includes = 0;
};

} // namespace

SshHostConfig sshConfigFor(const QByteArray &text, const QString &host, const QString &givenUser,
                           const SshIncludeReader &include, const QString &localUser)
{
    Reader reader(host, givenUser, include, localUser);
    reader.read(text, true, 0);
    return reader.result();
}

static void collectHosts(const QByteArray &text, const SshIncludeReader &include, int depth, int &includes,
                         QStringList &hosts)
{
    for (const QByteArray &line : text.split('\n')) {
        QList<QByteArray> parts = splitLine(line);
        const QByteArray key = parts.isEmpty() ? QByteArray() : parts.takeFirst().toLower();
        for (const QByteArray &part : parts) {
            const QString name = QString::fromUtf8(part);
            const bool isPattern
                = part.contains('*') || part.contains('?') || part.startsWith('!') || part.startsWith('-');
            if (key == "host" && !isPattern && !name.isEmpty() && !hosts.contains(name))
                hosts << name;
            if (key == "include" && include && depth < deepestInclude && ++includes <= mostIncludes) {
                for (const QByteArray &more : include(name))
                    collectHosts(more, include, depth + 1, includes, hosts);
            }
        }
    }
}

QStringList sshConfigHosts(const QByteArray &text, const SshIncludeReader &include)
{
    QStringList hosts;
    int includes = 0;
    collectHosts(text, include, 0, includes, hosts);
    return hosts;
}

QStringList splitProxyJump(const QString &text)
{
    if (text.trimmed().compare("none"_L1, Qt::CaseInsensitive) == 0)
        return {};
    QStringList parts;
    for (const QString &part : text.split(QLatin1Char(','), Qt::SkipEmptyParts))
        parts << part.trimmed();
    return parts;
}

bool isProxyJump(const QString &text)
{
    for (const QString &part : splitProxyJump(text)) {
        const std::optional<SshDestination> hop = parseSshDestination(part);
        if (!hop || hop->host.startsWith(QLatin1Char('-')) || part.contains(QLatin1Char(' ')))
            return false;
    }
    return true;
}

std::optional<SshDestination> parseSshDestination(const QString &text)
{
    QString rest = text.trimmed();
    if (rest.startsWith("ssh://"_L1, Qt::CaseInsensitive))
        rest = rest.mid(6);
    SshDestination destination;
    const qsizetype at = rest.lastIndexOf(QLatin1Char('@'));
    if (at >= 0) {
        destination.user = rest.left(at);
        rest = rest.mid(at + 1);
    }
    QString port;
    if (rest.startsWith(QLatin1Char('['))) {
        const qsizetype end = rest.indexOf(QLatin1Char(']'));
        if (end < 0)
            return std::nullopt;
        destination.host = rest.mid(1, end - 1);
        rest = rest.mid(end + 1);
        if (!rest.isEmpty() && !rest.startsWith(QLatin1Char(':')))
            return std::nullopt;
        port = rest.mid(1);
    } else if (rest.count(QLatin1Char(':')) == 1) {
        destination.host = rest.section(QLatin1Char(':'), 0, 0);
        port = rest.section(QLatin1Char(':'), 1);
    } else {
        destination.host = rest; // a bare IPv6 address has several
    }
    if (!port.isEmpty()) {
        bool isNumber = false;
        const int number = port.toInt(&isNumber);
        if (!isNumber || number < 1 || number > 65535)
            return std::nullopt;
        destination.port = number;
    }
    if (destination.host.isEmpty())
        return std::nullopt;
    return destination;
}
