import Foundation
import LugeCore
import LugePaint

/// The picture files that messages can show.
public struct PictureSet: Sendable {
  public struct Picture: Sendable, Hashable {
    public var motif: Motif
    /// Path relative to the folder of the pictures; nil if there is no file.
    public var path: String?
    public var size: PixelSize
    /// Bytes of the file.
    public var byteCount: Int
  }

  public private(set) var pictures: [Picture] = []
  /// Whether pictures without a file still get names.
  private let namesMissing: Bool

  /// Makes a set without files. With `naming`, pictures are called `photo-000.jpg` and animations
  /// `anim-00.gif`, for data that comes with a folder of such files; otherwise messages say that
  /// files were omitted.
  public init(naming: Bool = false) { namesMissing = naming }

  /// Draws pictures as PNG files. The pixels depend only on seed and number; the files' bytes also
  /// on the version of zlib.
  ///
  /// - Parameters:
  ///   - folder: an existing folder.
  ///   - prefix: prefix of the paths in messages: "photos/".
  ///   - progress: called with the number of completed pictures.
  /// - Complexity: O(pixels) time; memory for one picture.
  public init(
    drawing count: Int, seed: UInt64, into folder: String, prefix: String,
    progress: (Int) -> Void = { _ in }
  ) throws(GenerateError) {
    namesMissing = false
    for number in 0..<max(0, count) {
      let motif = Motif.allCases[number % Motif.allCases.count]
      let name = "photo-\(Self.padded(number, 3)).png"
      let bitmap = PicturePainter.paint(motif, seed: seed, number: number)
      let bytes = try Self.encode(bitmap)
      let file = try OutputFile("\(folder)/\(name)")
      try file.append(bytes)
      try file.finish()
      pictures.append(
        Picture(
          motif: motif, path: prefix + name, size: bitmap.size, byteCount: bytes.count))
      progress(number + 1)
    }
  }

  /// Returns the picture for a choice; nil if it has neither file nor name.
  ///
  /// - Complexity: O(1).
  public func picture(for choice: PictureChoice) -> Picture? {
    guard !pictures.isEmpty else {
      guard namesMissing, case .number(let number) = choice else { return nil }
      return Picture(
        motif: .hills, path: "photo-\(Self.padded(number, 3)).jpg",
        size: PixelSize(width: 1200, height: 900), byteCount: 0)
    }
    switch choice {
    case .number(let number): return pictures[number % pictures.count]
    case .showing(let motif, let variant):
      let kinds = Motif.allCases.count
      let kind = Motif.allCases.firstIndex(of: motif) ?? 0
      let available = (pictures.count - kind + kinds - 1) / kinds
      return available > 0
        ? pictures[kind + variant % available * kinds] : pictures[variant % pictures.count]
    }
  }

  package static func animationName(_ number: Int) -> String { "anim-\(padded(number, 2)).gif" }

  /// Returns the name of an animation if files are only named; drawn pictures include none.
  func animationPath(_ number: Int) -> String? {
    namesMissing ? Self.animationName(number) : nil
  }

  private static func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  private static func encode(_ bitmap: Bitmap) throws(GenerateError) -> [UInt8] {
    // `rethrows` loses the error's type.
    let result = bitmap.withPixels { pixels in
      Result { () throws(PaintError) in try PNG.encode(pixels, size: bitmap.size) }
    }
    do {
      return try result.get()
    } catch {
      throw .picture(error)
    }
  }
}
