import Foundation

/// MIME type of a file by its name.
enum FileType {
  private static let types = [
    "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif",
    "webp": "image/webp", "avif": "image/avif", "heic": "image/heic", "svg": "image/svg+xml",
    "mp4": "video/mp4", "m4v": "video/mp4", "webm": "video/webm", "mov": "video/quicktime",
    "mkv": "video/x-matroska", "avi": "video/x-msvideo", "3gp": "video/3gpp", "mp3": "audio/mpeg",
    "ogg": "audio/ogg", "oga": "audio/ogg", "opus": "audio/ogg", "m4a": "audio/mp4",
    "aac": "audio/aac", "flac": "audio/flac", "weba": "audio/webm", "amr": "audio/amr",
    "aif": "audio/aiff", "aiff": "audio/aiff", "wav": "audio/wav", "pdf": "application/pdf",
    "txt": "text/plain", "zip": "application/zip",
  ]

  static func mime(ofName name: String) -> String {
    types[(name as NSString).pathExtension.lowercased()] ?? "application/octet-stream"
  }
}
