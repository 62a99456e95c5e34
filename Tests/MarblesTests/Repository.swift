import Foundation

/// Where the package is.
enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static let marbles = root.appending(path: "Documentation/Marbles", directoryHint: .isDirectory)

  static let catalog = root.appending(path: "Sources/Signals/Signals.docc/Marbles", directoryHint: .isDirectory)

  static func text(of path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
