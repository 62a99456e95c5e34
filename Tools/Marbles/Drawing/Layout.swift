/// The positions of the parts of a diagram. A frame has the same position in all lanes.
struct Layout: Equatable, Sendable {
  struct PlacedMark: Equatable, Sendable {
    var mark: Mark
    var x: Double
    var width: Double

    var left: Double { x - width / 2 }
    var right: Double { x + width / 2 }

    /// The right edge of the error's text. The text is below the line, so it can't overlap other marks.
    var errorEnd: Double {
      guard case .failure(let error) = mark.content else { return right }
      return x + Double(error.count) * Measures.errorCharacter / 2
    }
  }

  struct PlacedLane: Equatable, Sendable {
    var lane: Lane
    var y: Double
    var start: Double
    var marks: [PlacedMark]
  }

  private(set) var above: [PlacedLane] = []
  private(set) var below: [PlacedLane] = []
  /// The middle of each frame's first mark.
  private(set) var frames: [Double] = []
  private(set) var laneEnd = 0.0
  private(set) var box = (top: 0.0, height: 0.0)
  private(set) var gutter = 0.0
  private(set) var width = 0.0
  private(set) var height = 0.0

  static func == (left: Layout, right: Layout) -> Bool {
    left.above == right.above && left.below == right.below && left.frames == right.frames && left.height == right.height
  }

  init(of diagram: Diagram) {
    let lanes = diagram.above + diagram.below
    let nameWidth = lanes.map { Double($0.name.count) * Measures.nameCharacter }.max() ?? 0
    gutter = (Measures.margin + max(56, nameWidth) + 14).rounded(.up)
    frames = Self.places(of: lanes, length: diagram.length, from: gutter + Measures.radius + 6)

    var y = Measures.margin + Measures.axisHeight
    (above, y) = placed(diagram.above, from: y)
    let lines = Double(diagram.call.split(separator: "\n", omittingEmptySubsequences: false).count)
    box = (y + 4, lines * Measures.boxLineHeight + 2 * Measures.boxPadding)
    (below, y) = placed(diagram.below, from: box.top + box.height + 4)

    let rightmost = (above + below).flatMap { $0.marks.map(\.right) }.max() ?? 0
    laneEnd = max((frames.last ?? gutter) + Measures.tick * 0.75, rightmost + 16)
    let callWidth = diagram.call.split(separator: "\n").map { Double($0.count) * Measures.codeCharacter }.max() ?? 0
    laneEnd = max(laneEnd, gutter + callWidth + 32)
    let hintWidth = Double(diagram.hint?.count ?? 0) * Measures.hintCharacter
    laneEnd = max(laneEnd, gutter + hintWidth)
    let errorEnd = (above + below).flatMap { $0.marks.map(\.errorEnd) }.max() ?? 0
    width = max(laneEnd, errorEnd) + Measures.margin
    height = y + (diagram.hint == nil ? 4 : Measures.hintHeight)
  }

  private func placed(_ lanes: [Lane], from top: Double) -> ([PlacedLane], Double) {
    var y = top
    let placed = lanes.map { lane in
      defer { y += Measures.laneHeight }
      let marks = Self.groups(of: lane).flatMap { frame, marks in Self.placed(marks, at: frames[frame]) }
      return PlacedLane(
        lane: lane, y: y + Measures.laneHeight / 2, start: lane.start == 0 ? gutter : marks.first?.x ?? gutter,
        marks: marks)
    }
    return (placed, y)
  }

  /// Places the first event in the middle of its frame, and the other marks beside it. A subscription that emits at
  /// once precedes its event.
  private static func placed(_ marks: [Mark], at middle: Double) -> [PlacedMark] {
    let anchor = marks.firstIndex(where: \.isEvent) ?? 0
    let widths = marks.map { Measures.width(of: $0.content) }
    let before = widths[..<anchor].reduce(0) { $0 + $1 + Measures.closeGap }
    var left = middle - widths[anchor] / 2 - before
    return zip(marks, widths).map { mark, width in
      defer { left += width + Measures.closeGap }
      return PlacedMark(mark: mark, x: left + width / 2, width: width)
    }
  }

  /// The drawn marks of a lane, by frame. A subscription in frame 0 isn't drawn.
  private static func groups(of lane: Lane) -> [(frame: Int, marks: [Mark])] {
    let drawn = lane.marks.filter { $0.frame > 0 || $0.content != .subscription }
    return Dictionary(grouping: drawn, by: \.frame).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The positions of the frames. The widest value determines the distance between frames, up to a limit; beyond the
  /// limit, only frames with wide values get a larger distance.
  private static func places(of lanes: [Lane], length: Int, from start: Double) -> [Double] {
    var needs: [(from: Int, to: Int, distance: Double)] = []
    var firstHalf = 0.0
    for lane in lanes {
      let extents = groups(of: lane).map { frame, marks in
        let placed = placed(marks, at: 0)
        return (frame: frame, left: -(placed.first?.left ?? 0), right: placed.last?.right ?? 0)
      }
      if let first = extents.first, first.frame == lane.start { firstHalf = max(firstHalf, first.left) }
      for (before, after) in zip(extents, extents.dropFirst()) {
        needs.append((before.frame, after.frame, before.right + Measures.wideGap + after.left))
      }
    }
    let widest = needs.map { $0.distance / Double($0.to - $0.from) }.max() ?? 0
    let tick = min(max(Measures.tick, widest.rounded(.up)), Measures.widestTick)
    var places = [start + max(0, firstHalf - Measures.radius)]
    for frame in 1..<max(length, 2) {
      let needed = needs.filter { $0.to == frame }.map { places[$0.from] + $0.distance }.max() ?? 0
      places.append(max(places[frame - 1] + tick, needed.rounded(.up)))
    }
    return places
  }
}
