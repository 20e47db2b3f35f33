import CCurl

/// Tests for public addresses of the web, as opposed to those of a local network.
public enum NetworkReach {
  /// Whether an address names a host of the public network, by its digits or by its name; nothing
  /// is looked up. False for an address that could be read in more than one way.
  public static func isPublic(_ address: String) -> Bool {
    guard let host = host(of: address) else { return false }
    return host.withCString { lcu_zone_of_host($0) } == lcu_public
  }

  /// Whether a page may show a picture of that address: one of the public network, or of the page's
  /// own host.
  public static func mayShow(_ address: String, ofPage page: String) -> Bool {
    isPublic(address) || host(of: address).map { $0 == host(of: page) } == true
  }

  /// Returns the host in lower case; nil for a host that other software might read differently:
  /// with a user name before it, with special characters, or with digits that are no address of
  /// four numbers.
  private static func host(of address: String) -> String? {
    guard let start = address.firstRange(of: "://")?.upperBound else { return nil }
    let place = address[start...].prefix { !"/?#".contains($0) }
    if place.first == "[" {
      let digits = place.dropFirst().prefix { $0 != "]" }
      let isAddress = digits.utf8.allSatisfy { isHexadecimal($0) || $0 == 0x3A || $0 == 0x2E }
      return isAddress && !digits.isEmpty ? "[\(digits.lowercased())]" : nil
    }
    let parts = place.split(separator: ":", omittingEmptySubsequences: false)
    guard let host = parts.first, parts.count <= 2, !host.isEmpty,
      host.utf8.allSatisfy({ isLetter($0) || isDigit($0) || $0 == 0x2D || $0 == 0x2E })
    else { return nil }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    if let first = labels.last(where: { !$0.isEmpty })?.utf8.first, isDigit(first) {
      let isPlain = labels.allSatisfy { UInt8($0).map(String.init) == String($0) }
      guard labels.count == 4, isPlain else { return nil }
    }
    return host.lowercased()
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x61...0x66).contains(byte | 0x20)
  }
}
