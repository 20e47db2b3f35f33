public import LugeCore

/// What lies under a point of the viewport.
public struct ListHit: Sendable {
  public var position: Int
  public var row: RowID
  /// What the place reacts with, if it is a region that reacts.
  public var action: HitRegion.Action?
  /// What "Copy" would copy.
  public var copyText: String?
}

/// A row in view, for tests, accessibility and measuring.
public struct VisibleRow: Sendable {
  public var position: Int
  public var id: RowID
  /// Top edge from the viewport's top, device pixels.
  public var y: Int
  public var height: Int
  public var accessibleText: String
}

extension ListEngine {
  /// What is at a point, device pixels from the viewport's top left. Nothing is shaped for this.
  public func hit(at point: Point) -> ListHit? {
    var result: ListHit?
    forEachVisibleRow { position, row, y in
      let top = Double(y)
      guard point.y >= top, point.y < top + Double(row.layout.size.height) else { return }
      let local = Point(x: point.x, y: point.y - top)
      let region =
        geometry(of: row)?.regions.last { $0.rect.contains(local) }
        ?? row.layout.hitRegions.last { $0.rect.contains(local) }
      result = ListHit(
        position: position, row: row.model.id, action: region?.action,
        copyText: row.layout.copyText)
    }
    return result
  }

  /// Where in view something reacts with an action, the first from the top; nil for nowhere.
  public func place(of action: HitRegion.Action) -> Rect? {
    var found: Rect?
    forEachVisibleRow { _, row, y in
      guard found == nil, let region = row.layout.hitRegions.first(where: { $0.action == action })
      else { return }
      found = region.rect.offsetBy(x: 0, y: Double(y))
    }
    return found
  }

  /// The rows at least partly in view, top to bottom.
  public var visibleRows: [VisibleRow] {
    var rows: [VisibleRow] = []
    forEachSeenRow { position, row, y, height in
      rows.append(
        VisibleRow(
          position: position, id: row.model.id, y: y, height: height,
          accessibleText: row.layout.accessibleText))
    }
    return rows
  }
}
