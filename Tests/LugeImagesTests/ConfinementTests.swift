import Foundation
import Glibc
import LugeCore
import Testing

@testable import LugeImages

/// What `luge-confinement-probe` finds: it confines itself with the functions that the helper uses,
/// and tries.
@Suite("Confinement: what the helper and ffmpeg cannot do", .timeLimit(.minutes(15)))
struct ConfinementTests {
  private struct Findings {
    /// The number of the error that came of each call, 0 for none.
    var errors: [String: Int32] = [:]
    var hasLandlock = false
    var signal: Int32 = 0
  }

  private func probe(_ mode: String) throws -> Findings {
    let folder = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let process = Process()
    process.executableURL = URL(filePath: folder).deletingLastPathComponent()
      .appending(path: "luge-confinement-probe")
    process.arguments = [mode]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    var findings = Findings()
    if process.terminationReason == .uncaughtSignal { findings.signal = process.terminationStatus }
    for line in text.split(separator: "\n").map({ $0.split(separator: " ") }) where line.count == 2
    {
      if line[0] == "landlock", line[1] == "yes" { findings.hasLandlock = true }
      findings.errors[String(line[0])] = Int32(line[1])
    }
    return findings
  }

  @Test("Each call that is not on the decoder's list fails; what it needs works")
  func decoder() throws {
    let findings = try probe("decoder")
    #expect(findings.errors.count > 90)
    for (call, error) in findings.errors {
      switch call {
      case let name where name.hasPrefix("+"): #expect(error == 0, "\(name)")
      // As if the system had none: then the C library makes threads by clone, whose wishes are
      // seen.
      case "clone3": #expect(error == ENOSYS)
      default: #expect(error == EPERM, "\(call)")
      }
    }
  }

  @Test("What ffmpeg works under: the same, but for libraries and its file")
  func program() throws {
    let findings = try probe("program")
    #expect(findings.errors.count > 75)
    for (call, error) in findings.errors {
      switch call {
      case let name where name.hasPrefix("+"): #expect(error == 0, "\(name)")
      case "clone3": #expect(error == ENOSYS)
      // Without Landlock, files can be read.
      case "open", "openat", "openat-itself": #expect(error == EACCES || !findings.hasLandlock)
      default: #expect(error == EPERM, "\(call)")
      }
    }
  }

  #if arch(x86_64)
    @Test("A call of another architecture ends the process")
    func x32() throws {
      #expect(try probe("x32").signal == SIGSYS)
    }
  #endif

  @Test("The probe would find an open door")
  func free() throws {
    #expect(try probe("free").errors["openat"] == 0)
  }
}
