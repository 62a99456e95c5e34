import Foundation
import Testing

@testable import Marbles

@Suite("The files are what the operators do")
struct FilesTests {
  @Test("Every picture, and the page that shows them, is as a fresh run draws it")
  func fresh() {
    let files = Files()
    let differences =
      files.differences(in: Repository.marbles) + files.pictures.differences(in: Repository.catalog)
    #expect(differences == [], "These differ from what the operators do now. `swift run Marbles` draws them anew.")
  }

  @Test("Two runs draw the same")
  func same() { #expect(Files().texts == Files().texts) }

  @Test("A changed, missing or superfluous file is named, and writing repairs it")
  func differences() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "marbles-\(UUID())", directoryHint: .isDirectory)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = Files()
    #expect(files.differences(in: folder).count == files.texts.count)
    try files.write(to: folder)
    #expect(files.differences(in: folder) == [])

    try Data("<svg/>".utf8).write(to: folder.appending(path: "map.svg"))
    try Data("<svg/>".utf8).write(to: folder.appending(path: "noOperator.svg"))
    try FileManager.default.removeItem(at: folder.appending(path: "zip.svg"))
    #expect(files.differences(in: folder) == ["map.svg", "noOperator.svg", "zip.svg"])

    try files.write(to: folder)
    #expect(files.differences(in: folder) == [])
    #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "noOperator.svg").path))
  }

  @Test("The reference shows every picture, too")
  func reference() throws {
    let sources = Repository.root.appending(path: "Sources/Signals", directoryHint: .isDirectory)
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var shown: Set<String> = []
    for case let file as URL in files where ["swift", "md"].contains(file.pathExtension) {
      let text = try String(contentsOf: file, encoding: .utf8)
      shown.formUnion(text.matches(of: /!\[[^\]]+\]\(([A-Za-z-]+)\)/).map { "\($0.output.1).svg" })
    }
    #expect(Set(Files().pictures.texts.keys).subtracting(shown) == [], "No page of the reference shows these.")
    #expect(shown.subtracting(Files().pictures.texts.keys) == [], "Nothing draws these.")
  }

  @Test("The page shows every picture once")
  func page() throws {
    let texts = Files().texts
    let page = try #require(texts["README.md"])
    for name in texts.keys where name.hasSuffix(".svg") {
      #expect(page.components(separatedBy: "src=\"\(name)\"").count == 2, "\(name)")
    }
  }
}
