import Foundation
import LugeCore
public import LugeQt

/// One configuration in a window, in a process of its own: scrolls by the study's script and prints
/// what it saw, by the protocol of `luge drive`.
@MainActor
public final class StudyStage {
  public struct Options: Sendable {
    public var configuration: StudyConfiguration
    public var mode: StudyMode
    public var messages: Int
    /// Address of the server with the pictures.
    public var address: String
    /// Ends with the first screen, and says when that was complete.
    public var opensOnly: Bool
    /// Whether an ordinary list estimates heights until rows show, whatever its configuration
    /// says: what opening takes without measuring all messages first.
    public var estimatesHeights: Bool
    /// Path of a picture of the window, taken in the middle of the run.
    public var shot: String?
    /// Minimum seconds that the uncapped frames take together.
    public var uncappedSeconds: Double

    public init(
      configuration: StudyConfiguration, mode: StudyMode, messages: Int, address: String,
      opensOnly: Bool = false, estimatesHeights: Bool = false, shot: String? = nil,
      uncappedSeconds: Double = 3
    ) {
      self.opensOnly = opensOnly
      self.estimatesHeights = estimatesHeights
      self.configuration = configuration
      self.mode = mode
      self.messages = messages
      self.address = address
      self.shot = shot
      self.uncappedSeconds = uncappedSeconds
    }
  }

  private static let markSeconds = 0.2
  private static let mostPasses = 20
  /// Seconds of a pass after which what it left undone has been done meanwhile.
  private static let fastPass = 2.0
  /// Seconds after which a first screen is given up.
  private static let openingLimit = 20.0

  private let application: Application
  private let options: Options
  private let window: Window
  private let clock: FrameClock
  private var subscription: FrameClock.Subscription?
  private var list: (any StudyList)?
  private let lugePictures: LugeStudyList.Pictures?
  private let ordinaryPictures: OrdinaryPictures?

  public init(_ application: Application, _ options: Options) throws {
    self.application = application
    self.options = options
    window = Window(title: "Luge")
    clock = try FrameClock()
    ordinaryPictures = options.configuration.ordinary.map {
      OrdinaryPictures($0, memory: .of(options.mode), waits: options.mode == .uncapped)
    }
    lugePictures = ordinaryPictures == nil ? LugeStudyList.Pictures(.of(options.mode)) : nil
    window.placement = Placement(x: 0, y: 0, width: 400, height: 800, isSideVisible: false)
  }

  public func start() {
    window.show()
    Task { @MainActor in
      if options.opensOnly { await open() } else { await scroll() }
      say("@DONE")
      subscription = nil
      list = nil
      application.quit()
    }
  }

  /// Ends in the first frame that shows all rows and pictures of the first screen; frames come at
  /// the window's pace, as to a user. Who started the process knows when that was.
  private func open() async {
    let list = makeList()
    let limit = Timing.now + Self.openingLimit
    await withCheckedContinuation { continuation in
      subscription = clock.subscribe { [weak self] tick in
        let isComplete = self?.show(list, at: tick.time).isComplete ?? false
        if isComplete {
          self?.say(String(format: "@FIRST %.1f", Date().timeIntervalSince1970 * 1000))
        }
        let goesOn = !isComplete && Timing.now < limit
        if !goesOn { continuation.resume() }
        return goesOn
      }
      subscription?.requestFrame()
    }
  }

  private func scroll() async {
    await pause(0.4)
    // Whatever the scroll bar takes beside the list.
    window.placement.width += 400 - window.main.surface.geometry.size.width
    await pause(0.4)
    if options.mode == .uncapped {
      // Everything that is fetched or decoded once is, and then counts for nobody. Where that went
      // fast, frames of animations that are decoded ahead may have been left: it goes on once more.
      for _ in 0..<2 {
        let list = makeList()
        await settle(list, frames: 8)
        let sample = await unpaced(list)
        await pause(0.5)
        guard sample.seconds < Self.fastPass else { break }
      }
    }
    report(options.mode == .uncapped ? await passes() : await steady())
  }

  private func steady() async -> StudySample {
    let list = makeList()
    await settle(list, frames: 40)
    say("@BEGIN study")
    let sample = await paced(list)
    say("@END study")
    await pause(Self.markSeconds)
    return sample
  }

  /// The script again and again, each time with a list that has not shown anything, until frames
  /// took so long together that a tenth more or less of it means something.
  private func passes() async -> StudySample {
    var whole = StudySample()
    repeat {
      let list = makeList()
      await settle(list, frames: 8)
      say("@BEGIN study")
      // The lab reads the process' clocks at this mark; of a process that has ended there are none.
      await pause(Self.markSeconds)
      whole.append(await unpaced(list))
      say("@END study")
      await pause(Self.markSeconds)
    } while whole.seconds < options.uncappedSeconds && whole.passes < Self.mostPasses
    return whole
  }

  private func report(_ sample: StudySample) {
    guard let data = try? JSONEncoder().encode(sample) else { return say("@FAIL no report") }
    say("@DATA study \(String(decoding: data, as: UTF8.self))")
  }

