import CPango
import Synchronization

/// Font maps whose fonts answer two questions otherwise than Pango's do (``FontMetricsGuard``,
/// ``PictureGlyphs``), while all other fonts of the process stay as they are.
///
/// A font map here is of a type of its own, derived from Pango's, and hands out sets of fonts that
/// are as well; these hand out such fonts. Pango makes sets and fonts by itself, of types that it
/// does not name in its headers, so each gets its derived type when it is handed out for the first
/// time: what it is an instance of has the same size and the same functions but for those below,
/// which call Pango's own.
enum OwnFontMap {
  private struct Types: Sendable {
    /// Types of font sets by the type that they are derived from, of which this Pango has one each.
    var sets: [GType: GType] = [:]
    var fonts: [GType: GType] = [:]
  }

  /// The map's own type, 0 where Pango's could not be derived from.
  private static let mapType: GType = {
    // A map has to be made for its type to be known.
    guard let plain = pango_cairo_font_map_new() else { return 0 }
    defer { g_object_unref(plain) }
    return derive("LugeFontMap", from: gtype(of: plain)) { table, _ in
      guard let table = table?.assumingMemoryBound(to: PangoFontMapClass.self) else { return }
      table.pointee.load_font = { OwnFontMap.loadFont($0, $1, $2) }
      table.pointee.load_fontset = { OwnFontMap.loadSet($0, $1, $2, $3) }
    }
  }()

  // MARK: Mutable State (under its lock)
  private static let types = Mutex(Types())
  /// The type of the fonts that are handed out, as far as there is one: they are handed out again
  /// and again.
  private static let fontType = Atomic<GType>(0)

  /// - Returns: a reference of the caller's.
  static func make() -> UnsafeMutablePointer<PangoFontMap> {
    guard mapType != 0, let made = g_object_new_with_properties(mapType, 0, nil, nil) else {
      return pango_cairo_font_map_new()
    }
    return UnsafeMutableRawPointer(made).assumingMemoryBound(to: PangoFontMap.self)
  }

  // MARK: What the types do otherwise

  private static func loadFont(
    _ map: UnsafeMutablePointer<PangoFontMap>?, _ context: OpaquePointer?,
    _ description: OpaquePointer?
  ) -> UnsafeMutablePointer<PangoFont>? {
    guard let map else { return nil }
    let font = parent(of: map, PangoFontMapClass.self)?.pointee.load_font?(
      map, context, description)
    adopt(font)
    return font
  }

  private static func loadSet(
    _ map: UnsafeMutablePointer<PangoFontMap>?, _ context: OpaquePointer?,
    _ description: OpaquePointer?, _ language: OpaquePointer?
  ) -> UnsafeMutablePointer<PangoFontset>? {
    guard let map else { return nil }
    let set = parent(of: map, PangoFontMapClass.self)?.pointee.load_fontset?(
      map, context, description, language)
    if let set {
      let own = types.withLock { types in
        ownType(of: set, in: &types.sets, "LugeFontset") { table, _ in
          guard let table = table?.assumingMemoryBound(to: PangoFontsetClass.self) else { return }
          table.pointee.get_font = { OwnFontMap.font(of: $0, $1) }
          table.pointee.foreach = { OwnFontMap.forEach($0, $1, $2) }
        }
      }
      become(own, set)
    }
    return set
  }

  private static func font(
    of set: UnsafeMutablePointer<PangoFontset>?, _ character: guint
  ) -> UnsafeMutablePointer<PangoFont>? {
    guard let set else { return nil }
    let font = parent(of: set, PangoFontsetClass.self)?.pointee.get_font?(set, character)
    adopt(font)
    return font
  }

  /// Callback of a walk over a set's fonts.
  private struct Walk {
    var body: PangoFontsetForeachFunc?
    var data: gpointer?
  }

  private static func forEach(
    _ set: UnsafeMutablePointer<PangoFontset>?, _ body: PangoFontsetForeachFunc?, _ data: gpointer?
  ) {
    guard let set else { return }
    var walk = Walk(body: body, data: data)
    withUnsafeMutablePointer(to: &walk) { walk in
      parent(of: set, PangoFontsetClass.self)?.pointee.foreach?(
        set,
        { set, font, walk in
          OwnFontMap.adopt(font)
          guard let walk = walk?.assumingMemoryBound(to: Walk.self).pointee else { return 1 }
          return walk.body?(set, font, walk.data) ?? 1
        }, walk)
    }
  }

  /// Lets a font that a map here has made answer as fonts here do. Nobody has asked it anything
  /// yet.
  private static func adopt(_ font: UnsafeMutablePointer<PangoFont>?) {
    guard let font, gtype(of: font) != fontType.load(ordering: .relaxed) else { return }
    let own = types.withLock { types in
      ownType(of: font, in: &types.fonts, "LugeFont") { table, _ in
        guard let table = table?.assumingMemoryBound(to: PangoFontClass.self) else { return }
        FontMetricsGuard.install(on: table)
        PictureGlyphs.install(on: table)
      }
    }
    become(own, font)
    if own != 0 { fontType.store(own, ordering: .relaxed) }
  }

  // MARK: Types

  private static func gtype(of instance: UnsafeMutableRawPointer) -> GType {
    let table = instance.assumingMemoryBound(to: GTypeInstance.self).pointee.g_class
    return table?.pointee.g_type ?? 0
  }

  /// The functions of the type that an instance's own type is derived from.
  private static func parent<Table>(
    of instance: UnsafeMutableRawPointer, _: Table.Type
  ) -> UnsafeMutablePointer<Table>? {
    g_type_class_peek(g_type_parent(gtype(of: instance)))?.assumingMemoryBound(to: Table.self)
  }

  /// - Returns: 0 for an instance that is of such a type already, or cannot be.
  private static func ownType(
    of instance: UnsafeMutableRawPointer, in known: inout [GType: GType], _ name: String,
    _ initialize: @escaping GClassInitFunc
  ) -> GType {
    let plain = gtype(of: instance)
    if let own = known[plain] { return own }
    if known.values.contains(plain) { return 0 }
    let own = derive(known.isEmpty ? name : "\(name)\(known.count)", from: plain, initialize)
    known[plain] = own
    return own
  }

  /// A type with the size of its parent.
  private static func derive(
    _ name: String, from parent: GType, _ initialize: @escaping GClassInitFunc
  ) -> GType {
    var query = GTypeQuery()
    g_type_query(parent, &query)
    guard query.type != 0, query.class_size <= UInt16.max, query.instance_size <= UInt16.max
    else { return 0 }
    return g_type_register_static_simple(
      parent, name, query.class_size, initialize, query.instance_size, nil, GTypeFlags(0))
  }

  /// Each instance has a reference of its type, which is let go of with it.
  private static func become(_ own: GType, _ instance: UnsafeMutableRawPointer) {
    guard own != 0, let table = g_type_class_ref(own) else { return }
    let object = instance.assumingMemoryBound(to: GTypeInstance.self)
    let plain = object.pointee.g_class
    object.pointee.g_class = table.assumingMemoryBound(to: GTypeClass.self)
    g_type_class_unref(plain)
  }
}
