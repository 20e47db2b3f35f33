import Glibc

/// Sends and receives messages of words over one end of a pair of sockets.
package struct MessageSocket: Sendable {
  package enum Arrival: Sendable {
    case message([Int64])
    case nothingYet
    case closed
  }

  package let descriptor: Int32

  package init(descriptor: Int32) { self.descriptor = descriptor }

  /// False when the other side is gone.
  package func send(_ words: [Int64]) -> Bool {
    words.withUnsafeBytes { bytes in
      while true {
        let sent = Glibc.send(
          descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        if sent == bytes.count { return true }
        guard sent < 0, errno == EINTR else { return false }
      }
    }
  }

  /// - Parameters:
  ///   - count: words of a message at most.
  ///   - milliseconds: to wait at most; negative for as long as it takes.
  package func receive(count: Int, milliseconds: Int32) -> Arrival {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let ready = poll(&watched, 1, milliseconds)
    if ready == 0 || ready < 0 && errno == EINTR { return .nothingYet }
    guard ready > 0 else { return .closed }
    var words = [Int64](repeating: 0, count: count)
    let got = words.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
    if got < 0, errno == EINTR || errno == EAGAIN { return .nothingYet }
    guard got > 0, got % 8 == 0 else { return .closed }
    return .message(Array(words.prefix(got / 8)))
  }
}
