import LugeChat
import LugeCore
import Testing

@Suite("Media") struct MediaTests {
  @Test(
    "A picture whose size is not known is a square of 240 points", arguments: [1, 1.5, 2])
  func single(scale: Double) throws {
    let layout = try #require(
      bubble(message(1, "", media: photos(1)), width: Int(1000 * scale), scale: scale))
    let image = try #require(layout.drawList.images.first)
    #expect(image.width == 240 * scale && image.height == 240 * scale)
  }

  @Test("The time over a picture is a place that the floating date keeps free")
  func plate() throws {
    let layout = try #require(bubble(message(1, "", media: photos(1)), width: 1000))
    let picture = try #require(layout.drawList.images.first)
    let plate = try #require(layout.plates.first)
    #expect(layout.plates.count == 1 && picture.contains(Point(x: plate.x, y: plate.y)))
    #expect(plate.maxX < picture.maxX && plate.maxY < picture.maxY)
    #expect(try #require(bubble(message(1, "hello"), width: 1000)).plates.isEmpty)
    // In a mirrored row it is where the text is.
    #expect(layout.mirrored().plates.first?.maxX == 1000 - plate.x)
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

  @Test("Below a picture, a recording's name keeps the distance that a bubble's edge has")
  func recordingBelowPicture() throws {
    let recording = ChatMedia(
      kind: .audio, path: "/a/song.ogg", fileName: "song.ogg", duration: 12)
    /// The bubble, and the top of the recording's waveform, which its name is above.
    func layout(_ media: [ChatMedia]) throws -> (layout: RowLayout, bar: Double) {
      let layout = try #require(
        bubble(message(1, "Both", media: media), width: 1000, isGroup: false))
      let play = try #require(layout.hitRegions.firstIndex { $0.label.contains("song.ogg") })
      return (layout, try #require(layout.hitRegions.dropFirst(play + 1).first).rect.y)
    }
    let (alone, both) = (try layout([recording]), try layout(photos(1) + [recording]))
    let picture = try #require(both.layout.drawList.images.first)
    let edge = try #require(alone.layout.drawList.bubbleBody()).y
    #expect(both.bar - picture.maxY == alone.bar - edge)
  }

  @Test("A PNG that is said to be an animation moves in the list; others are not looked into")
  func movingPNG() {
    #expect(ChatMedia(kind: .animation, imageKey: ImageKey("/a/ball.PNG")).mayMove)
    #expect(!ChatMedia(kind: .photo, imageKey: ImageKey("/a/ball.png")).mayMove)
  }

  /// Photos of random shapes.
  private func album(_ count: Int, seed: Int) -> [ChatMedia] {
    var random = SplitMix(UInt64(seed))
    return photos(count).map { photo in
      var photo = photo
      photo.pixelSize = PixelSize(
        width: Int.random(in: 1...4000, using: &random),
        height: Int.random(in: 1...4000, using: &random))
      return photo
    }
  }

  @Test("An album fills its bubble: no gaps but those between pictures", arguments: 2...10)
  func album(count: Int) throws {
    for seed in 0..<20 {
      for width in [200, 320, 1000] {
        let layout = try #require(
          bubble(message(1, "", media: album(count, seed: seed)), width: width, isGroup: false))
        let body = try #require(layout.drawList.bubbleBody())
        let images = layout.drawList.images
        #expect(images.count == count)
        let covered = images.reduce(0) { $0 + $1.width * $1.height }
        // Of the body no more is left than a gap of two points along each picture.
        let seams = images.reduce(0) { $0 + 2 * ($1.width + $1.height) }
        #expect(covered <= body.width * body.height)
        #expect(covered + seams >= body.width * body.height, "\(count) \(seed) \(width)")
        for (index, image) in images.enumerated() {
          #expect(image.x >= body.x && image.maxX <= body.maxX)
          #expect(image.y >= body.y && image.maxY <= body.maxY)
          #expect(image.width >= 20 && image.height >= 20)
          for other in images[..<index] {
            #expect(
              other.maxX <= image.x || image.maxX <= other.x || other.maxY <= image.y
                || image.maxY <= other.y)
          }
        }
      }
    }
  }

  @Test("A picture reaches the sides of its bubble, whatever stands above or below it")
  func edges() throws {
    for pixels in [PixelSize(width: 60, height: 900), PixelSize(width: 900, height: 60)] {
      for text in ["", "Words", String(repeating: "word ", count: 60)] {
        var photo = photos(1)
        photo[0].pixelSize = pixels
        let layout = try #require(bubble(message(1, text, media: photo), width: 900))
        let body = try #require(layout.drawList.bubbleBody())
        let image = try #require(layout.drawList.images.first)
        #expect(image.x == body.x && image.maxX == body.maxX)
      }
    }
  }

  @Test("Pictures beyond the tenth are counted")
  func overflow() throws {
    let layout = try #require(bubble(message(1, "", media: photos(13)), width: 1000))
    #expect(layout.drawList.images.count == 10)
    #expect(layout.drawList.texts.contains("+3"))
  }

  @Test("In a narrow list pictures shrink", arguments: [60, 120, 200])
  func narrow(width: Int) throws {
    for count in 1...3 {
      let layout = try #require(bubble(message(1, "", media: photos(count)), width: width))
      for image in layout.drawList.images {
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
    #expect(layout.drawList.bubbleBody() == nil)
    // The name above it has a ground of its own, in which its colour is readable.
    let name = try #require(layout.drawList.rect(ofText: "Anna"))
    let ground = try #require(
      layout.drawList.commands.firstIndex {
        if case .roundedRectangle(let rect, _, let fill, _) = $0 {
          rect.enclosing(name) == rect && fill == ChatStyle().colors.inbound.fill
        } else {
          false
        }
      })
    #expect(ground < layout.drawList.commands.count)
    let words = try #require(bubble(message(1, "hello")))
    #expect(words.drawList.bubbleBody() != nil)
    let alone = try #require(bubble(message(1, "", media: [sticker]), isGroup: false))
    #expect(alone.drawList.bubbleBody() == nil)
  }

  @Test("In a list of media a video has a still with a play sign, a recording its controls")
  func listed() throws {
    func layout(_ medium: ChatMedia) -> BlockLayout {
      ListedMedium(medium, in: ItemID(5), source: "Ben · 3 Mar 2024").layout(
        in: BlockContext(
          base: context(700), appearance: ChatAppearance(), isOutgoing: false, maxWidth: 700))
    }
    var video = ChatMedia(
      kind: .video, imageKey: ImageKey("/a.mp4"), path: "/a.mp4", fileName: "a.mp4", duration: 12)
    let shown = layout(video)
    let tile = try #require(shown.drawList.images.first)
    #expect(tile.width == 112 && tile.height == 63)
    #expect(shown.drawList.marks == 1)
    #expect(shown.drawList.texts == ["a.mp4", "0:12 · Ben · 3 Mar 2024"])
    video.isMissing = true
    let missing = layout(video).drawList
    #expect(missing.marks == 0)
    #expect(missing.placeholderMarks == [.none], "it was no picture")
    #expect(
      missing.commands.contains {
        if case .path(_, let fill, _) = $0 {
          fill == ChatStyle().colors.inbound.secondary
        } else {
          false
        }
      })
    let voice = ChatMedia(kind: .voice, path: "/a.ogg", duration: 7)
    let heard = layout(voice)
    #expect(heard.slots.count == 4, "what the player draws over")
    #expect(heard.drawList.texts.contains("Ben · 3 Mar 2024"))
    #expect(heard.size.width <= 360)
    // Nothing can be played without its file.
    #expect(layout(ChatMedia(kind: .voice, duration: 7)).slots.isEmpty)
  }

  @Test("Files say their name, size and length; a missing picture says so")
  func lines() throws {
    let file = ChatMedia(
      kind: .audio, fileName: "song.mp3", byteSize: 3_456_789, duration: 187)
    let layout = try #require(bubble(message(1, "", media: [file])))
    #expect(layout.drawList.texts.contains("song.mp3"))
    #expect(layout.drawList.texts.contains("3:07 · 3.5 MB"))
    var strings = ChatStrings()
    strings.fileMissing = "Left out"
    let factory = ChatRowFactory(
      ChatConfiguration(appearance: ChatAppearance(strings: strings), isGroup: true))
    let gone = factory.rows(
      for: message(1, "", media: [ChatMedia(kind: .photo)]), previous: nil, next: nil)
    let shown = try #require(gone.first { $0.id.part == ChatPart.bubble }).layout(in: context(400))
    #expect(shown.drawList.texts.contains("Left out"))
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
    #expect(strings.byteSize(5_368_709_120) == "5.4 GB" && strings.byteSize(1_450_000) == "1.5 MB")
    #expect(strings.byteSize(99_949) == "99.9 kB" && strings.byteSize(99_950) == "100 kB")
    #expect(strings.byteSize(149_500) == "150 kB" && strings.byteSize(999_499) == "999 kB")
    #expect(strings.byteSize(999_500) == "1 MB" && strings.byteSize(1_999_950) == "2 MB")
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
