/// What can be shown on a terminal, and be given keys. It knows nothing of terminals itself.
@MainActor
package protocol TerminalProgram: AnyObject {
  /// What is to be seen. It is followed by what it reads, so that has to be observable.
  var frame: Frame { get }
  /// How much can be seen.
  var size: Frame.Size { get set }
  /// Whether it wants to be left. To be observable, too.
  var isOver: Bool { get }

  func press(_ key: Key)
}
