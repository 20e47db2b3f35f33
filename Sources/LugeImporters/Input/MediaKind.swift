import LugeArchive

extension MediaRecord.Kind {
  /// Derives the kind from a file's extension and, for voice and sticker files, from WhatsApp's
  /// letters in the name (`PTT-20200101-WA0001.opus`).
  package init(fileName: some StringProtocol) {
    let upper = fileName.uppercased()
    // By bytes: a step back over a flag goes through all the flags before it.
    guard let dot = upper.utf8.lastIndex(of: UInt8(ascii: ".")) else {
      self = .file
      return
    }
    let isVoice = upper.hasPrefix("PTT-") || upper.contains("-AUDIO-")
    let isSticker = upper.hasPrefix("STK-") || upper.contains("-STICKER-")
    let isAnimation = upper.contains("-GIF-")
    switch upper[upper.index(after: dot)...] {
    case "JPG", "JPEG", "PNG", "HEIC", "HEIF", "BMP", "TIF", "TIFF", "AVIF": self = .photo
    case "WEBP": self = isSticker ? .sticker : .photo
    case "WAS": self = .sticker
    case "GIF": self = .animation
    case "MP4", "MOV", "3GP", "MKV", "AVI", "WEBM", "M4V":
      self = isAnimation ? .animation : .video
    case "OPUS": self = .voice
    case "OGG", "M4A", "MP3", "AAC", "AMR", "WAV", "FLAC": self = isVoice ? .voice : .audio
    case "VCF": self = .contact
    default: self = .file
    }
  }
}
