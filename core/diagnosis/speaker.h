// Who said a line of the system's log: on a node other programs run, too, and fail. Pure.
#pragma once

#include <QByteArray>
#include <QByteArrayView>

// The program that said it ("Nov 30 11:50:02 node1 nginx[12]: bind() ..."), or that the kernel ended by it ("Killed
// process 4411 (firefox)"), where it is none that a service is made of: engines, what runs their containers, the
// kernel and the NPU's driver are. Empty: it is one of these, or the line does not say.
QByteArray otherProgram(QByteArrayView line);

bool isEngineProcess(QByteArrayView name); // "VLLM::Worker_TP", "python3", "mindieservice_d", "ray::RayWorker"
// In whose doing the kernel met what it tells of: "EXT4-fs error (device sda1): ...: comm VLLM::Worker_TP: ..."
QByteArrayView processMet(QByteArrayView kernelLine);
