import Foundation
public import LugeChat
import LugeCore
import LugeImages

extension ChatMedia {
  /// Makes the medium of a file: a picture, an animation, a recording, or any other file.
  ///
  /// The size of a picture is read from its header, so that nothing moves when it is decoded.
  ///
  /// - Complexity: a few reads of the file's beginning; may wait for the disk.
  public init(file path: String) {
    let name = URL(fileURLWithPath: path).lastPathComponent
    let key = Self.key(ofFile: path)
    guard let header = try? ImageProbe.header(of: key) else {
      let file = try? ExportFile(key)
      let ending = (name as NSString).pathExtension.lowercased()
      let isMedia = MediaContainer.isKnown(file?.beginning(MediaContainer.bytes) ?? [])
      let isSound = isMedia && Self.soundNames.contains(ending)
      let isVideo = isMedia && Self.videoNames.contains(ending)
      self.init(
        kind: isSound ? .audio : isVideo ? .video : .file, path: path, fileName: name,
        byteSize: file.map { Int64($0.byteCount) })
      isMissing = file == nil
      if isSound, let sound = SoundHeader(of: key) {
        duration = sound.seconds
        waveform = sound.waveform
      }
      if isVideo {
        // The picture is a still of the video.
        imageKey = key
        let video = VideoHeader(of: key)
        duration = video?.seconds
        pixelSize = video?.size
      }
      return
    }
    self.init(
      kind: header.mayMove ? .animation : .photo, imageKey: key, path: path,
      fileName: name, byteSize: Int64(header.byteCount), pixelSize: header.size)
  }

  /// File name extensions of recordings; the content is checked as well.
  private static let soundNames: Set<String> = [
    "aac", "aif", "aiff", "amr", "caf", "flac", "m4a", "mp3", "oga", "ogg", "opus", "wav", "weba",
  ]

  /// File name extensions of videos; the content is checked as well.
  private static let videoNames: Set<String> = ["3gp", "avi", "m4v", "mkv", "mov", "mp4", "webm"]

  /// Returns the key of a picture file, or of a still of a video. The file is opened only in its
  /// own folder, without following symbolic links.
  public static func key(ofFile path: String) -> ImageKey {
    ImageKey(file: URL(fileURLWithPath: path).path)
  }
}
