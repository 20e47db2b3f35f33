#include "QuietQt.hpp"
#include "lq_application.h"

#include <QAbstractEventDispatcher>
#include <QApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QPalette>
#include <QSocketNotifier>
#include <QStyle>
#include <QToolTip>
#include <QTranslator>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>
#include <vector>

#include "DialogLook.hpp"
#include "FlatStyle.hpp"
#include "Text.hpp"
#include "ToolTips.hpp"

namespace {

constexpr int exitUnavailable = 69;

// The application object lives until the process ends: destroying it while Swift objects still hold
// widgets would leave them dangling. Qt keeps references to argc and argv for as long.
struct State {
  int argc = 0;
  std::vector<QByteArray> arguments;
  std::vector<char *> argv;
  QByteArray platform;
  QByteArray unavailable;
  uint64_t wakeups = 0;
  void (*appearanceChanged)(void *) = nullptr;
  void *appearanceContext = nullptr;
  QPalette systemPalette;
  QString systemStyle;
  lq_scheme scheme = LQ_SCHEME_SYSTEM;
  bool hasLook = false;
  lq_look look = {};
};
State *state = nullptr;

class AppearanceFilter final : public QObject {
 public:
  using QObject::QObject;

 protected:
  bool eventFilter(QObject *watched, QEvent *event) override {
    if (watched == qApp && state->appearanceChanged &&
        (event->type() == QEvent::ApplicationPaletteChange ||
         event->type() == QEvent::ApplicationFontChange)) {
      state->appearanceChanged(state->appearanceContext);
    }
    if (event->type() == QEvent::Polish && state->hasLook) {
      if (auto *dialog = qobject_cast<QDialog *>(watched)) polishDialog(dialog);
      if (watched->inherits("QTipLabel")) ToolTipStyle::adopt(static_cast<QWidget *>(watched));
    }
    return false;
  }
};

// Qt calls abort() after a fatal message; a missing display is no bug and deserves no core dump.
void handleMessage(QtMsgType type, const QMessageLogContext &, const QString &text) {
  if (type == QtDebugMsg || type == QtInfoMsg) return;
  // Qt's message for a failed start tells the user to reinstall the program.
  const bool isStart = type == QtFatalMsg && state && state->platform.isEmpty();
  if (isStart && !state->unavailable.isEmpty()) {
    std::fprintf(stderr, "%s\n", state->unavailable.constData());
  } else {
    std::fprintf(stderr, "qt: %s\n", text.toUtf8().constData());
  }
  if (type == QtFatalMsg) _exit(exitUnavailable);
}

// Texts of this library come from the program's catalogue. Qt's own texts come from Qt's, which is
// asked where this translator has no answer.
class CatalogueTranslator final : public QTranslator {
 public:
  using Lookup = char *(*)(const char *, const char *, const char *);
  explicit CatalogueTranslator(Lookup lookup) : QTranslator(qApp), lookup(lookup) {}

  bool isEmpty() const override { return false; }
  QString translate(
      const char *owner, const char *text, const char *context, int = -1) const override {
    if (!owner || !text || !*text || !std::strcmp(text, "QT_LAYOUT_DIRECTION")) return QString();
    char *found = lookup(owner, text, context);
    const QString result = fromC(found);
    std::free(found);
    return result;
  }

