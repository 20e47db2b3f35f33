/// What all lists of the program are set in.
enum ListFont {
  static let family = "Noto Sans"
}
