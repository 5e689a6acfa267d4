#include "inference/assistant.h"

#include "core/base/languages.h"

#include <QElapsedTimer>

namespace {

constexpr int betweenPiecesMs = 33;

// Gathers pieces until it is time to hand them over.
class Throttle
{
public:
    explicit Throttle(std::function<void(const ChatPiece &)> hand) : m_hand(std::move(hand)) { m_clock.start(); }

    void add(const ChatPiece &piece)
    {
        m_piece.content += piece.content;
        m_piece.reasoning += piece.reasoning;
        if (m_first || m_clock.elapsed() >= betweenPiecesMs)
            flush();
    }

    void flush()
    {
        if (m_piece.content.isEmpty() && m_piece.reasoning.isEmpty())
            return;
        m_hand(std::exchange(m_piece, {}));
        m_first = false;
        m_clock.restart();
    }

private:
    std::function<void(const ChatPiece &)> m_hand;
    ChatPiece m_piece;
    QElapsedTimer m_clock;
    bool m_first = true; // the first one is shown at once
};

} // namespace

Assistant::Assistant(QObject *parent) : QObject(parent) {}
Assistant::~Assistant() { stop(); }

int Assistant::ask(std::shared_ptr<ChatPort> port, const ChatRequest &request)
{
    Q_ASSERT(!m_busy);
    m_busy = true;
    const int turn = ++m_turn;
    m_worker.run(this,
        [this, port = std::move(port), request, turn](Job &job) -> Result<ChatStats> {
            Throttle pieces([this, &job, turn](const ChatPiece &piece) {
                job.notify([this, turn, piece] { emit pieceReady(turn, piece); });
            });
            const EveryLanguage every; // what went wrong is shown as long as the turn is
            Result<ChatStats> stats
                = port->chat(request, job.stop(), [&pieces](const ChatPiece &piece) { pieces.add(piece); });
            pieces.flush();
            return stats;
        },
        [this, turn](const Result<ChatStats> &stats) {
            m_busy = false;
            emit turnFinished(turn, stats);
        });
    return turn;
}

void Assistant::stop() { m_worker.cancelAll(); }
