import LugeCore
import LugeEngine
import LugeFeed
import LugePaint
import LugeText

/// Baseline, as an ordinary program has it: one large reusable cell for a whole post, with a
/// subview for everything a post may have. It is the structure that the write-up replaced. The data
/// passes through every subview; sizes are measured and content is drawn on the main thread when
/// the post comes into view.
///
/// Done as well as the structure allows: cells are reused, heights are cached, hidden subviews cost
/// nothing, a cell is drawn once. Heights come from a cell that is only measured, with labels of
/// its own, as lists of such programs have it; a cell that shows shapes its text once, to place and
/// to draw it. Text goes through `PangoLayout`, or through Luge's text.
///
/// Better than an ordinary program in what both structures share, so that both show the same
/// pixels: pictures are there at their sizes, shapes with round corners are cached, texts that come
/// again (names, counts) are shaped once.
final class OldTimeline {
  private let posts: [Post]
  private let size: PixelSize
  private let tools: PaintTools
  private let context: LayoutContext
  /// Context for the labels of the sizing cell.
  private let sizingContext: LayoutContext
  /// For heights of posts that do not show yet.
  private let sizingCell: PostCell
  private var heights: [Int?]
  private var shown: [Int: PostCell] = [:]
  private var reusable: [PostCell] = []
  private(set) var drawn: Set<Int> = []
  /// Seconds of measuring and showing cells so far.
  private(set) var sizingSeconds = 0.0
  private(set) var displaySeconds = 0.0
  /// The first post in view, and how much of it is above the viewport.
  private var first = 0
  private var offset = 0

  init(
    _ posts: [Post], size: PixelSize, pictures: ReadyPictures, usesFastText: Bool = false
  ) {
    self.posts = posts
    self.size = size
    tools = PaintTools(images: pictures, usesFastText: usesFastText)
    let environment = LayoutEnvironment(width: size.width)
    context = LayoutContext(environment: environment, text: tools.text)
    // Words that are remembered are so for both cells, as they are for a list's rows.
    sizingContext = LayoutContext(
      environment: environment,
      text: usesFastText ? tools.text : PangoText(usesFastPath: false))
    sizingCell = PostCell()
    heights = Array(repeating: nil, count: posts.count)
  }

  /// Moves towards the end; false when it is reached.
  func scroll(by pixels: Int) -> Bool {
    offset += pixels
    while first < posts.count - 1, offset >= height(first) {
      offset -= height(first)
      first += 1
    }
    var below = -offset
    var index = first
    while index < posts.count, below < size.height {
      below += height(index)
      index += 1
    }
    guard index == posts.count, below <= size.height else { return true }
    // Not beyond the end.
    offset = max(0, offset - (size.height - below))
    return false
  }

  func forgetTimes() { (sizingSeconds, displaySeconds) = (0, 0) }

  func frame() -> FramePlan {
    var plan = FramePlan(
      size: size, scheme: .light, background: FeedStyle.background, pieces: [])
    var visible: [Int: PostCell] = [:]
    var y = -offset
    var index = first
    while index < posts.count, y < size.height {
      let cell = shown.removeValue(forKey: index)
      if let cell { visible[index] = cell }
      y += height(index)
      index += 1
    }
    reusable += shown.values
    shown = visible
    y = -offset
    for position in first..<index {
      let bitmap = cell(at: position).bitmap
      if let bitmap {
        plan.pieces.append(
          .init(row: nil, y: y, height: height(position), content: .bitmap(bitmap)))
      }
      y += height(position)
    }
    return plan
  }

  private func height(_ index: Int) -> Int {
    if let known = heights[index] { return known }
    let begin = Timing.now
    configure(sizingCell, index)
    let height = sizingCell.sizeThatFits(sizingContext)
    sizingSeconds += Timing.now - begin
    heights[index] = height
    return height
  }

  private func configure(_ cell: PostCell, _ index: Int) {
    cell.configure(
      posts[index], previous: index > 0 ? posts[index - 1] : nil,
      next: index + 1 < posts.count ? posts[index + 1] : nil)
  }

  private func cell(at index: Int) -> PostCell {
    if let cell = shown[index] { return cell }
    let begin = Timing.now
    let cell = reusable.popLast() ?? PostCell()
    configure(cell, index)
    cell.display(context, tools)
    displaySeconds += Timing.now - begin
    shown[index] = cell
    drawn.insert(index)
    return cell
  }
}

/// One cell for all posts: it has a subview for each part that a post may have.
private final class PostCell {
  private static let factory = PostRowFactory(LabPosts.configuration)
  private let subviews: [PartView] =
    (FeedPart.gap...FeedPart.actions).map { PartView($0..<$0 + 1) }
    + [PartView(FeedPart.firstComment..<FeedPart.firstCustom)]
  private(set) var bitmap: Bitmap?

  /// The post goes through all subviews.
  func configure(_ post: Post, previous: Post?, next: Post?) {
    bitmap = nil
    let rows = Self.factory.rows(for: post, previous: previous, next: next)
    for view in subviews { view.configure(rows) }
  }

  func sizeThatFits(_ context: LayoutContext) -> Int {
    subviews.reduce(0) { $0 + $1.layout(context).height }
  }

  /// Lays the subviews out below each other and draws them.
  func display(_ context: LayoutContext, _ tools: PaintTools) {
    var list = DrawList()
    var y = 0
    for view in subviews {
      let layout = view.layout(context)
      list.append(layout.list, at: Point(x: 0, y: Double(y)))
      y += layout.height
    }
    let whole = RowLayout(size: PixelSize(width: context.width, height: y), drawList: list)
    bitmap = tools.paint(whole, slice: 0..<y, scheme: .light, background: FeedStyle.background)
  }
}

/// View of one part, or of all comments, in a cell; hidden when the post has none.
private final class PartView {
  private let parts: Range<UInt32>
  private var rows: [any RowModel] = []

  init(_ parts: Range<UInt32>) { self.parts = parts }

  func configure(_ all: [any RowModel]) { rows = all.filter { parts.contains($0.id.part) } }

  func layout(_ context: LayoutContext) -> (list: DrawList, height: Int) {
    var list = DrawList()
    var y = 0
    for row in rows {
      let layout = row.layout(in: context)
      list.append(layout.drawList, at: Point(x: 0, y: Double(y)))
      y += layout.size.height
    }
    return (list, y)
  }
}
