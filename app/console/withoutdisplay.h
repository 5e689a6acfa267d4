// What ascend-console does where no window can be shown: it tells of itself, and says so in one sentence
// where Qt would abort.
#pragma once

#include <memory>

class QApplication;

bool asksForWords(int argc, char **argv);        // --help, --version and their short forms

// Ends the program with exit code 1 and a sentence on stderr when there is no display.
std::unique_ptr<QApplication> openDisplay(int &argc, char **argv);
