// Who said a line of the system's log: on a node other programs run, too, and fail. Layouts: syslog (RFC 3164, ISO
// stamps, RFC 5424), journalctl (short, short-unix; its records by journal.h), dmesg. Pure.
#pragma once

#include <QByteArray>
#include <QByteArrayList>
#include <QByteArrayView>
#include <QSet>

// The program that said it ("Nov 30 11:50:02 node1 nginx[12]: bind() ..."), or that the kernel ended by it ("Killed
// process 4411 (firefox)"), where it is none that a service is made of: engines, what runs their containers, the
// kernel and the NPU's driver are. Empty: it is one of these, or the line does not say.
QByteArray otherProgram(QByteArrayView line);

// The program that watches machines ("npu-exporter", "node_exporter") and said it: what it cannot read need not keep a
// service from anything. Empty: it is none, or the line does not say.
QByteArray monitorOf(QByteArrayView line);
// As above, by the name of the file in which it stands ("npu-exporter.log").
QByteArray monitorOfFile(QByteArrayView name);

// The pod or container that a line of what runs containers, or an event of Kubernetes, is about ("kubelet[9]: ...
// pod=\"web/nginx-7d\"", "Normal Killing pod/coredns-7d ..."): "pod", "container" or "pod/container". Empty: it names
// none, or one whose name looks like a service's.
QByteArray spokenOf(QByteArrayView line);

// A service's container may have any name, and that is the tag of its lines: whoever says what only an engine says, as
// the line's layout shows or the caller knows, is a service. The NPUs' software speaks out of whatever uses an NPU: a
// training job, too.
enum class SpeaksAs { Anyone, NpuUser, Engine };
// That by which the line's time was told: the service's, which is its container's, or the node's. An image need not be
// of its node's zone.
enum class LineClock { Unknown, Service, Node };
struct Speaker
{
    QByteArray program;                  // its name; empty: none is told, or one that needs no such proof
    SpeaksAs as = SpeaksAs::Anyone;
    LineClock clock = LineClock::Unknown;
};
Speaker speakerOf(QByteArrayView line, SpeaksAs words); // words: what those of the line show
// What only engines say, for all that no fault rule knows (vllm/v1/engine/core.py, v1/executor/multiproc_executor.py;
// sglang/srt/managers/scheduler.py; tracebacks through their packages): each the parts of one line, in this order.
QList<QByteArrayList> engineWords();
// Of what otherProgram() said: one of these services, or its systemd unit; of what spokenOf() said: its pod, too.
bool isNameOfService(const QByteArray &program, bool isPod, const QSet<QByteArray> &services);

bool isEngineProcess(QByteArrayView name); // "VLLM::Worker_TP", "python3", "mindieservice_d", "ray::RayWorker"
// Which the kernel ended, or for which it ends others, as it is short of memory, or which crashed; empty: it tells of
// none.
QByteArrayView processEnded(QByteArrayView kernelLine);
QByteArrayView idOfEnded(QByteArrayView kernelLine); // its number; empty: none is told
// It tells of a control group that is a login session's, and of no container in it: no deployment's, then.
bool isOfLoginSession(QByteArrayView kernelLine);
bool isAnyonesProcess(QByteArrayView name); // "python3", "pt_main_thread": any program in Python or PyTorch
// In whose doing the kernel met what it tells of: "EXT4-fs error (device sda1): ...: comm VLLM::Worker_TP: ...",
// "watchdog: BUG: soft lockup - CPU#12 stuck for 23s! [python3:1234]"
QByteArrayView processMet(QByteArrayView kernelLine);
