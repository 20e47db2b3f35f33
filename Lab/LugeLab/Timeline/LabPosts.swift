import Foundation
import LugeCore
import LugeEngine
import LugeFeed
import LugeImages
import LugePaint
import LugeSamples
import Synchronization

/// Generated posts with pictures that are decoded before anything is measured: what the timeline
/// lab shows in either structure.
struct LabPosts: Sendable {
  let posts: [Post]
  let pictures: ReadyPictures
  static let configuration = FeedConfiguration.home()

  /// - Throws: ``GenerateError`` when the pictures cannot be written to a temporary folder.
  init(count: Int, size: PixelSize) throws(GenerateError) {
    let folder = NSTemporaryDirectory() + "luge-timeline-lab-\(UUID().uuidString)"
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let set = try PictureSet(drawing: 6, seed: 1, into: folder, prefix: "")
    posts = GeneratedTimeline(count: count).map { $0.post(set, in: folder) }
    pictures = ReadyPictures(Self.requests(posts, width: size.width))
  }

  /// Some of them, with the same pictures.
  init(_ other: LabPosts, first count: Int) {
    posts = Array(other.posts.prefix(count))
    pictures = other.pictures
  }

  /// Returns posts that come in later, without pictures.
  static func newer(_ count: Int, from id: Int64) -> [Post] {
    GeneratedTimeline(count: count, seed: 9).map { generated in
      var post = generated.post(PictureSet(), in: "")
      post.id = ItemID(id + generated.id)
      post.replyTo = nil
      post.media = []
      return post
    }
  }

  private static func requests(_ posts: [Post], width: Int) -> Set<ImageRequest> {
    let tools = PaintTools()
    let factory = PostRowFactory(configuration)
    let context = LayoutContext(environment: LayoutEnvironment(width: width), text: tools.text)
    var requests: Set<ImageRequest> = []
    for post in posts where !post.media.isEmpty {
      for row in factory.rows(for: post, previous: nil, next: nil)
      where row.id.part == FeedPart.media {
        for use in row.layout(in: context).drawList.images {
          requests.insert(ImageRequest(use.key, size: use.size))
        }
      }
    }
    return requests
  }
}

/// Pictures at the sizes they are shown in, all in memory.
final class ReadyPictures: ImageProviding {
  private let bitmaps: [ImageRequest: Bitmap]

  /// Decodes all of them, and waits for it.
  init(_ requests: Set<ImageRequest>) {
    let pipeline = ImagePipeline()
    let found = Mutex<[ImageRequest: Bitmap]>([:])
    let group = DispatchGroup()
    var tasks: [ImageTask] = []
    for request in requests {
      group.enter()
      tasks.append(
        pipeline.load(request, priority: .onScreen) { result in
          if case .success(let bitmap) = result { found.withLock { $0[request] = bitmap } }
          group.leave()
        })
    }
    _ = group.wait(timeout: .now() + 60)
    withExtendedLifetime(tasks) {}
    bitmaps = found.withLock { $0 }
  }

  func image(for key: ImageKey, size: PixelSize) -> Bitmap? {
    bitmaps[ImageRequest(key, size: size)]
  }
}
