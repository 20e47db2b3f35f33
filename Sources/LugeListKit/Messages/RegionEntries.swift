public import LugeCore
public import LugeEngine
public import LugeImages
public import LugeQt
import LugeWords

/// The menu entries for a region of a row: a link, a file, a picture, a message that is replied to.
/// Every list of messages, posts or media takes them from here, so that a picture offers the same
/// wherever it is shown.
@MainActor
public struct RegionEntries {
  /// Performs the action of a region, as a click on it does.
  public var perform: @MainActor (HitRegion.Action, RowID) -> Void
  public var pictures: Pictures
  /// The file of a path that a row names.
  public var file: @MainActor (String) -> ImageKey = { ImageKey($0) }
  /// Title of the entry that follows a reply to what it answers.
  public var goToTitle = localized("Go to Message")
  /// Shows a preview of a page; nil where there is none to ask for.
  public var preview: @MainActor (_ url: String) -> (@MainActor () -> Void)? = { _ in nil }

  /// Actions on pictures of the list.
  @MainActor
  public struct Pictures {
    public var failure: @MainActor (ImageKey) -> ImageError?
    /// Fetches or decodes a picture that is not there, because the user wants it.
    public var load: @MainActor (ImageKey) -> Void
    public var actions: PictureActions
    public var opener: ForeignOpener

    public init(
      failure: @escaping @MainActor (ImageKey) -> ImageError?,
      load: @escaping @MainActor (ImageKey) -> Void, actions: PictureActions, opener: ForeignOpener
    ) {
      self.failure = failure
      self.load = load
      self.actions = actions
      self.opener = opener
    }
  }

  public init(
    pictures: Pictures, perform: @escaping @MainActor (HitRegion.Action, RowID) -> Void
  ) {
    self.pictures = pictures
    self.perform = perform
  }

  /// Returns the entries of a region; empty where a click says all that there is.
  public func entries(for action: HitRegion.Action, of row: RowID) -> [MenuItem] {
    let perform: @MainActor () -> Void = { [perform] in perform(action, row) }
    return switch action {
    case .openLink(let url):
      [
        .entry(localized("Open Link"), run: perform),
        .entry(localized("Copy Link Address")) { Clipboard.text = url },
      ] + (preview(url).map { [.entry(localized("Show Preview"), run: $0)] } ?? [])
    case .openFile(let path):
      [
        .entry(
          VideoViewer.plays(path) ? localized("Play") : localized("Open File"), run: perform)
      ]
        // A file that the program has yet to fetch has no path.
        + (file(path).filePath == nil
          ? [] : [.entry(localized("Copy File Path")) { Clipboard.text = path }])
    case .openImage(let key): entries(of: key, show: perform)
    case .goTo: [.entry(goToTitle, run: perform)]
    case .custom, .typed: []
    }
  }

  /// Returns the entries of a picture, animated or not.
  private func entries(of key: ImageKey, show: @escaping @MainActor () -> Void) -> [MenuItem] {
    let (failure, load) = (pictures.failure(key), pictures.load)
    let (actions, opener) = (pictures.actions, pictures.opener)
    var entries: [MenuItem] = []
    if let failure, failure.offersRetry(of: key) {
      let isRefused = failure == .network(.notPermitted)
      entries.append(
        .entry(isRefused ? localized("Load Picture") : localized("Try Again")) { load(key) })
    } else if failure == nil {
      entries.append(.entry(localized("Show Picture"), run: show))
      entries.append(.entry(localized("Copy Picture")) { actions.copy(key) })
    }
    let isFile = key.filePath != nil
    // A picture that was never fetched has no file yet.
    if isFile || failure == nil {
      entries.append(.entry(localized("Save Picture As…")) { actions.save(key) })
      entries.append(.entry(localized("Open in Another Program")) { actions.open(key) })
    }
    if isFile {
      entries.append(.entry(localized("Show in Folder")) { opener.showFolder(of: key) })
      entries.append(.entry(localized("Copy File Path")) { Clipboard.text = key.source })
    } else if key.source.isWebAddress {
      entries.append(.entry(localized("Open in Browser")) { opener.open(link: key.source) })
      entries.append(.entry(localized("Copy Address")) { Clipboard.text = key.source })
    }
    return entries
  }

  /// Returns the entries of an item's parts, for a menu that is opened by keys: those of the part
  /// that has the focus, if it has some, otherwise those of all; of several each has a submenu.
  /// The entries of a row's interactors are among them; a single one, which says itself what it is
  /// about, needs no submenu.
  ///
  /// - Parameters:
  ///   - list: shows the item; it names the parts.
  ///   - others: returns the entry of a part that has none here, such as a button of a post.
  public func entries(
    forPartsOf contents: ItemContents, in list: ListSurface,
    others: (_ part: ItemContents.Part, _ title: String) -> MenuItem? = { _, _ in nil }
  ) -> [MenuItem] {
    let parts = parts(of: contents, in: list)
    let offered = parts.map { entries(for: $0, of: contents, in: list) }
    func isNamed(_ part: ItemContents.Part, _ items: [MenuItem]) -> Bool {
      if case .typed = part.action { return items.count > 1 }
      return !items.isEmpty
    }
    let named = zip(parts, offered).filter(isNamed).map(\.0)
    let leads = named.count { if case .goTo = $0.action { true } else { false } }
    var titles = list.titles(of: named).makeIterator()
    return zip(parts, offered).flatMap { part, items -> [MenuItem] in
      guard !items.isEmpty else {
        return others(part, MenuTitle.of(list.title(of: part))).map { [$0] } ?? []
      }
      guard isNamed(part, items) else { return items }
      let title = titles.next()
      // The entry of the only one says the same as a submenu's title would.
      if leads == 1, case .goTo = part.action { return items }
      return named.count > 1 ? [.submenu(MenuTitle.of(title ?? ""), items)] : items
    }
  }

  /// Returns the parts of which ``entries(forPartsOf:in:others:)`` returns entries.
  public func parts(of contents: ItemContents, in list: ListSurface) -> [ItemContents.Part] {
    if let focused = list.focusedPart,
      let part = contents.parts.first(where: { $0.isSame(as: focused) }),
      !entries(for: part, of: contents, in: list).isEmpty
    {
      return [part]
    }
    return Array(contents.parts.prefix(Self.mostParts))
  }

  private func entries(
    for part: ItemContents.Part, of contents: ItemContents, in list: ListSurface
  ) -> [MenuItem] {
    entries(for: part.action, of: part.row)
      + list.interactors.menuEntries(for: part, of: contents).map(MenuItem.init)
  }

  /// A menu of more is longer than a screen.
  private static var mostParts: Int { 24 }
}

extension MenuItem {
  /// Makes the entry of a row's interactor.
  package init(_ entry: RowMenuEntry) {
    self = .entry(entry.title, isEnabled: entry.isEnabled, run: entry.run)
  }
}
