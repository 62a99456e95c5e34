/// An interactive program for a terminal session. It takes keys as input, and is independent of terminals.
@MainActor
package protocol TerminalProgram: AnyObject {
  /// The contents of the screen. The session observes it, so it has to read observable properties.
  var frame: Frame { get }
  /// The size of the screen.
  var size: Frame.Size { get set }
  /// Whether the program has ended. Observable, too.
  var isOver: Bool { get }

  func press(_ key: Key)
}
