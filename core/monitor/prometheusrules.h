// Alert rules as a file of Prometheus' alerting rules, out and in, under the names of `monitor --prometheus`
// (core/monitor/exposition.h), which are npu-exporter's where it has one. keep_firing_for needs Prometheus 2.42.
#pragma once

#include "core/monitor/alertrules.h"

QByteArray prometheusRules(const QList<AlertRule> &rules);

struct ImportedRules {
    Json own; // the user's file with the rules in it, as alertRulesFrom takes it
    QStringList taken; // ids
    QStringList notTaken; // sentences: which alert, and why; recording rules are not counted
};

// What an alerts.json becomes with them: one whose "alert" is the id of a shipped rule changes that one, others are
// added or changed in `own` (null: there is none yet). Taken are expressions of the form
//   [avg by (node) (] [100 *] metric [/ its size] [)] > number [and on (deployment) metric > 0]
// and those that prometheusRules() writes; any other would mean something else here, and is said. Errors: Parse, not a
// file of rules (what, line). Pure.
Result<ImportedRules> importPrometheusRules(const QByteArray &yaml, const Json &shipped, const Json &own);
// The same of a file. Blocking. Errors also: Storage; each names the file.
Result<ImportedRules> importPrometheusFile(const QString &path, const Json &shipped, const Json &own);
