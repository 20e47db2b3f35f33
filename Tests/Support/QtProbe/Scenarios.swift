import Glibc
import LugeCore
import LugeQt

typealias Scenario = @MainActor (Application, [String]) throws -> Int32

@MainActor let scenarios: [String: Scenario] = [
  "paint": paint, "hops": hops, "clock": clock, "bench": bench, "list": list, "dialogs": dialogs,
  "suggestions": suggestions,
  "viewer": viewer, "ahead": ahead, "alarm": alarm, "accessible": accessible, "late": late,
  "growing": growing, "questions": questions, "rooms": rooms,
  "notified": notified, "chat": chat, "storms": storms, "files": files, "fulldisk": fullDisk,
  "missed": missed,
  "threads": threads,
  "polls": polls,
  "roomkeys": roomKeys,
  "midnight": midnight,
  "standing": standing,
  "leaving": leaving,
  "sidetop": sideTop,
  "roomlook": roomLook, "roomstill": roomStill, "chatpower": chatPower,
  "roompicture": roomPicture, "roombars": roomBars,
  "roomsearch": roomSearch, "roomfind": roomFind, "serversearch": serverSearch,
  "faces": faces, "roomdetails": roomDetails, "roomback": roomBack,
  "roomplace": roomPlace, "roomlogin": roomLogin,
  "roomwords": roomWords,
  "roomaway": roomAway, "roompanes": roomPanes, "strangers": strangers,
  "roomdraft": roomDraft, "roompaste": roomPaste, "roomreturn": roomReturn,
  "invitations": invitations,
  "invitedbeside": invitedBesideArchive,
  "framerequests": frameRequests,
]

/// Prints a line at once, for a reader at the other end of a pipe.
func say(_ line: String) {
  print(line)
  fflush(nil)
}

/// Returns a colour that distinguishes every pixel from its neighbours and from a shift by one.
func patternWord(x: Int, y: Int) -> UInt32 {
  0xFF00_0000 | UInt32(x & 0xFF) << 16 | UInt32(y & 0xFF) << 8 | UInt32((x * 7 + y * 13) & 0xFF)
}

func fillPattern(_ target: SurfacePixels) {
  for y in 0..<target.size.height {
    let line = target.line(y)
    for x in 0..<target.size.width { line[x] = patternWord(x: x, y: y) }
  }
}

/// Shows the pattern, and prints the input that arrives, until it is killed.
@MainActor func paint(_ application: Application, _ arguments: [String]) throws -> Int32 {
  let window = probeWindow(400, 300)
  let surface = window.main.surface
  var isFirst = true
  surface.onPaint = { target in
    fillPattern(target)
    if isFirst {
      isFirst = false
      say("painted \(target.size.width) \(target.size.height) \(surface.geometry.scale)")
      // The window system has the pixels when the main loop runs this.
      Task {
        try await Task.sleep(for: .milliseconds(100))
        say("settled")
      }
    }
  }
  surface.onGeometry = { say("geometry \($0.size.width) \($0.size.height)") }
  surface.onWheel = {
    say("wheel \($0.notches) \(Int($0.position.x)) \(Int($0.position.y))")
    return true
  }
  surface.onPointer = {
    if $0.kind != .move { say("pointer \($0.kind) \($0.button.rawValue)") }
    return true
  }
  surface.onKey = {
    say("key \($0.code) \($0.modifiers.rawValue) \($0.text)")
    return true
  }
  window.show()
  return application.run()
}

/// Switches to the main actor from another thread, then counts wake-ups while nothing happens.
@MainActor func hops(_ application: Application, _ arguments: [String]) throws -> Int32 {
  let window = Window(title: "luge-qt-probe")
  window.main.surface.onPaint = fillPattern
  window.show()
  Task { @MainActor in
    try await Task.sleep(for: .milliseconds(300))
    var count = 0
    let start = FrameClock.now
    for _ in 0..<1000 {
      await Task.detached {}.value
      count += 1
    }
    let micros = (FrameClock.now - start) * 1e6 / 1000
    say("hops \(count) \(micros)")

    let before = application.wakeups
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    let switches = usage.ru_nvcsw
    try await Task.sleep(for: .milliseconds(500))
    let woken = application.wakeups - before
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    say("idle \(woken) \(usage.ru_nvcsw - switches)")
    application.quit(0)
  }
  return application.run()
}