 private:
  Lookup lookup;
};

// Must run before the first widget is made: each widget reads its texts, its direction and its date
// formats then.
void speak(const lq_app_info *info) {
  const QLocale language(fromC(info->language));
  // The system's locale also has the user's country.
  if (QLocale::system().language() != language.language()) QLocale::setDefault(language);
  if (info->language && *info->language && language.language() != QLocale::English) {
    auto *ofQt = new QTranslator(qApp);
    if (ofQt->load(
            language, QStringLiteral("qtbase"), QStringLiteral("_"),
            QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
      QCoreApplication::installTranslator(ofQt);
    else
      delete ofQt;
  }
  if (info->translate)
    QCoreApplication::installTranslator(new CatalogueTranslator(info->translate));
  QGuiApplication::setLayoutDirection(info->right_to_left ? Qt::RightToLeft : Qt::LeftToRight);
}

QPalette paletteOf(const lq_tones &tones) {
  const QColor window(tones.window), text(tones.text), dim(tones.secondary);
  // Qt derives shades for edges and pressed buttons from these two.
  QPalette palette{QColor(tones.button), window};
  palette.setColor(QPalette::WindowText, text);
  palette.setColor(QPalette::Base, QColor(tones.base));
  palette.setColor(QPalette::AlternateBase, window);
  palette.setColor(QPalette::Text, text);
  palette.setColor(QPalette::ButtonText, text);
  palette.setColor(QPalette::PlaceholderText, dim);
  for (auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
    palette.setColor(QPalette::Disabled, role, dim);
  return palette;
}

bool isDark(const QPalette &palette) {
  return palette.color(QPalette::Window).lightness() <
         palette.color(QPalette::WindowText).lightness();
}

// Returns the palette with the program's accent for selected and focused parts, and links.
QPalette accented(QPalette palette) {
  if (!state->hasLook) return palette;
  const bool dark = isDark(palette);
  const lq_tones &tones = dark ? state->look.dark : state->look.light;
  palette.setColor(QPalette::Highlight, QColor(tones.accent));
  palette.setColor(QPalette::HighlightedText, QColor(tones.on_accent));
  palette.setColor(QPalette::Link, QColor(tones.accent));
  palette.setColor(QPalette::ToolTipBase, dark ? QColor(0x3a, 0x3d, 0x42) : QColor(0x2b, 0x2d, 0x31));
  palette.setColor(QPalette::ToolTipText, QColor(0xf2, 0xf2, 0xf2));
  return palette;
}

// Fusion is used where no desktop has a style of its own, and it is the only style that draws every
// control from the palette alone.
bool isFusionOfSystem() {
  return state->systemStyle.compare(QLatin1String("fusion"), Qt::CaseInsensitive) == 0;
}

QPalette wantedPalette() {
  const bool dark = state->scheme == LQ_SCHEME_SYSTEM ? isDark(state->systemPalette)
                                                      : state->scheme == LQ_SCHEME_DARK;
  const bool isOfDesktop = state->scheme == LQ_SCHEME_SYSTEM && !isFusionOfSystem();
  if (state->hasLook && !isOfDesktop)
    return accented(paletteOf(dark ? state->look.dark : state->look.light));
  if (isOfDesktop || dark == isDark(state->systemPalette)) return accented(state->systemPalette);
  const QColor plain = dark ? QColor(0x1e, 0x1f, 0x22) : QColor(0xef, 0xef, 0xef);
  return accented(QPalette(plain, plain));
}

void takePalette(const QPalette &palette) {
  QApplication::setPalette(palette);
  // On a dark background a menu's edge is invisible, so the menu is a step lighter.
  QPalette menus = palette;
  if (palette.color(QPalette::Window).lightness() < 64) {
    const QColor window = palette.color(QPalette::Window);
    menus.setColor(QPalette::Base, window.lighter(150));
    // The style draws edges a step darker than this: the menu's, and those of the check boxes of
    // entries, which have a contrast of 3 to 1 to the background.
    menus.setColor(QPalette::Window, palette.color(QPalette::PlaceholderText));
  }
  QApplication::setPalette(menus, "QMenu");
  // Without this, tooltips have a palette of their own.
  if (state->hasLook) QToolTip::setPalette(palette);
}

}  // namespace

struct lq_fd_watch {
  QSocketNotifier notifier;
  lq_fd_watch(int fd) : notifier(fd, QSocketNotifier::Read) {}
};

bool lq_app_create(int argc, const char *const *argv, const lq_app_info *info) {
  if (state || qApp) return false;
  state = new State;
  for (int i = 0; i < argc; ++i) state->arguments.emplace_back(argv[i]);
  if (state->arguments.empty()) state->arguments.emplace_back(info->name);
  for (auto &argument : state->arguments) state->argv.push_back(argument.data());
  state->argc = static_cast<int>(state->argv.size());
  state->argv.push_back(nullptr);

  state->unavailable = info->unavailable;
  qInstallMessageHandler(handleMessage);
  QCoreApplication::setApplicationName(fromC(info->name));
  QCoreApplication::setApplicationVersion(fromC(info->version));
  QCoreApplication::setOrganizationName(fromC(info->organization));
  QGuiApplication::setApplicationDisplayName(fromC(info->display_name));
  QGuiApplication::setDesktopFileName(fromC(info->desktop_file));
  QGuiApplication::setHighDpiScaleFactorRoundingPolicy(
      Qt::HighDpiScaleFactorRoundingPolicy::PassThrough);
  // Overlays and the menu bar stay plain widgets that share the window's single backing store.
  QCoreApplication::setAttribute(Qt::AA_DontCreateNativeWidgetSiblings);
  QCoreApplication::setAttribute(Qt::AA_CompressHighFrequencyEvents);

  auto *application = new QApplication(state->argc, state->argv.data());
  // Qt has set the whole locale of the environment, but libraries read and write numbers with
  // decimal points.
  std::setlocale(LC_NUMERIC, "C");
  speak(info);
  state->platform = QGuiApplication::platformName().toUtf8();
  state->systemPalette = QApplication::palette();
  state->systemStyle = QApplication::style()->objectName();
  application->installEventFilter(new AppearanceFilter(application));
  QObject::connect(
      QAbstractEventDispatcher::instance(), &QAbstractEventDispatcher::awake, application,
      [] { state->wakeups += 1; });
  return true;
}

int lq_app_exec(void) { return QApplication::exec(); }
void lq_app_quit(int code) { QApplication::exit(code); }
const char *lq_app_qt_version(void) { return qVersion(); }
uint64_t lq_app_wakeups(void) { return state ? state->wakeups : 0; }

void lq_app_post(void (*callback)(void *), void *context) {
  if (!qApp) return;
  QMetaObject::invokeMethod(qApp, [=] { callback(context); }, Qt::QueuedConnection);
}

lq_fd_watch *lq_fd_watch_create(int fd, void (*callback)(void *, int), void *context) {
  auto *watch = new lq_fd_watch(fd);
  QObject::connect(
      &watch->notifier, &QSocketNotifier::activated, &watch->notifier,
      [=] { callback(context, fd); });
  return watch;
}

void lq_fd_watch_destroy(lq_fd_watch *watch) { delete watch; }

bool lq_app_is_dark(void) { return isDark(QApplication::palette()); }

void lq_app_set_scheme(lq_scheme scheme) {
  // A new style is applied to each existing widget, which would delay the first frame needlessly.
  if (scheme == state->scheme) return;
  state->scheme = scheme;
  if (scheme == LQ_SCHEME_SYSTEM && !isFusionOfSystem())
    QApplication::setStyle(state->systemStyle);
  else if (!dynamic_cast<FlatStyle *>(QApplication::style()))
    QApplication::setStyle(new FlatStyle);
  takePalette(wantedPalette());
}

void lq_app_set_look(const lq_look *look) {
  state->hasLook = true;
  state->look = *look;
  if (isFusionOfSystem() && !dynamic_cast<FlatStyle *>(QApplication::style()))
    QApplication::setStyle(new FlatStyle);
  takePalette(wantedPalette());
}

void lq_app_on_appearance_changed(void (*callback)(void *), void *context) {
  state->appearanceChanged = callback;
  state->appearanceContext = context;
}
