// ApiClients: who is being answered by the local API. httplib notices a lost client only when it writes to it; here
// each is looked at 20 times a second, and its request's stop is requested when it has gone away. Thread safe.
#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>

struct ApiClient
{
    int socket = -1;
    std::stop_source stop;               // of its request: requested when it goes away or the server stops
    bool isSentNothing = false;          // until its answer is whole, and it understands HTTP/1.1
    bool wasAsked = false;
};

class ApiClients
{
public:
    void begin();                        // to look at them
    void end();                          // requests every stop, of those yet to come as well
    void rest();                         // no longer looks at them

    std::shared_ptr<ApiClient> add(int socket, bool isSentNothing);
    void remove(const std::shared_ptr<ApiClient> &client);

private:
    void watch(std::stop_token quit);

    std::mutex m_mutex;
    std::list<std::shared_ptr<ApiClient>> m_clients;
    bool m_isEnding = false;
    std::jthread m_watch;
};
