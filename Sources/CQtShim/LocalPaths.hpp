// Paths of local files that another program copied, or drags.
#pragma once

#include "QuietQt.hpp"

#include <QByteArray>
#include <QMimeData>
#include <QSysInfo>
#include <QUrl>
#include <vector>

/// Returns the path that an address names on this computer; empty if it names none.
///
/// An address may name the computer. Qt's own conversion makes the name the path's first folder, so
/// that an address of another computer's file could lead to one of this computer.
inline QByteArray localPath(const QUrl &url) {
  if (!url.isLocalFile()) return {};
  const QString host = url.host();
  const auto isHost = [&host](const QString &name) {
    return host.compare(name, Qt::CaseInsensitive) == 0;
  };
  if (!host.isEmpty() && !isHost(QStringLiteral("localhost")) &&
      !isHost(QSysInfo::machineHostName()))
    return {};
  const QByteArray path =
      QByteArray::fromPercentEncoding(url.path(QUrl::FullyEncoded).toLatin1());
  // A path within a folder says nothing without the folder, and a zero byte would cut the name.
  return path.startsWith('/') && !path.contains('\0') ? path : QByteArray();
}

inline std::vector<QByteArray> localPaths(const QMimeData *data) {
  std::vector<QByteArray> paths;
  if (!data->hasUrls()) return paths;
  for (const QUrl &url : data->urls()) {
    QByteArray path = localPath(url);
    if (!path.isEmpty()) paths.push_back(std::move(path));
  }
  return paths;
}