  private func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }

  private func pause(_ seconds: Double) async { try? await Task.sleep(for: .seconds(seconds)) }

  // MARK: Lists

  /// Number of missing pictures in the last painted frame; nil before.
  private var latePictures: Int?
  private var hiddenPictures = 0

  private func makeList() -> any StudyList {
    let messages = StudyMessage.messages(count: options.messages, address: options.address)
    let list: any StudyList
    if var switches = options.configuration.ordinary, let ordinaryPictures {
      if options.estimatesHeights { switches.heights = .automatic }
      list = OrdinaryList(
        messages: messages, style: options.configuration.style, switches: switches,
        pictures: ordinaryPictures)
    } else {
      list = LugeStudyList(
        messages: messages, style: options.configuration.style,
        pictures: lugePictures ?? .init(), waits: options.mode == .uncapped)
    }
    list.open(window.main.surface.geometry.size, at: now)
    self.list = list
    window.main.surface.onPaint = { [weak self, weak list] pixels in
      guard let list else { return }
      list.paint(on: pixels.base, size: pixels.size, stride: pixels.stride)
      let hidden = LatePictures.inView(list.hiddenPictureFrames, in: pixels.size)
      let late = LatePictures.count(list.pictureFrames, in: pixels.size) { x, y in
        (0..<pixels.size.width).contains(x) ? pixels.base[y * pixels.stride + x] : nil
      }
      self?.hiddenPictures = hidden
      self?.latePictures = late + hidden
    }
    return list
  }

  /// Brings the list up to date, and paints it.
  private func show(_ list: any StudyList, at time: Double) -> StudyFrame {
    latePictures = nil
    hiddenPictures = 0
    var frame = list.frame(at: time)
    window.main.surface.repaint()
    frame.latePictures = latePictures
    frame.hiddenPictures = hiddenPictures
    return frame
  }

  /// The first screen, with its pictures: the script scrolls a list that stands.
  private func settle(_ list: any StudyList, frames: Int) async {
    let limit = Timing.now + Self.openingLimit
    var shown = 0
    var isComplete = false
    // Waits until everything is complete, even if that takes more frames than asked for.
    while shown < frames || !isComplete && Timing.now < limit {
      shown += 1
      isComplete = show(list, at: now).isComplete
      await pause(0.025)
    }
  }

  // MARK: Running

  private func paced(_ list: any StudyList) async -> StudySample {
    var sample = StudySample()
    var script: DriveScript?
    let target = StudyTarget(list)
    let allocations = AllocationCounter.now()
    var start = 0.0
    var isShot = options.shot == nil
    await withCheckedContinuation { continuation in
      subscription = clock.subscribe { [unowned self] tick in
        if script == nil {
          start = tick.time
          script = DriveScript(.thesis, at: tick.time)
        } else {
          sample.missed += tick.missed
        }
        // Moving the list is work of the frame: lists differ in when they do it.
        let (begin, worked) = (FrameClock.now, Timing.threadNow)
        let goesOn = script?.advance(to: tick.time, target) ?? false
        let frame = show(list, at: tick.time)
        let end = FrameClock.now
        sample.workedMs += (Timing.threadNow - worked) * 1000
        sample.frameMs.append((end - begin) * 1000)
        sample.times.append(end - start)
        sample.add(frame)
        if !isShot, end - start > 2.5, let shot = options.shot {
          isShot = true
          try? window.grab(to: shot)
        }
        if !goesOn { continuation.resume() }
        return goesOn
      }
      subscription?.requestFrame()
    }
    subscription = nil
    sample.allocations = counted(since: allocations)
    return sample
  }

  /// The same frames as at 60 a second, without the time between them.
  private func unpaced(_ list: any StudyList) async -> StudySample {
    var sample = StudySample()
    let target = StudyTarget(list)
    let allocations = AllocationCounter.now()
    var time = now
    var script = DriveScript(.thesis, at: time)
    var spent = 0.0
    var goesOn = true
    while goesOn {
      time += 1.0 / 60
      let (begin, worked) = (FrameClock.now, Timing.threadNow)
      goesOn = script.advance(to: time, target)
      let frame = show(list, at: time)
      let took = FrameClock.now - begin
      sample.workedMs += (Timing.threadNow - worked) * 1000
      spent += took
      sample.frameMs.append(took * 1000)
      sample.times.append(spent)
      sample.add(frame)
      // Lets the window system's events and the pictures that came be taken.
      await Task.yield()
    }
    sample.allocations = counted(since: allocations)
    sample.passRates = [Double(sample.frameMs.count) / max(1e-6, spent)]
    ahead = max(0, time - FrameClock.now)
    return sample
  }

  /// Seconds by which the lists' time is ahead of the clock: uncapped frames use it up faster than
  /// it passes, and what plays must not see it go back.
  private var ahead = 0.0

  private var now: Double { FrameClock.now + ahead }

  private func counted(since before: UInt64?) -> UInt64? {
    guard let before, let now = AllocationCounter.now() else { return nil }
    return now &- before
  }
}
