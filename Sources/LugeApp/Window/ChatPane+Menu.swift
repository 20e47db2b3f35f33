import LugeArchive
import LugeChat
import LugeCore
import LugeEngine
import LugeListKit
import LugeQt
import LugeWords

/// Actions on a message: its context menu, and a click on its author.
extension ChatPane {
  /// Shows the menu of the whole message, for the keyboard.
  func showMenu(_ contents: ItemContents, at point: Point) {
    let regions = actions.regions(of: contents.item, at: contents.position)
    let offered = regions.parts(of: contents, in: surface)
    let hasPictures = offered.contains {
      if case .openImage = $0.action { true } else { false }
    }
    let leadsOn = offered.contains {
      if case .goTo = $0.action { true } else { false }
    }
    offerMore(
      entries(forPartsOf: contents, regions), about: contents.item, at: contents.position,
      copying: contents.copyText, leadsToReply: !leadsOn, savesPicture: !hasPictures, in: point,
      beside: contents.rect)
  }

  func showMenu(_ hit: ListHit?, at point: Point) {
    guard let hit else { return }
    var leadsToReply = true
    var savesPicture = true
    switch hit.action {
    case .openImage: savesPicture = false
    case .goTo: leadsToReply = false
    case .openLink, .openFile, .custom, .typed, nil: break
    }
    offerMore(
      actions.entries(for: hit), about: hit.row.item, at: hit.position, copying: hit.copyText,
      leadsToReply: leadsToReply, savesPicture: savesPicture, in: point)
  }

  /// Shows the menu entries of a part of a message, and those of the message itself.
  ///
  /// - Parameter text: text of the row, for the entry that copies it; nil if it has none.
  private func offerMore(
    _ first: [MenuItem], about item: ItemID, at position: Int, copying text: String?,
    leadsToReply: Bool = true, savesPicture: Bool, in point: Point, beside shown: Rect? = nil
  ) {
    let archive = archive
    Task { @MainActor [weak self, weak controller] in
      let read = await controller?.read { () throws(ArchiveError) in
        try archive.message(item.rawValue)
      }
      guard let self, self.controller.chat === self else { return }
      let message = read ?? nil
      var entries = first
      if hasSelection {
        entries.append(
          .entry(localized("Copy Selection")) { [weak self] in self?.copySelection() })
      }
      if let text, !text.isEmpty {
        entries.append(.entry(localized("Copy Text")) { Clipboard.text = text })
      }
      if let message {
        entries += self.entries(
          for: message, at: position, leadsToReply: leadsToReply, savesPicture: savesPicture)
      }
      actions.offer(entries, at: point, beside: shown)
    }
  }

  private func entries(
    for message: StoredMessage, at position: Int, leadsToReply: Bool, savesPicture: Bool
  ) -> [MenuItem] {
    var entries: [MenuItem] = []
    let line = SelectedMessages.line(
      message, MessageMapper.shownText(of: message).string, zone: controller.zone)
    entries.append(.entry(localized("Copy with Name and Time")) { Clipboard.text = line })
    if !message.text.string.isEmpty {
      entries.append(.entry(localized("Select")) { [weak self] in self?.select(at: position) })
    }
    if leadsToReply, let original = message.reply?.original {
      entries.append(
        .entry(localized("Go to Original Message")) { [weak self] in
          self?.goTo(ItemID(original.id))
        })
    }
    // With several pictures, each one has this in its own menu; one that was never downloaded has
    // no file.
    let photos = message.media.filter { $0.kind == .photo }
    if savesPicture, photos.count == 1, let key = photos[0].path.map(fileKey),
      key.filePath != nil || pictures.failure(of: key) == nil
    {
      entries.append(
        .entry(localized("Save Picture As…")) { [weak self] in
          self?.controller.pictureActions.save(key)
        })
    }
    if let author = message.author, !author.name.isEmpty {
      entries.append(
        .entry(localized("Messages from This Person")) { [weak self] in
          self?.controller.search.open(SearchFilters.from(author.name))
        })
    }
    return entries
  }

  /// Selects the whole text of a message.
  private func select(at position: Int) {
    surface.engine.select(
      TextSelection(
        from: TextPlace(position: position, offset: 0),
        to: TextPlace(position: position, offset: .max)))
    surface.requestFrame()
  }

  /// Searches for the messages of this message's author in all conversations.
  func showAuthor(_ author: ChatAuthor, of item: ItemID) {
    let archive = archive
    Task { @MainActor [weak self, weak controller] in
      let read = await controller?.read { () throws(ArchiveError) in
        try archive.message(item.rawValue)
      }
      guard let self, self.controller.chat === self, let message = read,
        let name = message?.author?.name, !name.isEmpty
      else { return }
      self.controller.search.open(SearchFilters.from(name))
    }
  }
}
