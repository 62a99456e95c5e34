/// The contents of an observed collection. Array and Dictionary conform.
public protocol _ObservableContents {
  associatedtype _Change
  associatedtype _Editor

  init()
  var count: Int { get }
  mutating func apply(_ changes: [_Change])
  /// The number of elements that changes hold.
  static func _weight(of changes: [_Change]) -> Int
  /// Has the elements end later that changes have removed: see `releaseLater(_:)`.
  static func _releaseRemoved(_ changes: [_Change])
  /// The changes without those that leave the contents as they were, as far as neighbours tell.
  static func _effective(_ changes: [_Change]) -> [_Change]
  /// Returns the changes that lead from `old` to this.
  func _changes(from old: Self) -> [_Change]
  /// Edits the contents through an editor. Returns the changes, or nil if the closure has edited nothing.
  static func _edit<Answer, Failure>(
    _ contents: inout Self, _ body: (inout _Editor) throws(Failure) -> Answer
  ) throws(Failure) -> (changes: [_Change]?, answer: Answer)
}

/// The common part of the editors.
@usableFromInline
protocol ContentsEditor {
  associatedtype Contents: _ObservableContents

  init()
  var contents: Contents { get set }
  var changes: [Contents._Change] { get }
  /// Whether the closure has edited, even if the edit has left the contents as they were.
  var hasEdited: Bool { get }
}

extension ContentsEditor {
  /// Edits contents in place: only the editor holds them meanwhile, so nothing is copied. If `body` throws, the contents are gone.
  @inlinable
  static func edit<Answer, Failure>(
    _ contents: inout Contents, _ body: (inout Self) throws(Failure) -> Answer
  ) throws(Failure) -> (changes: [Contents._Change]?, answer: Answer) {
    var editor = Self()
    swap(&editor.contents, &contents)
    let answer = try body(&editor)
    swap(&editor.contents, &contents)
    return (editor.hasEdited ? editor.changes : nil, answer)
  }
}
