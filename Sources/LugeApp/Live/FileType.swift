import Foundation

/// What kind of content a file has, as far as its name tells.
enum FileType {
  private static let types = [
    "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif",
    "webp": "image/webp", "avif": "image/avif", "heic": "image/heic", "svg": "image/svg+xml",
    "mp4": "video/mp4", "webm": "video/webm", "mov": "video/quicktime", "mp3": "audio/mpeg",
    "ogg": "audio/ogg", "opus": "audio/ogg", "m4a": "audio/mp4", "flac": "audio/flac",
    "wav": "audio/wav", "pdf": "application/pdf", "txt": "text/plain", "zip": "application/zip",
  ]

  static func mime(ofName name: String) -> String {
    types[(name as NSString).pathExtension.lowercased()] ?? "application/octet-stream"
  }
}
