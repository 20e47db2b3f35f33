import CPango
import LugeCore

/// Cache of glyphs as Cairo draws them at whole pixels, stored as coverage. To write a line of
/// cached glyphs, bytes are added up and one colour is blended, where Cairo would look up, lock and
/// set up each time.
///
/// Belongs to one thread. When a byte limit is reached, the whole cache is cleared.
final class GlyphMasks {
  /// Coverage of one glyph, from its origin; empty for a space.
  struct Mask {
    var x = 0
    var y = 0
    var width = 0
    var height = 0
    /// Offset of the mask's bytes.
    var offset = 0
  }

  /// Glyphs of one scaled font.
  private final class Face {
    let font: OpaquePointer
    var masks: [UInt32: Mask] = [:]
    /// Whether Cairo draws the font, because some glyph has colours of its own, or is too large.
    var isRefused = false

    init(_ font: OpaquePointer) { self.font = cairo_scaled_font_reference(font) }
    deinit {
      let font = font
      // Releasing a font may close its face.
      ShapingGate.exclusive { cairo_scaled_font_destroy(font) }
    }
  }

  private static let byteLimit = 1 << 20
  private static let largestSide = 200

  // MARK: Mutable State (the lane's thread)

  private var faces: [OpaquePointer: Face] = [:]
  private var lastFace: Face?
  private var bytes: [UInt8] = []
  /// Coverage of the line being written.
  private var line: [UInt8] = []
  private var placed: [(mask: Mask, x: Int, y: Int)] = []

  /// Writes glyphs that are all drawn with one font, each at whole pixels.
  ///
  /// Where glyphs overlap, their coverage is added before blending, as in Cairo.
  ///
  /// - Parameters:
  ///   - glyphs: positions in Pango units from the point (`x`, `y`) of user space.
  ///   - word: premultiplied colour.
  /// - Returns: false, without having written anything, when Cairo has to draw them.
  /// - Complexity: O(glyphs + pixels of the line).
  func draw(
    _ glyphs: ArraySlice<SegmentGlyph>, x: Int, y: Int, font: OpaquePointer, word: UInt32,
    on target: InkTarget
  ) -> Bool {
    if bytes.count > Self.byteLimit { forget() }
    let face = face(font)
    guard !face.isRefused else { return false }
    placed.removeAll(keepingCapacity: true)
    var (left, top, right, bottom) = (Int.max, Int.max, Int.min, Int.min)
    for glyph in glyphs {
      guard (glyph.x | glyph.y) & (PANGO_SCALE - 1) == 0, let mask = mask(of: glyph.index, face)
      else { return false }
      guard mask.width > 0 else { continue }
      let glyphX = x - target.left + Int(glyph.x) / Int(PANGO_SCALE) + mask.x
      let glyphY = y - target.top + Int(glyph.y) / Int(PANGO_SCALE) + mask.y
      placed.append((mask, glyphX, glyphY))
      (left, right) = (min(left, glyphX), max(right, glyphX + mask.width))
      (top, bottom) = (min(top, glyphY), max(bottom, glyphY + mask.height))
    }
    left = max(left, 0)
    top = max(top, 0)
    right = min(right, target.size.width)
    bottom = min(bottom, target.size.height)
    guard left < right, top < bottom else { return true }
    gather(columns: left..<right, rows: top..<bottom)
    blend(word, columns: left..<right, rows: top..<bottom, on: target)
    return true
  }

  /// Adds up the coverage of the placed glyphs.
  private func gather(columns: Range<Int>, rows: Range<Int>) {
    // Rows have whole 64-bit words, so that blending can skip eight empty pixels at once.
    let stride = (columns.count + 7) & ~7
    let count = stride * rows.count
    if line.count < count { line = [UInt8](repeating: 0, count: count) }
    line.withUnsafeMutableBufferPointer { line in
      bytes.withUnsafeBufferPointer { bytes in
        guard let sums = line.baseAddress, let first = bytes.baseAddress else { return }
        sums.update(repeating: 0, count: count)
        for (mask, x, y) in placed {
          let wanted = (x..<x + mask.width).clamped(to: columns)
          guard !wanted.isEmpty else { continue }
          for row in (y..<y + mask.height).clamped(to: rows) {
            let source = first + mask.offset + (row - y) * mask.width + (wanted.lowerBound - x)
            let sum =
              sums + (row - rows.lowerBound) * stride + (wanted.lowerBound - columns.lowerBound)
            for index in 0..<wanted.count {
              let added = sum[index] &+ source[index]
              sum[index] = added < source[index] ? 255 : added
            }
          }
        }
      }
    }
  }

