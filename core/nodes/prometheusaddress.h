// The address of a Prometheus server in a deployment. A server that wants a login gets the one that ~/.netrc has for
// its host: an address is saved with the deployment, and everybody who reads that would read a password in it.
#pragma once

#include "core/nodes/deployment.h"

QString prometheusOf(const Deployment &deployment);  // "prometheus" in the file: "http://HOST:PORT"; empty: none
void setPrometheus(Deployment &deployment, const QString &url);
// Without what belongs to no server's address. Error: Invalid; so is a password in it. It repeats no secret.
Result<QString> prometheusUrl(const QString &text);
bool holdsPassword(const QString &address);              // whether it is one or not
QString netrcRemedy(const QString &address);             // where the login belongs: a sentence
