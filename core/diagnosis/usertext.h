// Where what a user typed begins in a line: the body of a request (a line of its own, or in one of the service's, or as
// a dictionary of Python), or what vLLM and SGLang tell of it; or a command that a shell traces, or that looks for
// words in a log. Its words say nothing of a failure. Pure.
#pragma once

#include <QByteArrayView>

// The line's size: nothing in it was typed by a user.
qsizetype userTextAt(QByteArrayView line);

// The line is a shell's prompt and what somebody typed behind it.
bool isTypedCommand(QByteArrayView line);

// The quote within which a prompt that is told goes on in the lines below; 0: it ends in this one, or there is none.
char quoteLeftOpen(QByteArrayView line);
// The text ends in this line: "', params: SamplingParams(", "\", prompt_token_ids=", or the quote is its last letter.
bool endsQuote(QByteArrayView line, char quote);
