// A height index: positions in a list of which almost nothing was measured.
//
//     swift run Heights

// snippet.show
import LugeCore

var index = HeightIndex(count: 1_000_000, estimate: 60)  // one node
index.setHeight(142, at: 500_000)
print(index.offset(of: 500_001))  // 500_000 * 60 + 142
if let place = index.position(at: 30_000_150) { print(place) }  // (position: 500_001, into: 8)
