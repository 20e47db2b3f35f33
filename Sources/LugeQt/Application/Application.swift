import CQtShim
public import LugeCore
import LugeWords

#if canImport(Glibc)
  import Glibc
#endif

/// Connection of the program to the window system: one in each process, made and run on the main
/// thread.
///
/// The main actor runs inside ``run()``: `Task { @MainActor in … }`, `await` on main-actor
/// functions and the main dispatch queue work as in any program. `main` must be synchronous (on
/// Linux, under an asynchronous `main`, the main actor is not the main thread), and no main-actor
/// job may run a loop of its own.
///
/// The language is that of the environment, unless the program has chosen one with
/// `LugeWords.Words`.
///
/// Foundation's `Timer` and `RunLoop` do not fire; use `Task.sleep` or dispatch sources.
@MainActor
public final class Application {
  /// The program's names for the desktop.
  public struct Identity: Sendable {
    /// Short lower-case name, used in paths.
    public var name: String
    public var displayName: String
    public var version: String
    /// Base name of the `.desktop` file, by which the desktop finds the icon.
    public var desktopFile: String

    public init(
      name: String, displayName: String, version: String = "", desktopFile: String? = nil
    ) {
      self.name = name
      self.displayName = displayName
      self.version = version
      self.desktopFile = desktopFile ?? name
    }
  }

  /// Closure called after the desktop's colours or fonts changed.
  public var onAppearanceChange: (@MainActor () -> Void)?

  private var mainQueue: MainQueue?

  /// Connects to the window system.
  ///
  /// - Parameter arguments: the command line; Qt takes its own options (such as `-style`) from it.
  /// - Throws: ``QtError/noDisplay`` when the environment names no window system. If it names one
  ///   that does not answer, Qt ends the process with exit code 69.
  public init(
    _ identity: Identity, arguments: [String] = CommandLine.arguments
  ) throws(QtError) {
    guard Self.hasDisplay else { throw .noDisplay }
    if !Words.isChosen { Words.followEnvironment() }

    let isNew = withCStrings(arguments) { argv in
      withCStrings([
        identity.name, identity.displayName, identity.version, identity.desktopFile,
        Words.language, "\(identity.name): \(QtError.deafDisplay)",
      ]) { strings in
        var info = lq_app_info(
          name: strings[0], display_name: strings[1], version: strings[2],
          // Without an organisation, Qt's paths end in the program's name only, as XDG specifies.
          organization: nil, desktop_file: strings[3], language: strings[4],
          right_to_left: Words.isRightToLeft, translate: translateForShim,
          unavailable: strings[5])
        return lq_app_create(Int32(argv.count), argv, &info)
      }
    }
    guard isNew else { throw .applicationExists }
    setColors(DesignTokens.standard.colors)
    mainQueue = MainQueue()
    lq_app_on_appearance_changed(
      { context in onMain(context, as: Application.self) { $0.onAppearanceChange?() } },
      Unmanaged.passUnretained(self).toOpaque())
  }

  isolated deinit {
    // This also runs after an initialiser that threw, when nothing of this object is registered.
    if mainQueue != nil { lq_app_on_appearance_changed(nil, nil) }
  }

  /// Runs until ``quit(_:)`` or until the last window is closed.
  ///
  /// - Returns: the exit code.
  public func run() -> Int32 { lq_app_exec() }

  public func quit(_ code: Int32 = 0) { lq_app_quit(code) }

  /// Whether the environment names a window system.
  public nonisolated static var hasDisplay: Bool {
    ["WAYLAND_DISPLAY", "DISPLAY", "QT_QPA_PLATFORM"].contains { (name: String) in
      getenv(name) != nil
    }
  }

  /// Version of the Qt library in use, such as `6.4.2`.
  public nonisolated static var qtVersion: String { String(cString: lq_app_qt_version()) }

  /// Number of times the loop woke up since the start; an idle program must not wake up.
  public var wakeups: UInt64 { lq_app_wakeups() }

  // MARK: Appearance

  public var colorScheme: ColorScheme { lq_app_is_dark() ? .dark : .light }

  /// Whether the desktop asks for reduced motion.
  public var prefersReducedMotion: Bool { !lq_app_animates() }

  /// Draws widgets in this scheme; nil follows the desktop.
  public func setColorScheme(_ scheme: ColorScheme?) {
    switch scheme {
    case nil: lq_app_set_scheme(LQ_SCHEME_SYSTEM)
    case .light: lq_app_set_scheme(LQ_SCHEME_LIGHT)
    case .dark: lq_app_set_scheme(LQ_SCHEME_DARK)
    }
  }

  /// Gives buttons, fields, menus and dialogs the colours of ``LugeCore/DesignTokens``. Where the
  /// desktop has a style of its own and its colours are followed, only the accent is set.
  public func setColors(_ colors: DesignTokens.Colors) {
    func tones(_ tone: (ThemeColor) -> RGBA, button: ThemeColor, window: ThemeColor) -> lq_tones {
      func word(_ color: ThemeColor) -> UInt32 {
        let color = tone(color)
        return UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
      }
      return lq_tones(
        accent: word(colors.accent), on_accent: word(colors.onAccent), window: word(window),
        base: word(colors.panel), button: word(button), text: word(colors.text),
        secondary: word(colors.secondary))
    }
    // Raised parts are lighter than their background: white in a light scheme.
    var look = lq_look(
      light: tones(\.light, button: colors.panel, window: colors.inset),
      dark: tones(\.dark, button: colors.inset, window: colors.incoming))
    lq_app_set_look(&look)
  }
}

/// Translates a text of the shim; called by it on the thread that makes a widget.
private func translateForShim(
  _ owner: UnsafePointer<CChar>?, _ text: UnsafePointer<CChar>?, _ context: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
  guard let owner, let text else { return nil }
  if strcmp(owner, "QShortcut") == 0, let name = KeyNames.name(of: String(cString: text)) {
    return strdup(name)
  }
  // Qt translates the texts of its own classes, except in the pseudo language.
  guard Words.isPseudo || strcmp(owner, "QObject") == 0 else { return nil }
  let meaning = context.map { String(cString: $0) }
  return Words.translation(String(cString: text), context: meaning?.isEmpty == true ? nil : meaning)
    .flatMap { strdup($0) }
}
