// X11 reads a window's pixels from memory that it shares with Qt. Before Qt writes there again, it
// asks the server whether it has read them, and waits for the answer; while the server is stopped
// or gets no processor time, the main thread would block. So the server is asked ahead, by a
// message to ourselves that it passes on after it has processed all earlier requests; until the
// message returns, nothing is painted.
#include "QuietQt.hpp"
#include "lq_handover.h"

#if __has_include(<xcb/xcb.h>)

#include <QAbstractNativeEventFilter>
#include <QApplication>
#include <QBackingStore>
#include <QWidget>
#include <QWindow>
#include <deque>
#include <xcb/xcb.h>

namespace {

class Handover final : public QAbstractNativeEventFilter {
 public:
  explicit Handover(xcb_connection_t *connection) : connection(connection) {
    // The window is never shown, so no other program sends messages to it.
    window = xcb_generate_id(connection);
    const xcb_screen_t *screen = xcb_setup_roots_iterator(xcb_get_setup(connection)).data;
    xcb_create_window(
        connection, 0, window, screen->root, 0, 0, 1, 1, 0, XCB_WINDOW_CLASS_INPUT_ONLY,
        XCB_COPY_FROM_PARENT, 0, nullptr);
    qApp->installNativeEventFilter(this);
  }

  void ask(void (*done)(void *), void *context) {
    waiting.push_back({done, context});
    xcb_client_message_event_t message = {};
    message.response_type = XCB_CLIENT_MESSAGE;
    message.format = 32;
    message.window = window;
    message.type = XCB_ATOM_INTEGER;
    // An event mask of 0 sends the event to the client that made the window.
    xcb_send_event(
        connection, false, window, XCB_EVENT_MASK_NO_EVENT,
        reinterpret_cast<const char *>(&message));
    xcb_flush(connection);
  }

  bool nativeEventFilter(const QByteArray &type, void *message, qintptr *) override {
    if (type != "xcb_generic_event_t") return false;
    const auto *event = static_cast<const xcb_client_message_event_t *>(message);
    if ((event->response_type & 0x7F) != XCB_CLIENT_MESSAGE || event->window != window) return false;
    if (waiting.empty()) return true;
    const Waiting first = waiting.front();
    waiting.pop_front();
    takeMemoryBack();
    first.done(first.context);
    return true;
  }

 private:
  // Makes Qt ask now, as it always does before it paints. The server has just answered, so it has
  // nothing else to do and answers at once; after the work for the next frame it might be busy
  // again.
  static void takeMemoryBack() {
    for (const QWidget *widget : QApplication::topLevelWidgets()) {
      QBackingStore *store = widget->isVisible() ? widget->backingStore() : nullptr;
      if (!store || store->size().isEmpty()) continue;
      store->beginPaint(QRect(QPoint(), store->size()));
      store->endPaint();
    }
  }

  struct Waiting {
    void (*done)(void *);
    void *context;
  };

  xcb_connection_t *connection;
  xcb_window_t window;
  std::deque<Waiting> waiting;
};

}  // namespace

bool lq_handover_ask(void (*done)(void *context), void *context) {
  if (!qApp) return false;
  const auto *x11 = qApp->nativeInterface<QNativeInterface::QX11Application>();
  if (!x11 || !x11->connection()) return false;
  // It lives as long as the application, which is never destroyed.
  static auto *handover = new Handover(x11->connection());
  handover->ask(done, context);
  return true;
}

#else

bool lq_handover_ask(void (*)(void *context), void *) { return false; }

#endif
