// Services of the desktop besides windows: fonts, the clipboard, other programs, folders.
#include "QuietQt.hpp"
#include <QApplication>
#include <QClipboard>
#include <QDesktopServices>
#include <QImage>
#include <QMimeData>
#include <QStandardPaths>
#include <QStyle>
#include <QUrl>

#include "Text.hpp"
#include "lq_application.h"

bool lq_app_animates(void) {
  return QApplication::style()->styleHint(QStyle::SH_Widget_Animation_Duration) > 0;
}

bool lq_open_url(const char *url) {
  const QUrl parsed(fromC(url), QUrl::TolerantMode);
  return parsed.isValid() && QDesktopServices::openUrl(parsed);
}

char *lq_url_host(const char *url) {
  const QString host = QUrl(fromC(url), QUrl::TolerantMode).host(QUrl::FullyEncoded);
  return host.isEmpty() ? nullptr : toC(host);
}

char *lq_url_host_behind_credentials(const char *url) {
  const QUrl parsed(fromC(url), QUrl::TolerantMode);
  return parsed.userInfo().isEmpty() ? nullptr : toC(parsed.host(QUrl::FullyEncoded));
}

bool lq_open_path(const char *path) {
  return QDesktopServices::openUrl(QUrl::fromLocalFile(fromC(path)));
}

void lq_clipboard_set_text(const char *text) { QApplication::clipboard()->setText(fromC(text)); }

bool lq_clipboard_has_primary(void) { return QApplication::clipboard()->supportsSelection(); }

void lq_clipboard_set_primary(const char *text) {
  QApplication::clipboard()->setText(fromC(text), QClipboard::Selection);
}

void lq_clipboard_set_image(
    const uint32_t *pixels, int32_t width, int32_t height, const char *path) {
  const QImage view(
      reinterpret_cast<const uchar *>(pixels), width, height, width * 4,
      QImage::Format_ARGB32_Premultiplied);
  auto *data = new QMimeData;
  data->setImageData(view.copy());
  if (path) data->setUrls({QUrl::fromLocalFile(fromC(path))});
  QApplication::clipboard()->setMimeData(data);
}

char *lq_clipboard_text(void) {
  const QString text = QApplication::clipboard()->text();
  return text.isEmpty() ? nullptr : toC(text);
}

char *lq_standard_path(lq_path kind) {
  auto location = QStandardPaths::HomeLocation;
  switch (kind) {
    case LQ_PATH_DATA: location = QStandardPaths::AppDataLocation; break;
    case LQ_PATH_CACHE: location = QStandardPaths::CacheLocation; break;
    case LQ_PATH_CONFIG: location = QStandardPaths::AppConfigLocation; break;
    case LQ_PATH_DOCUMENTS: location = QStandardPaths::DocumentsLocation; break;
    case LQ_PATH_DOWNLOADS: location = QStandardPaths::DownloadLocation; break;
    case LQ_PATH_HOME: break;
  }
  const QString path = QStandardPaths::writableLocation(location);
  return path.isEmpty() ? nullptr : toC(path);
}

void lq_free(void *memory) { std::free(memory); }
