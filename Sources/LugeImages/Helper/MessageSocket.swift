import Glibc

/// One end of a socket pair over which messages of words are sent and received.
package struct MessageSocket: Sendable {
  package enum Arrival: Sendable {
    case message([Int64])
    case nothingYet
    case closed
  }

  package let descriptor: Int32

  package init(descriptor: Int32) { self.descriptor = descriptor }

  /// Sends a message; returns false when the other side has closed the socket.
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

  /// Receives a message.
  ///
  /// - Parameters:
  ///   - count: maximum number of words of a message.
  ///   - milliseconds: timeout; negative: none.
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
