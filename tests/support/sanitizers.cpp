// What the sanitizers ask a program of ours at its start. Compiled in, because the tools of a simulated node
// run in its own root, where no file of suppressions is.
extern "C" {

// QProcess forks with shared memory, after which ThreadSanitizer would refuse new threads.
const char *__tsan_default_options() { return "die_after_fork=0"; }

// Qt, GLib and their threads are not instrumented: what they lock with futexes of their own looks unlocked.
// Calls that these libraries make are ignored; our own code, also below a Qt test function, is not.
const char *__tsan_default_suppressions()
{
    return "called_from_lib:libQt6Core.so\n"
           "called_from_lib:libQt6Gui.so\n"
           "called_from_lib:libQt6Widgets.so\n"
           "called_from_lib:libQt6Charts.so\n"
           "called_from_lib:libQt6Test.so\n"
           "called_from_lib:libglib-2.0.so\n"
           // An event of a worker's comes through Qt's queue: who filters the application's events reads its type
           // before the worker's own lock is taken.
           "race:QEvent::type\n"
           // glibc guards the time zone with a lock of its own.
           "race:tzset_internal\n";
}

// The desktop's libraries keep memory for the life of the process. libssh2 1.11.1 forgets an SFTP session
// (384 bytes) whose connection was lost: it frees the channel without its destructor.
const char *__lsan_default_suppressions()
{
    return "leak:libfontconfig\n"
           "leak:libQt6Gui\n"
           "leak:libglib\n"
           "leak:SftpTransfer::open\n";
}

} // extern "C"
