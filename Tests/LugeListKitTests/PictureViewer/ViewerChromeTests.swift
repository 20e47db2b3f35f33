import LugeCore
import LugeImages
import LugePaint
import LugeQt
import Testing

@testable import LugeListKit

@Suite("What stands around a picture")
struct ViewerChromeTests {
  private let tools = PaintTools()

  private func chrome(_ width: Int = 900, _ height: Int = 700) -> ViewerChrome {
    var chrome = ViewerChrome(
      size: PixelSize(width: width, height: height), scale: 1, scheme: .light,
      fontFamily: "Noto Sans")
    chrome.words = PictureWords(title: "Anna", detail: "3 Jun 2024, 10:00", caption: "A caption")
    chrome.place = .init(index: 1, count: 3)
    return chrome
  }

  private func layout(_ chrome: ViewerChrome) -> ViewerChromeLayout {
    ViewerChromeLayout(chrome, text: tools.text)
  }

  @Test("Every action that makes sense has a place of its own within the window")
  func regions() {
    let layout = layout(chrome())
    #expect(
      Set(layout.regions.map(\.action)) == [.previous, .next, .save, .copy, .open, .close])
    let window = Rect(x: 0, y: 0, width: 900, height: 700)
    for region in layout.regions {
      #expect(region.rect.x >= 0 && region.rect.maxX <= window.maxX && region.rect.maxY <= 700)
      let middle = Point(x: region.rect.midX, y: region.rect.midY)
      #expect(layout.action(at: middle) == region.action)
    }
    #expect(layout.action(at: Point(x: 450, y: 350)) == nil)
  }

  @Test("Read from right to left, the bar begins at the right; arrows stay where their keys point")
  func mirrored() throws {
    var chrome = chrome()
    let usual = layout(chrome)
    chrome.isMirrored = true
    let turned = layout(chrome)
    for (a, b) in zip(usual.regions, turned.regions) {
      let isArrow = [.previous, .next].contains(a.action)
      #expect(a.action == b.action)
      #expect(b.rect.x == (isArrow ? a.rect.x : 900 - a.rect.maxX), "\(a.action)")
      #expect(b.rect.y == a.rect.y && b.rect.width == a.rect.width)
    }
    func title(_ layout: ViewerChromeLayout) throws -> (left: Double, right: Double) {
      let bar = try #require(layout.parts.first)
      let texts = bar.list.commands.compactMap { command -> (x: Double, width: Double)? in
        guard case .text(let text, let at, _, _) = command else { return nil }
        return (at.x, Double(text.size.width))
      }
      // The counter comes before the title.
      let shown = try #require(texts.dropFirst().first)
      return (shown.x, 900 - shown.x - shown.width)
    }
    #expect(try title(usual).left == 16 && title(turned).right == 16)
  }

  @Test("Around a video stands the same, but for what only pictures have, and room for its bar")
  func video() {
    var chrome = chrome()
    chrome.place = nil
    chrome.canCopy = false
    chrome.footer = VideoChrome.height
    let layout = layout(chrome)
    #expect(Set(layout.regions.map(\.action)) == [.save, .open, .close])
    let video = VideoChrome(head: chrome, times: "0:07 / 1:30", isPlaying: false, played: 0)
    #expect(video.barRect == Rect(x: 0, y: 700 - VideoChrome.height, width: 900, height: 52))
    #expect(layout.parts.count == 2 && layout.parts.allSatisfy { $0.rect.maxY <= video.barRect.y })
    let picture = video.fitted(PixelSize(width: 1600, height: 900))
    let area = chrome.pictureArea
    #expect(picture.x >= area.x && picture.maxX <= area.maxX)
    #expect(picture.y >= area.y && picture.maxY <= area.maxY && area.maxY <= video.barRect.y)
    #expect(video.part(at: Point(x: video.playRect.midX, y: video.playRect.midY)) == .play)
    #expect(video.part(at: Point(x: video.seekRect.midX, y: video.seekRect.midY)) == .bar)
    #expect(video.part(at: Point(x: 450, y: 300)) == nil)
    var half = video
    half.setPlayed(45, of: 90)
    #expect(half.played == Int((video.seekRect.width / 2).rounded()))
    half.setPlayed(45, of: nil)
    #expect(half.played == 0)
  }

  @Test("A caption leaves the picture the space above it, also while a message is in its place")
  func caption() throws {
    var chrome = chrome()
    let drawn = ChromePainter.drawn(chrome, tools)
    let plate = try #require(drawn.parts.last?.rect)
    let picture = PictureZoom(
      picture: PixelSize(width: 600, height: 2000), area: drawn.pictureArea, scale: 1
    ).rect
    #expect(picture.maxY <= plate.y && picture.y >= chrome.pictureArea.y)
    chrome.note = "Saved as a much longer message than the caption, on several lines if need be"
    #expect(ChromePainter.drawn(chrome, tools).pictureArea == drawn.pictureArea)
    (chrome.note, chrome.words.caption) = (nil, " ")
    #expect(ChromePainter.drawn(chrome, tools).pictureArea == chrome.pictureArea)
  }

  @Test("A screen reader finds the picture with what is known of it, then the buttons")
  func accessible() {
    var chrome = chrome()
    let drawn = ChromePainter.drawn(chrome, tools)
    let items = drawn.accessibleItems(picture: nil)
    #expect(items.first?.role == .picture)
    #expect(items.first?.name == "Picture 2 of 3, Anna, 3 Jun 2024, 10:00, A caption")
    #expect(items.dropFirst().allSatisfy { $0.role == .button })
    #expect(items.dropFirst().map(\.name) == drawn.layout.regions.map(\.action.title))
    chrome.problem = "It is not there"
    #expect(chrome.spoken.hasSuffix("It is not there"))
  }

  @Test("What is the matter with a picture is said in plain words, and what can be done")
  func explanations() {
    let damaged = ImageError.corrupt("VipsJpeg: Premature end of JPEG file\nVipsJpeg: again\n")
    #expect(
      damaged.explanation
        == "This picture is damaged: the file is incomplete. Another copy of the file may be intact."
    )
    #expect(damaged.description.contains("VipsJpeg"), "for whoever looks into it")
    let other = ImageError.corrupt("VipsJpeg: Bogus marker length")
    #expect(other.explanation == "This picture is damaged. Another copy of the file may be intact.")
    let errors: [ImageError] = [
      .notReadable(path: "/a.jpg", reason: "No such file"), .unsupportedFormat, .decoderDied,
      .tooManyPixels(PixelSize(width: 60_000, height: 60_000), limit: 1), .tookTooLong(limit: 1),
      .noDecoder(reason: "gone"), .network(.notPermitted), .network(.timedOut), .corrupt(""),
      .emptyFile, .network(.status(404)), .foreignFormat("BMP"),
    ]
    for error in errors {
      #expect(error.explanation.hasSuffix("."))
      #expect(error.explanation.first?.isUppercase == true)
      // It has room in the viewer.
      #expect(error.explanation.count < 240, "\(error.explanation)")
    }
    #expect(Set(errors.map(\.explanation)).count == errors.count)
  }

  @Test("Tiles tell empty files, and what a server has no more: that can be asked for again")
  func tileWords() {
    let names = ImageProblemNames().words(font: FontSpec(family: "Noto Sans", pixelSize: 12))
    func tile(_ error: ImageError) -> String? { error.problem.map { names[$0] } }
    #expect(tile(.emptyFile) == "Empty file")
    #expect(tile(.foreignFormat("BMP")) == "BMP: not supported")
    #expect(tile(.unsupportedFormat) == "Unknown format")
    #expect(tile(.network(.status(404))) == "Not on the server any more")
    #expect(tile(.network(.status(410))) == "Not on the server any more")
    #expect(tile(.network(.status(403))) != "Not on the server any more")
    // Nothing was looked for.
    for problem in [NetworkProblem.leadsInside, .badAddress("file:///x"), .status(403)] {
      #expect(tile(.network(problem)) == "Could not be loaded")
    }
    let (file, address) = (ImageKey("/a.jpg"), ImageKey("https://example.org/a.jpg"))
    #expect(ImageError.network(.status(404)).offersRetry(of: address))
    #expect(ImageError.network(.insecure("expired")).offersRetry(of: address))
    // The server may have another file by now.
    #expect(ImageError.unsupportedFormat.offersRetry(of: address))
    #expect(!ImageError.emptyFile.offersRetry(of: file))
    #expect(!ImageError.corrupt("").offersRetry(of: file))
    #expect(ImageError.tookTooLong(limit: 1).offersRetry(of: file))
    // Nothing is asked for again by itself.
    #expect(!ImageError.network(.status(404)).isRetryable)
  }

  @Test("The menu offers what can be done with the picture that is shown")
  func menu() {
    func menu(hasFile: Bool, isLoaded: Bool) -> [ViewerAction] {
      ViewerAction.menu(isOfArchive: hasFile, isLoaded: isLoaded)
    }
    #expect(menu(hasFile: true, isLoaded: true) == [.save, .copy, .open, .folder, .close])
    #expect(menu(hasFile: true, isLoaded: false) == [.save, .open, .folder, .close])
    #expect(
      menu(hasFile: false, isLoaded: true) == [.save, .copy, .open, .browser, .address, .close])
    #expect(menu(hasFile: false, isLoaded: false) == [.browser, .address, .close])
    #expect(
      ViewerAction.menu(isOfArchive: true, isLoaded: false, hasMessage: true).first == .message)
  }

  @Test("At the ends, and alone, there is nothing to go to")
  func ends() {
    func actions(_ place: ViewerChrome.Place?) -> Set<ViewerAction> {
      var chrome = chrome()
      chrome.place = place
      return Set(layout(chrome).regions.map(\.action)).intersection([.previous, .next])
    }
    #expect(actions(.init(index: 0, count: 3)) == [.next])
    #expect(actions(.init(index: 2, count: 3)) == [.previous])
    #expect(actions(.init(index: 0, count: 1)).isEmpty)
    #expect(actions(nil).isEmpty)
  }

  @Test("A picture that is not there says why, and offers to try again where that may help")
  func problems() {
    var chrome = chrome()
    let before = layout(chrome).parts.count
    chrome.problem = "no such file"
    #expect(layout(chrome).parts.count == before + 1)
    #expect(!layout(chrome).regions.contains { $0.action == .retry })
    chrome.canRetry = true
    #expect(layout(chrome).regions.contains { $0.action == .retry })
  }

  @Test("Any window, however small, with any words", arguments: [1, 20, 90, 240, 3000])
  func sizes(width: Int) {
    var chrome = chrome(width, max(1, width / 2))
    chrome.words.title = String(repeating: "A very long name ", count: 200)
    chrome.words.caption = String(repeating: "Line\n", count: 300)
    chrome.problem = String(repeating: "words ", count: 100)
    let drawn = ChromePainter.drawn(chrome, tools)
    #expect(!drawn.parts.isEmpty)
    for part in drawn.parts { #expect(part.bitmap.size.width <= max(1, width)) }
    #expect(chrome.pictureArea.width >= 1 && chrome.pictureArea.height >= 1)
  }
}
