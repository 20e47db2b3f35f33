/// Form of an attachment, which answers most questions about its kind: archives and chats have
/// kinds of their own, each of which names its form in one place.
package enum MediaForm: Hashable, Sendable {
  case picture, animation, video, sound
  /// A file that is neither seen nor heard.
  case document
  /// Text about something that is no file, such as a place or a poll.
  case words

  /// Whether it is a file, which can be missing.
  package var isFile: Bool { self != .words }
  /// Whether it is shown as a picture.
  package var isVisual: Bool { self == .picture || isFilm }
  /// Whether it is a sequence of pictures.
  package var isFilm: Bool { self == .animation || self == .video }
  /// Whether it has a duration and can be played.
  package var isPlayable: Bool { self == .sound || isFilm }
}
