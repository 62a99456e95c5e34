import Foundation

/// Everything that is drawn, as files of a folder.
struct Files: Sendable {
  /// What stands in each file, by its name.
  let texts: [String: String]

  /// The pictures alone, for pages of others.
  var pictures: Files { Files(texts: texts.filter { $0.key.hasSuffix(".svg") }) }

  /// Draws all of it, which runs every operator.
  init() {
    var texts = ["legend.svg": Legend.text]
    var entries: [(family: Family, drawings: [(drawing: Drawing, diagram: Diagram)])] = []
    for family in Family.allCases {
      let drawings = family.drawings.map { ($0, $0.diagram()) }
      for (drawing, diagram) in drawings { texts["\(drawing.name).svg"] = Picture(of: diagram).text }
      entries.append((family, drawings))
    }
    texts["README.md"] = Page(entries).text
    self.init(texts: texts)
  }

  private init(texts: [String: String]) { self.texts = texts }

  /// What in a folder isn't as it would be drawn now, in order: files that differ, are missing, or belong to nothing.
  func differences(in folder: URL) -> [String] {
    let changed = texts.filter {
      (try? String(contentsOf: folder.appending(path: $0.key), encoding: .utf8)) != $0.value
    }
    return (changed.keys + strangers(in: folder)).sorted()
  }

  func write(to folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in strangers(in: folder) { try FileManager.default.removeItem(at: folder.appending(path: name)) }
    for (name, text) in texts {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
  }

  /// Pictures that aren't drawn any more.
  private func strangers(in folder: URL) -> [String] {
    let present = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return present.filter { $0.hasSuffix(".svg") && texts[$0] == nil }
  }
}
