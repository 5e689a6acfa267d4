// LogLevel: how bad a line of a log says that it is. Layouts that are known, each from a real log:
//   plog, slog, torch_npu   [ERROR] HCCL(1,python3):2026-03-18-10:33:52.113.403 [a.cc:7] ...   [EVENT], [TRACE]
//   MindIE                  [2025-11-10 09:57:11.935] [1] [2] [llm] [ERROR] [x.cpp:3] : MIE05E01000B ...
//   vLLM, uvicorn           (EngineCore_DP0 pid=7) ERROR 06-08 14:47:32 [core.py:704] ...   INFO:     10.20.0.1:5 - ...
//   Python's logging        2026-05-26 15:15:48,667 - mindie.server - WARNING - ...   ERROR:root:...
//   Python's traceback      from "Traceback (most recent call last):" to the line that names the exception
//   c10, Kubernetes, glog   E0111 03:29:15.991928 ...   W610 17:20:44.224261525 ...   E20260106 06:43:02.966156 ...
//   docker daemon, JSON     time="..." level=error msg=...   {"level": "error", ...}
//   dmesg -x, syslog        kern  :err   : [16794.226248] ...   <3>[16794.226248] ...
// Words of a message ("no ERROR was found") are none. Pure.
#pragma once

#include <QByteArrayView>
#include <QString>

#include <optional>

enum class LogLevel : quint8 { Unknown, Debug, Info, Warning, Error, Fatal };

QString levelName(LogLevel level);       // "debug", "info", "warning", "error", "fatal"; Unknown: empty
std::optional<LogLevel> levelNamed(const QString &name); // as levelName() has it

LogLevel levelOf(QByteArrayView line);   // by itself

// Of one stream, line after line: what belongs to the line above (an indented line, a traceback) has its level.
class LogLevels
{
public:
    LogLevel read(QByteArrayView line);

private:
    LogLevel m_above = LogLevel::Unknown;
    bool m_isInTraceback = false;
};
