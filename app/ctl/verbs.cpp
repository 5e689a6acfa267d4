#include "app/ctl/verb.h"

#include "app/ctl/chat.h"
#include "app/ctl/examine.h"
#include "app/ctl/monitor.h"
#include "app/ctl/deployverbs.h"
#include "app/ctl/diagnose.h"
#include "app/ctl/driververb.h"
#include "app/ctl/logs.h"
#include "app/ctl/parse.h"
#include "app/ctl/serve.h"
#include "app/ctl/recipeverbs.h"
#include "app/ctl/sim.h"

#include "app/ctl/checkverbs.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace ctl {

const QList<Verb> &verbs()
{
    static const QList<Verb> list = {
        {"parse", "KIND [FILE]", "a tool's text on stdin or in FILE, as JSON", parse},
        {"serve",
         "--model FILE --port N [--host A] [--served-model-name NAME] [--management-port N] [--metrics-port N] "
         "[--threads N] [--context TOKENS]"
         " [--parallel N] [--max-body MiB] [--api-key-fd FD] [--openai-only]",
         "the embedded engine behind an endpoint of OpenAI's API, and of Anthropic's (/v1/messages)", serve},
        {"recipes", "[--zh] | --for D [--facts FILE] [--zh]",
         "what can be deployed, and the settings each takes; which of it these nodes can serve",
         recipes},
        {"lint", "KIND FILE [--facts FILE] [--release RELEASE]",
         "findings in a rank table, a MindIE config, a deployment, an environment file, a docker run or vllm serve "
         "line",
         lint},
        {"adopt", "[USER@]HOST[:PORT]... -o FILE [--name NAME] | --nodes-of D -o FILE [--name NAME]",
         "the deployment file that describes what somebody set up on these nodes by hand; asks only", adopt},
        {"ranktable",
         "show FILE | compare FIRST SECOND | without FILE --server ID --device N [--each | --whole-server] [-o FILE]",
         "what is in a rank table, what is different between two, what must change when a card is taken away",
         ranktable},
        {"plan", "D [--facts FILE] [--config FILE] [--if NAME=VALUE,...]",
         "does it fit, how many tokens of KV cache, what concurrency; with other numbers, too; where the nodes do not "
         "tell, it ends with 3, and with --facts, for which none is asked, with 0",
         plan},
        {"generate",
         "D -o DIR [--facts FILE] | D -o DIR --target kubernetes [--namespace NAME] [--schedule-policy POLICY] "
         "[--max-replicas N]",
         "every artifact, per node; or manifests for a Kubernetes cluster, without asking a node", generate},
        {"diff", "D [--facts FILE]", "what is on the nodes against what would be generated", diff},
        {"monitor",
         "D [--once] [--for 60s] [--db FILE] [--alerts] [--prometheus :PORT] [--from-prometheus http://HOST:PORT] "
         "[--sources] | [--alerts] --history FILE | --grafana-dashboard | --alert-rules | "
         "--import-alert-rules FILE",
         "samples as JSON lines, alerts by rules, or both for a Prometheus server on this machine; a Grafana dashboard",
         monitor},
        {"deploy", "D [--dry-run | --check] [--resume] [--until STEP] [--verbose]",
         "bring the endpoint up, step by step, on all nodes", deploy},
        {"undo", "D [--of NAME] [--verbose]", "take back what deploy did; what was there before stays", undo},
        {"stop", "D [--of NAME] [--verbose] | D --force [--yes]",
         "end the service on all nodes; containers and files stay; --force shows what a dead engine has left "
         "(processes, shared memory), --yes ends it",
         stop},
        {"install-driver",
         "D --driver FILE --firmware FILE [--node NAME ...] [--dry-run | --yes [--reboot] [--stop-services] "
         "[--all-at-once]] [--driver-sha256 HEX] [--firmware-sha256 HEX] [--reboot-wait SECONDS] [--verbose]",
         "driver and firmware onto the nodes; without --yes it only says what it would do", installDriver},
        {"verify", "D", "ready, models, one answer, a stream, the smoke test", verify},
        {"diagnose", "[NODE=]FILE... [--zh] | --code CODE [--zh]",
         "logs against the fault rules: what failed first, why, how to check, what to do; what an error code means",
         diagnose},
        {"logs",
         "D [--node NAME] [--level LEVEL] [--since 10m|TIME] [--grep TEXT] [--follow] [--json]",
         "the lines of all nodes' logs on one clock, as they are or as they come", logs},
        {"sim",
         "up --nodes N [--chips C] [--kind a2|a3] [--recipe ID] [--dir DIR] [--deployment FILE] [--ssh] [--model "
         "FILE.gguf] [--port-base P] [--subnet K] [--podman] [--latency real] | fault NODE FAULT [ARG...] | fault NODE "
         "[FAULT] --clear | faults | down",
         "the simulated cluster; with --subnet K its nodes are 127.0.K.1, 127.0.K.2, ..., with --ssh and "
         "where there are network namespaces 10.200.(K+1).2, 10.200.(K+1).3, ... (K: 0 to 253, 1 unless said)",
         sim},
        {"chat",
         "--model FILE|--endpoint URL [--model NAME] [--temperature T] [--top-p P] [--max-tokens N] [--seed S] "
         "[--system TEXT] PROMPT",
         "one question; the answer is streamed to stdout", chat},
        {"examine-model", "FILE", "does llama.cpp read this model file; without its weights", examineModel},
        {"inspect", "D [--json]", "the facts of every node", inspect},
        {"record", "D -o FILE.ascrec [--for 1h] [--redact] [--db FILE]",
         "what was sampled lately and its alerts, in one file that another window plays", record},
        {"bundle", "D -o FILE.tar.gz [--redact-addresses]",
         "facts, checks, files, logs and run state of all nodes in one archive; known secrets taken out", bundle},
        {"pack", "D -o FOLDER [--weights] [--no-image] [--with FILE]... [--from NODE]",
         "image, weights and deployment file as one folder to carry into a closed network", pack},
        {"check", "D [--only ID,...] [--all-pairs] [--zh] [--json]", "the preflight checks of every node", check},
    };
    return list;
}

bool takeValue(QStringList &arguments, const char *name, QString &value)
{
    const QString joined = QLatin1String(name) + u'=';
    const qsizetype at = arguments.indexOf(QLatin1String(name));
    if (at < 0) {
        const auto last = std::find(arguments.cbegin(), arguments.cend(), QLatin1String("--"));
        const auto its = std::find_if(arguments.cbegin(), last, [&](const QString &one) {
            return one.startsWith(joined) && one.startsWith("--"_L1);
        });
        if (its == last)
            return true;
        value = its->mid(joined.size());
        arguments.removeAt(its - arguments.cbegin());
        return true;
    }
    if (at + 1 >= arguments.size())
        return false;
    value = arguments[at + 1];
    arguments.remove(at, 2);
    return true;
}

} // namespace ctl
