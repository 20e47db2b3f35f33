import LugeArchive
import LugeChat
import LugeCore
import LugeImages
import LugeListKit
import LugeLive
import LugeQt
import LugeWords

/// Question in the main area whether the user accepts an invitation: who invites, and to which
/// room.
@MainActor
final class InvitationPanel {
  let key: RoomKey
  let room: LiveRoom
  let account: LiveAccount
  private let area: ListArea
  private let pictures: PictureSource
  private let scheme: ColorScheme
  /// The inviter in the account's archive; 0 while it does not know them.
  private let number: AuthorID
  /// Called with the user's answer: whether to join the room.
  var onAnswer: (@MainActor (Bool) -> Void)?

  // MARK: Mutable State (main actor)

  private var preview: LiveRoomPreview?
  private var picture: Bitmap?
  private var asking: Task<Void, Never>?
  private var isOpen = false

  /// Whether the user has answered and the server has not confirmed yet.
  private(set) var isAnswered = false {
    didSet { if isAnswered != oldValue { update() } }
  }

  init(
    _ key: RoomKey, _ room: LiveRoom, _ account: LiveAccount, in area: ListArea,
    scheme: ColorScheme
  ) {
    self.scheme = scheme
    self.key = key
    self.room = room
    self.account = account
    self.area = area
    pictures = PictureSource(own: LivePictures(account: account))
    let inviter = room.invitation.flatMap { try? account.author(of: $0.inviter) }
    number = inviter?.id ?? AuthorID(rawValue: 0)
  }

  /// Shows what is known, and requests the rest from the server.
  func show() {
    isOpen = true
    area.onStateButton = { [weak self] in self?.onAnswer?($0 == 0) }
    update()
    let (account, room) = (account, room)
    let scale = area.surface.geometry.scale
    let side = Int((ListArea.stateFaceSide * scale).rounded(.up))
    asking = Task { [weak self, pictures] in
      let preview = await account.preview(of: room)
      guard !Task.isCancelled else { return }
      self?.preview = preview
      self?.update()
      guard let address = room.invitation?.inviterPicture else { return }
      let request = ImageRequest(
        ImageKey(address), size: PixelSize(width: side, height: side))
      guard let picture = try? await pictures.pipeline.image(for: request), !Task.isCancelled
      else { return }
      self?.picture = picture
      self?.update()
    }
  }

  /// Shows that the user's answer is being sent.
  func answered() { isAnswered = true }

  /// Enables the buttons again, because the answer could not be sent.
  func askAgain() { isAnswered = false }

  /// Removes the panel from the area.
  func close() {
    asking?.cancel()
    isOpen = false
    area.onStateButton = nil
    area.state = nil
  }

  private func update() {
    guard isOpen else { return }
    area.state = state
    if let picture { area.showStatePicture(picture) }
  }

  private var state: ListArea.State {
    var state = ListArea.State(
      title: title, detail: details.joined(separator: "\n"),
      buttons: isAnswered ? [] : [localized("Accept"), localized("Decline")],
      progress: isAnswered ? .unknown : nil)
    if let invitation = room.invitation {
      let colors = ChatColors()
      state.face = .init(
        initials: AuthorPalette.initials(of: ForeignText.name(invitation.shownInviter)),
        color: colors.author(
          LiveMessageMapper.colorIndex(of: number, invitation.inviter)
        ).resolved(scheme),
        letters: colors.initials.resolved(scheme))
    }
    return state
  }

  private var title: String {
    let name = ForeignText.isolated(room.name)
    guard let invitation = room.invitation else {
      return localized("You are invited to “{name}”.", ["name": name])
    }
    let inviter = ForeignText.isolated(invitation.shownInviter)
    guard invitation.roomName != nil else {
      return localized("{name} invites you to a conversation", ["name": inviter])
    }
    return localized("{name} invites you to “{room}”", ["name": inviter, "room": name])
  }

  private var details: [String] {
    var details: [String] = []
    if let invitation = room.invitation { details.append(ForeignText.visible(invitation.inviter)) }
    if let topic = room.invitation?.topic ?? preview?.topic {
      details.append(ForeignText.visible(topic))
    }
    if let members = preview?.members {
      details.append(
        localized(one: "{count} person is in it", other: "{count} people are in it", count: members)
      )
    }
    if room.isEncrypted { details.append(LiveAccount.encryptedWords) }
    return details
  }
}
