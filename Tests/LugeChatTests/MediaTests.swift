import LugeChat
import LugeCore
import Testing

@Suite("Media") struct MediaTests {
  @Test("One picture is a square of 180 points", arguments: [1, 1.5, 2])
  func single(scale: Double) throws {
    let layout = try #require(bubble(message(1, "", media: photos(1)), width: 1000, scale: scale))
    let image = try #require(layout.drawList.images.first)
    #expect(image.width == 180 * scale && image.height == 180 * scale)
  }

  @Test(
    "A video whose file is not there does not look as if it could be played",
    arguments: [
      ChatMedia.Kind.video, .videoMessage,
    ])
  func missingVideo(kind: ChatMedia.Kind) throws {
    func layout(isMissing: Bool) throws -> RowLayout {
      var video = ChatMedia(
        kind: kind, imageKey: ImageKey("/gone.mp4"), path: "/gone.mp4", duration: 12)
      video.isMissing = isMissing
      return try #require(bubble(message(1, "", media: [video]), width: 1000))
    }
    let (there, missing) = (try layout(isMissing: false), try layout(isMissing: true))
    #expect(there.drawList.marks == missing.drawList.marks + 1)
    #expect(there.size == missing.size)
    #expect(there.hitRegions == missing.hitRegions, "a click says what is the matter")
    #expect(there.drawList.placeholderMarks == [.playable])
    #expect(missing.drawList.placeholderMarks == [.photo], "whose reason is shown in full")
  }

  @Test("A PNG that is said to be an animation moves in the list; others are not looked into")
  func movingPNG() {
    #expect(ChatMedia(kind: .animation, imageKey: ImageKey("/a/ball.PNG")).mayMove)
    #expect(!ChatMedia(kind: .photo, imageKey: ImageKey("/a/ball.png")).mayMove)
  }

  @Test("Two and three pictures are squares of 90 points with gaps of 5", arguments: [2, 3])
  func few(count: Int) throws {
    let layout = try #require(bubble(message(1, "", media: photos(count)), width: 1000))
    let images = layout.drawList.images
    #expect(images.count == count)
    for image in images { #expect(image.width == 90 && image.height == 90) }
    for (a, b) in zip(images, images.dropFirst()) {
      #expect(b.x - a.maxX == 5 && a.y == b.y)
    }
  }

  @Test("More pictures fill rows of equal width with gaps of 5", arguments: 4...10)
  func grid(count: Int) throws {
    let layout = try #require(bubble(message(1, "", media: photos(count)), width: 1000))
    let images = layout.drawList.images
    #expect(images.count == count)
    let rows = Dictionary(grouping: images, by: \.y).sorted { $0.key < $1.key }.map(\.value)
    #expect(Set(rows.map { $0.first?.x }).count == 1)
    #expect(Set(rows.map { $0.last?.maxX }).count == 1)
    for row in rows {
      #expect((2...3).contains(row.count) || count == 10 && row.count == 4)
      for (a, b) in zip(row, row.dropFirst()) { #expect(b.x - a.maxX == 5) }
    }
    for (a, b) in zip(rows, rows.dropFirst()) {
      #expect(a.count <= b.count)
      #expect((b.first?.y ?? 0) - (a.first?.maxY ?? 0) == 5)
    }
  }

  @Test("Pictures beyond the tenth are counted")
  func overflow() throws {
    let layout = try #require(bubble(message(1, "", media: photos(13)), width: 1000))
    #expect(layout.drawList.images.count == 10)
    #expect(layout.drawList.texts.contains("+3"))
  }

  @Test("In a narrow list pictures shrink and stay squares", arguments: [60, 120, 200])
  func narrow(width: Int) throws {
    for count in 1...3 {
      let layout = try #require(bubble(message(1, "", media: photos(count)), width: width))
      for image in layout.drawList.images {
        #expect(abs(image.width - image.height) <= 1)
        #expect(image.maxX <= Double(width))
      }
    }
  }

  @Test("With the natural style a picture keeps its shape")
  func natural() throws {
    var style = ChatStyle()
    style.media.singlePicture = .natural(maxWidth: 300, maxHeight: 300)
    var photo = photos(1)
    photo[0].pixelSize = PixelSize(width: 1500, height: 1000)
    let layout = try #require(
      bubble(message(1, "", media: photo), width: 1000, style: style))
    let image = try #require(layout.drawList.images.first)
    #expect(image.width == 300 && image.height == 200)
  }

  @Test("A sticker has no bubble")
  func sticker() throws {
    let sticker = ChatMedia(kind: .sticker, imageKey: ImageKey("s.webp"))
    let layout = try #require(bubble(message(1, "", media: [sticker])))
    let isImageFirst =
      if case .image = layout.drawList.commands.first { true } else { false }
    // The name above it is words outside of a picture: then there is a bubble for both.
    #expect(!isImageFirst)
    let alone = try #require(bubble(message(1, "", media: [sticker]), isGroup: false))
    #expect(alone.drawList.bubbleBody() == nil)
  }

  @Test("Files say their name, size and length; a missing picture says so")
  func lines() throws {
    let file = ChatMedia(
      kind: .audio, fileName: "song.mp3", byteSize: 3_456_789, duration: 187)
    let layout = try #require(bubble(message(1, "", media: [file])))
    #expect(layout.drawList.texts.contains("song.mp3"))
    #expect(layout.drawList.texts.contains("3:07 · 3.4 MB"))
    let missing = ChatMedia(kind: .photo, note: "not included")
    let words = try #require(bubble(message(1, "", media: [missing]))).drawList
    #expect(words.images.isEmpty)
    #expect(words.texts.contains("Photo") && words.texts.contains("not included"))
  }

  @Test("Sizes and lengths in words")
  func words() {
    let strings = ChatStrings()
    #expect(strings.byteSize(0) == "0 B" && strings.byteSize(999) == "999 B")
    #expect(strings.byteSize(1000) == "1 kB" && strings.byteSize(1_449_999) == "1.4 MB")
    #expect(strings.byteSize(.max) == "9223372 TB" && strings.byteSize(-1) == nil)
    #expect(strings.duration(0) == "0:00" && strings.duration(3_661) == "1:01:01")
    #expect(strings.duration(-1) == nil && strings.duration(.nan) == nil)
    #expect(strings.duration(.infinity) == nil)
  }
}

extension DrawList {
  /// Paths that are filled: play marks are all there are in a bubble of pictures.
  fileprivate var marks: Int {
    commands.count {
      if case .path(_, let fill, _) = $0 { fill == ChatStyle().colors.overlayText } else { false }
    }
  }

  fileprivate var placeholderMarks: [ImagePlaceholder.Mark] {
    commands.compactMap {
      if case .image(_, _, _, let placeholder) = $0 { placeholder.mark } else { nil }
    }
  }
}
