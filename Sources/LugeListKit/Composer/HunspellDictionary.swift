import Foundation

/// libhunspell, loaded when a dictionary is opened; its C interface has been the same since 1.3.
private struct Hunspell {
  typealias Handle = OpaquePointer
  typealias Create = @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Handle?
  typealias Destroy = @convention(c) (Handle) -> Void
  typealias Spell = @convention(c) (Handle, UnsafePointer<CChar>) -> CInt
  typealias Encoding = @convention(c) (Handle) -> UnsafePointer<CChar>?
  typealias List = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  typealias Suggest =
    @convention(c) (Handle, UnsafeMutablePointer<List?>, UnsafePointer<CChar>) -> CInt
  typealias Free = @convention(c) (Handle, UnsafeMutablePointer<List?>, CInt) -> Void

  let create: Create
  let destroy: Destroy
  let spell: Spell
  let encoding: Encoding
  let suggest: Suggest
  let free: Free

  static let shared = Hunspell()

  private init?() {
    let names = ["libhunspell-1.7.so.0", "libhunspell-1.6.so.0", "libhunspell.so"]
    var library: UnsafeMutableRawPointer?
    for name in names where library == nil { library = dlopen(name, RTLD_NOW | RTLD_LOCAL) }
    guard let library, let create = dlsym(library, "Hunspell_create"),
      let destroy = dlsym(library, "Hunspell_destroy"),
      let spell = dlsym(library, "Hunspell_spell"),
      let encoding = dlsym(library, "Hunspell_get_dic_encoding"),
      let suggest = dlsym(library, "Hunspell_suggest"),
      let free = dlsym(library, "Hunspell_free_list")
    else { return nil }
    self.create = unsafeBitCast(create, to: Create.self)
    self.destroy = unsafeBitCast(destroy, to: Destroy.self)
    self.spell = unsafeBitCast(spell, to: Spell.self)
    self.encoding = unsafeBitCast(encoding, to: Encoding.self)
    self.suggest = unsafeBitCast(suggest, to: Suggest.self)
    self.free = unsafeBitCast(free, to: Free.self)
  }
}

/// An open dictionary. Its owner, an actor, ensures that only one thread at a time uses it.
final class HunspellDictionary {
  private let library: Hunspell
  private let handle: Hunspell.Handle
  /// The dictionary's encoding.
  private let encoding: String.Encoding

  /// - Parameter path: path of the two files, without `.aff` and `.dic`.
  /// - Returns: nil if the library or a file is missing, or the encoding is unknown.
  init?(path: String) {
    let files = FileManager.default
    guard files.isReadableFile(atPath: path + ".aff"), files.isReadableFile(atPath: path + ".dic"),
      let library = Hunspell.shared, let handle = library.create(path + ".aff", path + ".dic")
    else { return nil }
    let name = library.encoding(handle).map { String(cString: $0).uppercased() } ?? "ISO8859-1"
    guard let encoding = Self.encoding(named: name) else {
      library.destroy(handle)
      return nil
    }
    self.library = library
    self.handle = handle
    self.encoding = encoding
  }

  deinit { library.destroy(handle) }

  private static func encoding(named name: String) -> String.Encoding? {
    switch name {
    case "UTF-8", "UTF8": .utf8
    case "ISO8859-1", "ISO-8859-1", "ISO8859-15", "ISO-8859-15": .isoLatin1
    case "ISO8859-2", "ISO-8859-2": .isoLatin2
    case "MICROSOFT-CP1250": .windowsCP1250
    case "MICROSOFT-CP1251", "CP1251": .windowsCP1251
    default: nil
    }
  }

  func knows(_ word: String) -> Bool {
    // A word with letters outside of the encoding cannot be checked.
    guard var bytes = word.data(using: encoding).map({ $0.map(CChar.init(bitPattern:)) }) else {
      return true
    }
    bytes.append(0)
    return library.spell(handle, bytes) != 0
  }

  func suggestions(for word: String) -> [String] {
    guard var bytes = word.data(using: encoding).map({ $0.map(CChar.init(bitPattern:)) }) else {
      return []
    }
    bytes.append(0)
    var list: Hunspell.List?
    let count = library.suggest(handle, &list, bytes)
    guard let words = list else { return [] }
    defer { library.free(handle, &list, count) }
    return (0..<Int(max(0, count))).compactMap { index in
      words[index].flatMap { text in
        String(data: Data(bytes: text, count: strlen(text)), encoding: encoding)
      }
    }
  }
}