/// Prints the intervals of frames, with one handler that is much too late.
@MainActor func clock(_ application: Application, _ arguments: [String]) throws -> Int32 {
  let clock = try FrameClock(rate: 100)
  var times: [Double] = []
  var missed: [Int] = []
  var subscription: FrameClock.Subscription?
  subscription = clock.subscribe { tick in
    times.append(tick.time)
    missed.append(tick.missed)
    if times.count == 20 { usleep(35_000) }
    if times.count < 50 { return true }
    for (index, time) in times.enumerated() { say("tick \(time - times[0]) \(missed[index])") }
    Task { @MainActor in
      let before = application.wakeups
      try await Task.sleep(for: .milliseconds(300))
      say("rest \(clock.isRunning) \(application.wakeups - before)")
      application.quit(0)
    }
    return false
  }
  subscription?.requestFrame()
  let code = application.run()
  subscription = nil
  return code
}

/// Sleeps until the times of requested frames, and counts wake-ups meanwhile.
@MainActor func alarm(_ application: Application, _ arguments: [String]) throws -> Int32 {
  let clock = try FrameClock(rate: 100)
  var subscription: FrameClock.Subscription?
  var asked = 0.0
  var count = 0
  var before = application.wakeups
  subscription = clock.subscribe { tick in
    if asked > 0 {
      say("alarm \(tick.deliveredAt - asked) \(application.wakeups - before)")
      count += 1
    }
    if count == 5 {
      application.quit(0)
      return false
    }
    asked = FrameClock.now + 0.15
    before = application.wakeups
    subscription?.requestFrame(at: asked)
    return false
  }
  subscription?.requestFrame()
  let code = application.run()
  subscription = nil
  return code
}

/// Requests frames at several times, out of order and one at once; prints the time of each, and
/// their number when no more are requested.
@MainActor func frameRequests(_ application: Application, _ arguments: [String]) throws -> Int32 {
  let clock = try FrameClock(rate: 100)
  let start = FrameClock.now
  var subscription: FrameClock.Subscription?
  var count = 0
  subscription = clock.subscribe { tick in
    count += 1
    say("frame \(tick.deliveredAt - start)")
    if count == 2 { subscription?.requestFrame(at: start + 0.35) }
    return false
  }
  subscription?.requestFrame(at: start + 0.25)
  subscription?.requestFrame(at: start + 0.1)
  subscription?.requestFrame()
  Task { @MainActor in
    try await Task.sleep(for: .milliseconds(600))
    say("rest \(count)")
    application.quit(0)
  }
  let code = application.run()
  subscription = nil
  return code
}

/// Moves twelve opaque rows over a 400 × 800 surface for three seconds.
@MainActor func bench(_ application: Application, _ arguments: [String]) throws -> Int32 {
  let window = probeWindow(416, 800)
  let surface = window.main.surface
  let clock = try FrameClock(rate: 60)
  var offset = 0
  var frames = 0
  let rowHeight = 67
  let rows = (0..<12).map { index in
    [UInt32](repeating: 0xFF00_0000 | UInt32(index) &* 0x151515, count: 1024 * rowHeight)
  }
  surface.onPaint = { target in
    for y in 0..<target.size.height {
      let position = y + offset
      rows[position / rowHeight % rows.count].withUnsafeBufferPointer { row in
        let start = position % rowHeight * 1024
        _ = target.line(y).update(fromContentsOf: row[start..<start + target.size.width])
      }
    }
    if frames == 0 {
      // The process's start time according to the kernel, compared with now, both since boot.
      say("first-paint \(millisecondsSinceStart())")
    }
    frames += 1
  }
  var startCPU = 0.0
  var startFrames = 0
  let subscription = clock.subscribe { tick in
    offset += 7
    surface.repaint()
    if frames == 30 {
      startCPU = processCPU()
      startFrames = frames
    }
    if frames < 210 { return true }
    let cpu = (processCPU() - startCPU) * 1000 / Double(frames - startFrames)
    let counts = surface.paintCounts
    say("cpu \(cpu) ms/frame direct \(counts.direct) copied \(counts.copied)")
    say("missed \(clock.missedTotal) size \(surface.geometry.size)")
    application.quit(0)
    return false
  }
  window.show()
  subscription.requestFrame()
  return withExtendedLifetime(subscription) { application.run() }
}

func processCPU() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Returns the milliseconds since the process started, from `/proc`, with a resolution of a
/// hundredth of a second.
func millisecondsSinceStart() -> Double {
  guard let file = fopen("/proc/self/stat", "r") else { return -1 }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 2048)
  guard fgets(&line, Int32(line.count), file) != nil else { return -1 }
  let text = line.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  // The name in parentheses may contain spaces; the start time is the 20th field after it.
  let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
  guard fields.count > 20, let ticks = Double(fields[20]) else { return -1 }
  var now = timespec()
  clock_gettime(CLOCK_BOOTTIME, &now)
  let seconds = Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  return (seconds - ticks / Double(sysconf(Int32(_SC_CLK_TCK)))) * 1000
}
