/// Font of all lists of the program.
enum ListFont {
  static let family = "Noto Sans"
}
