import LugeImages

/// Limits of decoded pictures in memory, the same for Luge's list and for the ordinary ones.
struct StudyMemory: Sendable, Hashable {
  /// Bytes of photos.
  var photos: Int
  /// Bytes of the frames of animations.
  var frames: Int

  /// Luge's default limits.
  static let usual = StudyMemory(
    photos: ImagePipeline.Configuration().memoryLimit,
    frames: AnimationPlayer.Configuration().keptBytes)

  /// All 100 photos (183 MB) and 240 frames (70 MB) at their own size: uncapped frames are of
  /// pictures in memory, in all configurations.
  static let everything = StudyMemory(photos: 256 << 20, frames: 128 << 20)

  static func of(_ mode: StudyMode) -> StudyMemory { mode == .uncapped ? .everything : .usual }
}
