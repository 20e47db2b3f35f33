import Foundation
import LugeCore
import LugeSamples

/// A picture of a message: where it is, and its own size.
struct StudyPicture: Sendable, Hashable {
  var key: ImageKey
  var isAnimated: Bool
  var size: PixelSize
}

/// A message of the study, as all its lists get it.
struct StudyMessage: Sendable, Hashable {
  /// Number, from 0 on, without gaps.
  var number: Int
  var id: ItemID { ItemID(Int64(number)) }
  var isOutgoing: Bool
  var text: String
  var pictures: [StudyPicture]

  /// - Parameter address: address of the server, without a slash at its end.
  static func messages(count: Int, address: String) -> [StudyMessage] {
    ThesisSet(.init(count: count)).enumerated().map { number, made in
      StudyMessage(
        number: number, isOutgoing: made.isOutgoing, text: made.text.string,
        pictures: made.attachments.compactMap { picture($0, address) })
    }
  }

  private static func picture(
    _ attachment: GeneratedMessage.Attachment, _ address: String
  ) -> StudyPicture? {
    switch attachment {
    case .picture(.number(let number)):
      StudyPicture(
        key: ImageKey("\(address)/\(StudyFiles.photo(number))"), isAnimated: false,
        size: PixelSize(width: 800, height: 600))
    case .animation(let number):
      StudyPicture(
        key: ImageKey("\(address)/\(StudyFiles.animation(number))"), isAnimated: true,
        size: PixelSize(width: 320, height: 240))
    default: nil
    }
  }
}

/// The 100 photos of about 50 KB and 10 animations of about 1 MB.
enum StudyFiles {
  static func photo(_ number: Int) -> String { String(format: "small-%03d.jpg", number % 100) }
  static func animation(_ number: Int) -> String { String(format: "film-%03d.gif", number % 10) }

  /// The files' bytes by request path; made in the folder by the program that knows how, when they
  /// are not there.
  static func load(from folder: String) throws -> [String: [UInt8]] {
    let names = (0..<100).map(photo) + (0..<10).map(animation)
    func sizes() -> [Int] {
      names.compactMap {
        try? FileManager.default.attributesOfItem(atPath: "\(folder)/\($0)")[.size] as? Int
      }
    }
    // Files of an older generator, or of somebody else, would be measured for ever.
    if !areUsual(sizes()) {
      let peers = try ImagePeers()
      try peers.run(["photos", folder, "100", "0"])
      try peers.run(["films", folder, "10"])
    }
    guard areUsual(sizes()) else {
      throw LabError.unusable(
        path: folder,
        reason: "its photos are not of about 50 KB, or its animations not of about 1 MB")
    }
    var files: [String: [UInt8]] = [:]
    for name in names {
      files["/\(name)"] = [UInt8](try Data(contentsOf: URL(filePath: "\(folder)/\(name)")))
    }
    return files
  }

  /// Whether files are about as large as the thesis' were.
  ///
  /// - Parameter bytes: sizes of the 100 photos, then of the 10 animations.
  static func areUsual(_ bytes: [Int]) -> Bool {
    guard bytes.count == 110 else { return false }
    let photo = bytes.prefix(100).reduce(0, +) / 100
    let film = bytes.dropFirst(100).reduce(0, +) / 10
    return (25_000...100_000).contains(photo) && (500_000...2_000_000).contains(film)
  }
}