  private func blend(
    _ word: UInt32, columns: Range<Int>, rows: Range<Int>, on target: InkTarget
  ) {
    let stride = (columns.count + 7) & ~7
    line.withUnsafeBufferPointer { line in
      guard let first = line.baseAddress else { return }
      for row in rows.indices {
        let sums = first + (row - rows.lowerBound) * stride
        let pixels = target.pixels + row * target.size.width + columns.lowerBound
        var start = 0
        while start < columns.count {
          if UnsafeRawPointer(sums + start).loadUnaligned(as: UInt64.self) != 0 {
            for index in start..<min(start + 8, columns.count) where sums[index] != 0 {
              let source = Premultiplied.scaled(word, by: UInt32(sums[index]))
              pixels[index] = Premultiplied.over(source, pixels[index])
            }
          }
          start += 8
        }
      }
    }
  }

  private func face(_ font: OpaquePointer) -> Face {
    if let lastFace, lastFace.font == font { return lastFace }
    let face = faces[font] ?? Face(font)
    faces[font] = face
    lastFace = face
    return face
  }

  private func forget() {
    faces = [:]
    lastFace = nil
    bytes.removeAll(keepingCapacity: true)
  }

  // MARK: Making masks

  private func mask(of index: UInt32, _ face: Face) -> Mask? {
    if let known = face.masks[index] { return known }
    guard let made = ShapingGate.exclusive({ make(index, face) }) else {
      face.isRefused = true
      return nil
    }
    face.masks[index] = made
    return made
  }

  /// Makes the mask of a glyph, which Cairo draws in green to find out whether it has colours of
  /// its own.
  private func make(_ index: UInt32, _ face: Face) -> Mask? {
    var glyph = cairo_glyph_t(index: UInt(index), x: 0, y: 0)
    var extents = cairo_text_extents_t()
    cairo_scaled_font_glyph_extents(face.font, &glyph, 1, &extents)
    guard cairo_scaled_font_status(face.font) == CAIRO_STATUS_SUCCESS else { return nil }
    guard extents.width > 0, extents.height > 0 else { return Mask() }
    let limit = Double(Self.largestSide)
    guard extents.width < limit, extents.height < limit, extents.x_bearing.magnitude < limit,
      extents.y_bearing.magnitude < limit
    else { return nil }
    let left = Int(extents.x_bearing.rounded(.down)) - 2
    let top = Int(extents.y_bearing.rounded(.down)) - 2
    let width = Int((extents.x_bearing + extents.width).rounded(.up)) + 2 - left
    let height = Int((extents.y_bearing + extents.height).rounded(.up)) + 2 - top
    var pixels = [UInt32](repeating: 0, count: width * height)
    glyph.x = Double(-left)
    glyph.y = Double(-top)
    let isDrawn = pixels.withUnsafeMutableBytes { bytes in
      let surface = cairo_image_surface_create_for_data(
        bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(width),
        Int32(height), Int32(width * 4))
      defer { cairo_surface_destroy(surface) }
      guard let cairo = cairo_create(surface) else { return false }
      defer { cairo_destroy(cairo) }
      cairo_set_scaled_font(cairo, face.font)
      cairo_set_source_rgb(cairo, 0, 1, 0)
      cairo_show_glyphs(cairo, &glyph, 1)
      cairo_surface_flush(surface)
      return cairo_status(cairo) == CAIRO_STATUS_SUCCESS
    }
    guard isDrawn,
      pixels.allSatisfy({ $0 & 0x00FF_00FF == 0 && $0 >> 24 == ($0 >> 8) & 0xFF })
    else { return nil }
    return keep(pixels, width: width, height: height, left: left, top: top)
  }

  /// Stores the part of a glyph that is not empty.
  private func keep(_ pixels: [UInt32], width: Int, height: Int, left: Int, top: Int) -> Mask {
    var columns = (low: width, high: 0)
    var rows = (low: height, high: 0)
    for y in 0..<height {
      for x in 0..<width where pixels[y * width + x] != 0 {
        columns = (min(columns.low, x), max(columns.high, x + 1))
        rows = (min(rows.low, y), max(rows.high, y + 1))
      }
    }
    guard columns.low < columns.high else { return Mask() }
    let mask = Mask(
      x: left + columns.low, y: top + rows.low, width: columns.high - columns.low,
      height: rows.high - rows.low, offset: bytes.count)
    for y in rows.low..<rows.high {
      for x in columns.low..<columns.high {
        bytes.append(UInt8(truncatingIfNeeded: pixels[y * width + x] >> 24))
      }
    }
    return mask
  }
}
