import Foundation
import LugeCore
import LugeImages
public import LugeQt
import LugeText

/// One configuration in a window, in a process of its own: scrolls by the study's script and prints
/// what it saw, by the protocol of `luge drive`.
@MainActor
public final class StudyStage {
  public struct Options: Sendable {
    public var configuration: StudyConfiguration
    public var mode: StudyMode
    public var messages: Int
    /// Of the server with the pictures.
    public var address: String
    /// Where a picture of the window is written in the middle of the run.
    public var shot: String?
    /// How long uncapped frames take together at least.
    public var uncappedSeconds: Double

    public init(
      configuration: StudyConfiguration, mode: StudyMode, messages: Int, address: String,
      shot: String? = nil, uncappedSeconds: Double = 3
    ) {
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
      OrdinaryPictures(
        usesTargetSize: $0.usesTargetSize, waits: options.mode == .uncapped)
    }
    lugePictures = ordinaryPictures == nil ? LugeStudyList.Pictures() : nil
    window.placement = Placement(x: 0, y: 0, width: 400, height: 800, isSideVisible: false)
  }

  public func start() {
    window.show()
    Task { @MainActor in
      await pause(0.4)
      // Whatever the scroll bar takes beside the list.
      window.placement.width += 400 - window.main.surface.geometry.size.width
      await pause(0.4)
      if options.mode == .uncapped {
        // Everything that is fetched or decoded once is, and then counts for nobody.
        let list = makeList()
        await settle(list, frames: 8)
        _ = await unpaced(list)
        await pause(0.5)
      }
      let sample = options.mode == .uncapped ? await passes() : await steady()
      report(sample)
      subscription = nil
      self.list = nil
      application.quit()
    }
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
      // Whoever reads the mark looks at the clocks meanwhile; of a process that has ended there are
      // none.
      await pause(Self.markSeconds)
      whole.append(await unpaced(list))
      say("@END study")
      await pause(Self.markSeconds)
    } while whole.seconds < options.uncappedSeconds && whole.passes < Self.mostPasses
    return whole
  }

  private func report(_ sample: StudySample) {
    var sample = sample
    sample.openMs = openMs
    guard let data = try? JSONEncoder().encode(sample) else { return say("@FAIL no report") }
    say("@DATA study \(String(decoding: data, as: UTF8.self))")
    say("@DONE")
  }

  private func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }

  private func pause(_ seconds: Double) async { try? await Task.sleep(for: .seconds(seconds)) }

  // MARK: Lists

  /// When the last list began to be made.
  private var opened = 0.0
  /// From there until its first screen was complete, with its pictures. Nil when it never was.
  private var openMs: Double?

  private func makeList() -> any StudyList {
    let messages = StudyMessage.messages(count: options.messages, address: options.address)
    let first = firstPictures(of: messages)
    let begin = Timing.now
    let list: any StudyList
    if let switches = options.configuration.ordinary, let ordinaryPictures {
      list = OrdinaryList(
        messages: messages, style: options.configuration.style, switches: switches,
        pictures: ordinaryPictures)
    } else {
      list = LugeStudyList(
        messages: messages, style: options.configuration.style,
        pictures: lugePictures ?? .init(), firstPictures: first,
        waitsForLane: options.mode == .uncapped)
    }
    list.open(window.main.surface.geometry.size)
    opened = begin
    self.list = list
    window.main.surface.onPaint = { [weak list] pixels in
      list?.paint(on: pixels.base, size: pixels.size, stride: pixels.stride)
    }
    return list
  }

  /// What the first screen shows, as its layouts say.
  private func firstPictures(
    of messages: [StudyMessage]
  ) -> [(request: ImageRequest, isAnimated: Bool)] {
    let size = window.main.surface.geometry.size
    let text = PangoText(usesFastPath: false)
    var top = 0
    var found: [(request: ImageRequest, isAnimated: Bool)] = []
    for message in messages where top < size.height {
      let layout = StudyLayout.make(
        message, options.configuration.style, width: size.width, text: text)
      found += zip(message.pictures, layout.pictures).map { picture, frame in
        let size = PixelSize(width: Int(frame.width), height: Int(frame.height))
        return (ImageRequest(picture.key, size: size), picture.isAnimated)
      }
      top += layout.height
    }
    return found
  }

  /// The first screen, with its pictures: the script scrolls a list that stands.
  private func settle(_ list: any StudyList, frames: Int) async {
    openMs = nil
    // What takes longer than the frames asked for is waited for: each list is complete when it is
    // scrolled.
    let limit = Timing.now + 20
    var shown = 0
    while shown < frames || openMs == nil && Timing.now < limit {
      shown += 1
      _ = list.frame(at: now)
      window.main.surface.repaint()
      if openMs == nil, list.isComplete { openMs = (Timing.now - opened) * 1000 }
      // Closer together while it is watched: what is measured is when the screen is complete.
      await pause(openMs == nil ? 0.004 : 0.025)
    }
  }

  // MARK: Running

  private func paced(_ list: any StudyList) async -> StudySample {
    var sample = StudySample()
    var script: DriveScript?
    let target = StudyTarget(list)
    let surface = window.main.surface
    let allocations = AllocationCounter.now()
    var start = 0.0
    var isShot = options.shot == nil
    await withCheckedContinuation { continuation in
      subscription = clock.subscribe { [options, window] tick in
        if script == nil {
          start = tick.time
          script = DriveScript(.thesis, at: tick.time)
        } else {
          sample.missed += tick.missed
        }
        let goesOn = script?.advance(to: tick.time, target) ?? false
        let (begin, worked) = (FrameClock.now, Timing.threadNow)
        let frame = list.frame(at: tick.time)
        surface.repaint()
        let end = FrameClock.now
        sample.workedMs += (Timing.threadNow - worked) * 1000
        sample.frameMs.append((end - begin) * 1000)
        sample.times.append(end - start)
        sample.blankPx += frame.blankPixels
        sample.skeletons += frame.skeletons
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
    let surface = window.main.surface
    let allocations = AllocationCounter.now()
    var time = now
    var script = DriveScript(.thesis, at: time)
    var spent = 0.0
    var goesOn = true
    while goesOn {
      time += 1.0 / 60
      goesOn = script.advance(to: time, target)
      let (begin, worked) = (FrameClock.now, Timing.threadNow)
      let frame = list.frame(at: time)
      surface.repaint()
      let took = FrameClock.now - begin
      sample.workedMs += (Timing.threadNow - worked) * 1000
      spent += took
      sample.frameMs.append(took * 1000)
      sample.times.append(spent)
      sample.blankPx += frame.blankPixels
      sample.skeletons += frame.skeletons
      sample.waitedMs += frame.waited * 1000
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
