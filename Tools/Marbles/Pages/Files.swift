import Foundation

/// The files of a folder of diagrams.
struct Files: Sendable {
  /// The text of each file, by name.
  let texts: [String: String]

  /// The pictures without the page.
  var pictures: Files { Files(texts: texts.filter { $0.key.hasSuffix(".svg") }) }

  /// Draws all diagrams, which runs every operator.
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

  /// The names of out-of-date files in a folder, in order: those that differ, are missing, or are no longer drawn.
  func differences(in folder: URL) -> [String] {
    let changed = texts.filter {
      (try? String(contentsOf: folder.appending(path: $0.key), encoding: .utf8)) != $0.value
    }
    return (changed.keys + obsoletePictures(in: folder)).sorted()
  }

  func write(to folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in obsoletePictures(in: folder) { try FileManager.default.removeItem(at: folder.appending(path: name)) }
    for (name, text) in texts {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
  }

  /// The pictures that are no longer drawn.
  private func obsoletePictures(in folder: URL) -> [String] {
    let present = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return present.filter { $0.hasSuffix(".svg") && texts[$0] == nil }
  }
}
