// Result<T>: a value, or the reason there is none.
//
// An Error means "we could not ask". That the answer is bad news (a failed check, a nonzero exit
// code) is a value, not an Error. `message` is one sentence the user can act on; `detail` is what
// the machine said; `facts` carries what a caller needs to go on (see core/shell/hostkeys.h).
// No secret ever goes into any of the three.
#pragma once

#include <QMap>
#include <QString>

#include <optional>
#include <utility>
#include <variant>

enum class ErrorKind {
    Canceled,       // somebody pressed Stop; nobody shows a dialog for it
    Timeout,
    Connection,     // no route, link lost
    HostKey,        // unknown or changed host key
    Authentication,
    CommandFailed,
    Parse,          // not that kind of input
    Invalid,        // the user's input is wrong
    Storage,        // files, database
    Model,          // the inference engine or an endpoint
};

struct Error
{
    ErrorKind kind = ErrorKind::Invalid;
    QString message;
    QString detail;
    QMap<QString, QString> facts;

    bool operator==(const Error &) const = default;
};

inline Error canceled() { return {ErrorKind::Canceled, QStringLiteral("Stopped"), {}, {}}; }

template<typename T>
class [[nodiscard]] Result
{
public:
    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) {}

    explicit operator bool() const { return m_state.index() == 0; }
    const T &operator*() const & { return std::get<0>(m_state); }
    T &operator*() & { return std::get<0>(m_state); }
    T operator*() && { return std::get<0>(std::move(m_state)); } // by value: `for (x : *f())` must not dangle
    const T *operator->() const { return &std::get<0>(m_state); }
    T *operator->() { return &std::get<0>(m_state); }
    const Error &error() const { return std::get<1>(m_state); }

private:
    std::variant<T, Error> m_state;
};

template<>
class [[nodiscard]] Result<void>
{
public:
    Result() = default;
    Result(Error error) : m_error(std::move(error)) {}

    explicit operator bool() const { return !m_error; }
    const Error &error() const { return *m_error; }

private:
    std::optional<Error> m_error;
};
