// The toolkit's own file dialog, which stands in for one of the desktop where there is none: its columns as wide as
// their words, its dates written as everywhere in this program.
#pragma once

class QFileDialog;

void openFileDialog(QFileDialog *dialog); // in place of its open()
