#include "ui/frame/question.h"

#include "core/base/homepath.h"
#include "core/base/languages.h"
#include "ui/common/format.h"
#include "ui/frame/questionpanel.h"

using namespace Qt::StringLiterals;

namespace {

QString placeOf(const Error &error)
{
    const QString host = error.facts.value(u"host"_s), port = error.facts.value(u"port"_s, u"22"_s);
    return port == "22"_L1 ? host : u"%1:%2"_s.arg(host, port);
}

// A known_hosts file that the deployment names is not believed, and it is said why and what stands there.
QString unbelievedOf(const Error &error)
{
    const QString sentences = saidIn(error, u"unbelieved"_s, dataLanguage());
    return sentences.isEmpty() ? QString() : u' ' + sentences;
}

QuestionWords changedKeyWords(const Question &question, const QString &nodes, bool isAnswering)
{
    const QMap<QString, QString> &facts = question.error.facts;
    const QString now = facts.value(u"fingerprint"_s), known = facts.value(u"knownFingerprint"_s);
    QuestionWords words;
    words.tone = style::Tone::Danger;
    words.decline = isAnswering ? QuestionPanel::tr("Make no new connection") : QuestionPanel::tr("Stay disconnected");
    const QString nothing = isAnswering
        ? QuestionPanel::tr("A new connection was broken off: nobody logged in over it, and no password and no command "
                            "was sent. What goes on over the connection that was made before, with the known key, is "
                            "not touched. No button here lets this key pass.")
        : QuestionPanel::tr("The connection was broken off: nobody logged in, and no password and no "
                            "command was sent. No button here lets this key pass.");
    if (known == now) {
        words.title = (isAnswering
                           ? QuestionPanel::tr("No new connection: the host key of %2 is revoked (%1)", "nodes, a host")
                           : QuestionPanel::tr("Not connected: the host key of %2 is revoked (%1)", "nodes, a host"))
                          .arg(nodes, placeOf(question.error));
        words.text = nothing + u'\n' + saidIn(question.error, u"message"_s, dataLanguage());
        return words;
    }
    words.copy = question.error.facts.value(u"removal"_s);
    words.copyName = QuestionPanel::tr("Copy the command");
    if (isDamagedHostKey(question.error)) {
        words.title
            = (isAnswering
                   ? QuestionPanel::tr("No new connection: the known host key of %2 is damaged (%1)", "nodes, a host")
                   : QuestionPanel::tr("Not connected: the known host key of %2 is damaged (%1)", "nodes, a host"))
                  .arg(nodes, placeOf(question.error));
        words.text = nothing + u'\n' + saidIn(question.error, u"message"_s, dataLanguage());
        words.evidence = words.copy;
        return words;
    }
    words.title = (isAnswering
                       ? QuestionPanel::tr("No new connection: the host key of %2 has changed (%1)", "nodes, a host")
                       : QuestionPanel::tr("Not connected: the host key of %2 has changed (%1)", "nodes, a host"))
                      .arg(nodes, placeOf(question.error));
    words.text = nothing + u'\n'
        + QuestionPanel::tr("%1 shows another key than the known one: the machine was installed anew, or somebody is "
                            "listening in between. What to do: ask its administrator, "
                            "not over this connection, whether the key shown now is its own. If so, remove the old one "
                            "with the command below and ask again; "
                            "if not, or if nobody can say, leave it so and tell whoever looks after the network.")
              .arg(placeOf(question.error))
        + unbelievedOf(question.error);
    words.evidence = QuestionPanel::tr("Known: %1\nNow:   %2 (%3)")
                         .arg(known.isEmpty() ? u"?"_s : known, now, facts.value(u"type"_s))
        + u'\n' + words.copy;
    return words;
}

QuestionWords unknownKeyWords(const Question &question, const QString &nodes)
{
    const QString type = question.error.facts.value(u"type"_s),
                  fingerprint = question.error.facts.value(u"fingerprint"_s);
    QuestionWords words;
    // The host may be a jump host of theirs.
    words.title
        = QuestionPanel::tr("%1: is the host key of %2 right?", "nodes, a host").arg(nodes, placeOf(question.error));
    const QString keyFile = type.contains("ed25519"_L1) ? u"ed25519"_s
        : type.contains("ecdsa"_L1)                     ? u"ecdsa"_s
                                                        : u"rsa"_s;
    const QString place = placeOf(question.error), file = withTilde(question.newKeysFile()),
                  knownType = question.error.facts.value(u"knownType"_s);
    words.text = knownType.isEmpty()
        ? QuestionPanel::tr(
              "%1 is not known yet. Compare its fingerprint with what its administrator tells you (on the machine: "
              "\"ssh-keygen -lf /etc/ssh/ssh_host_%2_key.pub\").")
              .arg(place, keyFile)
        : QuestionPanel::tr("%1 is known by a key of another type, %3, which it was asked for first and does not have "
                            "any more. Either that key was taken away, or somebody is "
                            "listening in between. Compare the fingerprint of the new one with what its administrator "
                            "tells you (on the machine: "
                            "\"ssh-keygen -lf /etc/ssh/ssh_host_%2_key.pub\"). The old line stays.")
              .arg(place, keyFile, knownType);
    words.text += u' '
        + (file.isEmpty() ? QuestionPanel::tr(
               "~/.ssh/config keeps no key of it (UserKnownHostsFile): an accepted one holds until this program ends.")
                          : QuestionPanel::tr("An accepted key is added to %1.").arg(file));
    words.text += unbelievedOf(question.error);
    if (question.error.facts.contains(u"contradicted"_s)) {
        words.tone = style::Tone::Warning;
        words.text += u' ' + QuestionPanel::tr("Ask its administrator which key is right before you accept this one.");
    }
    words.evidence = knownType.isEmpty()
        ? u"%1  %2"_s.arg(fingerprint, type)
        : QuestionPanel::tr("Known: %1 (%2)\nNow:   %3 (%4)")
              .arg(question.error.facts.value(u"knownFingerprint"_s), knownType, fingerprint, type);
    words.copy = fingerprint;
    words.copyName = QuestionPanel::tr("Copy the fingerprint");
    words.accept = QuestionPanel::tr("Accept");
    words.decline = QuestionPanel::tr("Do not connect");
    return words;
}

QuestionWords secretWords(const Question &question, const QString &nodes)
{
    QuestionWords words;
    words.tone = wasRefused(question.error) ? style::Tone::Warning : style::Tone::Accent;
    const QString prompt = question.error.facts.value(u"prompt"_s);
    words.text = prompt.isEmpty() ? question.error.message : prompt;
    words.accept = QuestionPanel::tr("Connect");
    words.decline = QuestionPanel::tr("Do not connect");
    switch (question.kind()) {
    case Question::Kind::Passphrase:
        words.title = wasRefused(question.error)
            ? QuestionPanel::tr("The passphrase was wrong; %1 needs it again").arg(nodes)
            : QuestionPanel::tr("%1 needs the passphrase of the key").arg(nodes);
        break;
    case Question::Kind::Password:
        words.title = wasRefused(question.error)
            ? QuestionPanel::tr("The password was refused by %1; give it again").arg(nodes)
            : QuestionPanel::tr("%1 needs a password").arg(nodes);
        break;
    default:
        words.title = QuestionPanel::tr("%1 asks").arg(nodes);
    }
    return words;
}

} // namespace

Question::Kind Question::kind() const
{
    if (isHostKey())
        return isChangedHostKey(error) ? Kind::ChangedKey : Kind::UnknownKey;
    const QString need = error.facts.value(u"need"_s);
    return need == "password"_L1 ? Kind::Password : need == "passphrase"_L1 ? Kind::Passphrase : Kind::Answer;
}

QString Question::key() const
{
    const QMap<QString, QString> &facts = error.facts;
    if (isHostKey())
        return u"hostkey:%1:%2:%3"_s.arg(facts.value(u"host"_s), facts.value(u"port"_s), facts.value(u"fingerprint"_s));
    return facts.value(u"key"_s);
}

QuestionWords wordsOf(const Question &question, bool isAnswering)
{
    const QString nodes = format::list(question.nodes);
    switch (question.kind()) {
    case Question::Kind::ChangedKey: return changedKeyWords(question, nodes, isAnswering);
    case Question::Kind::UnknownKey: return unknownKeyWords(question, nodes);
    default: return secretWords(question, nodes);
    }
}
