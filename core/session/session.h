// Session: what is open, and all that goes on with it whether or not a page shows it. The window has one for as long as
// it lives; pages are given it, or the part of it that they show. Lives on the GUI thread.
#pragma once

#include "core/driver/driverinstall.h"
#include "core/monitor/clustermonitor.h"
#include "core/session/adoptjob.h"
#include "core/session/alertkeeper.h"
#include "core/session/bundlejob.h"
#include "core/session/checkkeeper.h"
#include "core/session/diagnosisjob.h"
#include "core/session/eventkeeper.h"
#include "core/session/logsjob.h"
#include "core/session/packjob.h"
#include "core/session/runahead.h"
#include "core/session/runkeeper.h"

struct Session
{
    explicit Session(ConnectionSettings connections) : cluster(std::move(connections))
    {
        QObject::connect(&run, &RunKeeper::servedChanged, &monitor, [this] { monitor.setServed(run.served()); });
    }

    Cluster cluster;                     // the deployment, and what is known of its nodes
    ClusterMonitor monitor{cluster};     // samples, history and its archive
    CheckKeeper checks{cluster};
    RunKeeper run{cluster};
    RunAhead ahead{cluster, run};        // what a run would change
    AlertKeeper alerts{cluster, monitor, run};
    DriverInstall driver{cluster.connections()};
    EventKeeper events{cluster, monitor, run, driver};   // what was done, and the user's notes, on the monitor's time
    BundleJob bundle{cluster};           // a report of all that, for somebody else
    PackJob pack{cluster};               // what it needs, to be carried into a closed network
    DiagnosisJob diagnosis{cluster};     // of logs: files, or what is on the nodes
    LogsJob logs{cluster};               // of all nodes, on one clock, as they are written
    AdoptJob adopt{cluster};             // what somebody set up on its nodes by hand
};
