// The gate of the local API: any body is refused with a sentence or is JSON that the engine may see. A Messages request
// that passes is a chat request that passes the chat's gate but for what both APIs have in common.
#include "inference/apimessages.h"
#include "inference/apirequest.h"
#include "inference/messagesanswer.h"
#include "inference/messagesrequest.h"

#include <cstdint>
#include <cstdlib>

static void expectWords(const Error &error)
{
    if (error.message.isEmpty() || inMessagesWords(error).isEmpty())
        abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QByteArray body(reinterpret_cast<const char *>(data), qsizetype(size));
    Result<Json> chat = readApiRequest(body);
    if (!chat)
        expectWords(chat.error());
    else if (const Result<void> settled = settleToolChoice(*chat); settled && checkMessages(*chat))
        schemaNote(*chat);
    const Result<Json> read = readApiBody(body);
    const Result<Json> messages = read ? chatRequestOf(*read) : read;
    if (!messages)
        expectWords(messages.error());
    else if (const Result<void> fine = checkApiRequest(*messages); !fine)
        expectWords(fine.error());
    if (read)
        messageOf(*read, {});
    MessagesStream().take("data: " + body + "\n\ndata: [DONE]\n\n", {});
    return 0;
}
