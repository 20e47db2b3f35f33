import CPango
import Synchronization

/// Font maps whose fonts replace two of Pango's functions (``FontMetricsGuard``,
/// ``PictureGlyphs``), while all other fonts of the process stay as they are.
///
/// A font map here is of a type of its own, derived from Pango's, and returns font sets of derived
/// types, which return fonts of a derived type. Pango creates the sets and fonts itself, with types
/// that its headers do not name. So each object gets its derived type when it is returned for the
/// first time. The derived type has the same size as the original one, and the same functions
/// except those replaced below, which call Pango's own.
enum OwnFontMap {
  private struct Types: Sendable {
    /// Derived types of font sets by the type that they are derived from; this Pango has one of
    /// each.
    var sets: [GType: GType] = [:]
    var fonts: [GType: GType] = [:]
  }

  /// Type of the maps; 0 if no type could be derived from Pango's.
  private static let mapType: GType = {
    // The type is known only after a map was made.
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
  /// Type of the fonts that were returned last, so that a font that already has it is recognized
  /// quickly; 0 at first.
  private static let fontType = Atomic<GType>(0)

  /// Makes a font map.
  ///
  /// - Returns: a reference that the caller owns.
  static func make() -> UnsafeMutablePointer<PangoFontMap> {
    guard mapType != 0, let made = g_object_new_with_properties(mapType, 0, nil, nil) else {
      return pango_cairo_font_map_new()
    }
    return UnsafeMutableRawPointer(made).assumingMemoryBound(to: PangoFontMap.self)
  }

  // MARK: Replaced methods of Pango

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

  /// Arguments of a walk over a set's fonts.
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

  /// Gives a font of one of these maps its derived type. No function of the font has been called
  /// before.
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

  // MARK: Derived types

  private static func gtype(of instance: UnsafeMutableRawPointer) -> GType {
    let table = instance.assumingMemoryBound(to: GTypeInstance.self).pointee.g_class
    return table?.pointee.g_type ?? 0
  }

  /// Returns the functions of the type that an instance's own type is derived from.
  private static func parent<Table>(
    of instance: UnsafeMutableRawPointer, _: Table.Type
  ) -> UnsafeMutablePointer<Table>? {
    g_type_class_peek(g_type_parent(gtype(of: instance)))?.assumingMemoryBound(to: Table.self)
  }

  /// Returns the derived type of an instance.
  ///
  /// - Returns: 0 for an instance that has a derived type already, or cannot have one.
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

  /// Returns a new type with the size of its parent; 0 if it cannot be made.
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

  /// Gives an instance another type. The instance holds a reference of its type's class, so the old
  /// class is released and the new one retained.
  private static func become(_ own: GType, _ instance: UnsafeMutableRawPointer) {
    guard own != 0, let table = g_type_class_ref(own) else { return }
    let object = instance.assumingMemoryBound(to: GTypeInstance.self)
    let plain = object.pointee.g_class
    object.pointee.g_class = table.assumingMemoryBound(to: GTypeClass.self)
    g_type_class_unref(plain)
  }
}
