// Logging in on an SshLink: key agent, key files (with passphrase), password, keyboard-interactive.
// Never asks a person: what is missing is an Error with facts (core/nodes/connect.h).
#pragma once

#include "core/shell/sshlink.h"
#include "core/shell/sshlogin.h"

Result<void> authenticate(SshLink &link, const SshLogin &login, const SecretFinder &secrets, const Deadline &deadline);

// Whether a private key file (OpenSSH, PEM or PKCS#8) needs a passphrase.
bool isEncryptedKey(const QByteArray &text);
