import Foundation
import LugeCore
import LugePaint

/// The picture files that messages can show.
public struct PictureSet: Sendable {
  public struct Picture: Sendable, Hashable {
    public var motif: Motif
    /// Relative to the folder that was drawn into; nil when there is no file.
    public var path: String?
    public var size: PixelSize
    /// Bytes of the file.
    public var byteCount: Int
  }

  public private(set) var pictures: [Picture] = []
  /// Whether pictures without a file still get names.
  private let namesMissing: Bool

  /// No files. With names, pictures are called `photo-000.jpg`, animations `anim-00.gif`, for data
  /// that goes with a folder of such files; else messages say that files were left out.
  public init(naming: Bool = false) { namesMissing = naming }

  /// Draws pictures as PNG files. The pixels depend on seed and number alone; the bytes of the
  /// files also on the version of zlib.
  ///
  /// - Parameters:
  ///   - folder: Where to; made when it is not there.
  ///   - prefix: In front of the paths that messages name: "photos/".
  ///   - progress: Called with the number of pictures that are done.
  /// - Complexity: O(pixels) time; of memory, one picture is held at a time.
  public init(
    drawing count: Int, seed: UInt64, into folder: String, prefix: String,
    progress: (Int) -> Void = { _ in }
  ) throws(GenerateError) {
    namesMissing = false
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw .notWritable(path: folder, reason: SystemError.reason(of: error))
    }
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

  /// The picture for a choice; nil when there is neither file nor name for it.
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

  /// The name of an animation where files are only named; there is none among drawn pictures.
  func animationPath(_ number: Int) -> String? {
    namesMissing ? Self.animationName(number) : nil
  }

  private static func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  private static func encode(_ bitmap: Bitmap) throws(GenerateError) -> [UInt8] {
    // `rethrows` forgets the error's type.
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
