import Foundation
import Testing

@testable import Marbles

@Suite("Everything is readable on its background")
struct StyleTests {
  private static let schemes = [("light", Style.light, "#ffffff"), ("dark", Style.dark, "#0d1117")]

  @Test("Text has the contrast that small text needs, on its value, in its box and on the page")
  func text() {
    for (name, scheme, page) in Self.schemes {
      for tone in scheme.tones { #expect(contrast(tone.text, tone.fill) >= 4.5, "\(name): \(tone.name)") }
      #expect(contrast(scheme.code, scheme.box) >= 4.5, "\(name)")
      #expect(contrast(scheme.words, page) >= 4.5, "\(name)")
    }
  }

  @Test("Lines, edges and marks have what shapes need, marks and words also where the page is of the other kind")
  func shapes() {
    for ((name, scheme, page), other) in zip(Self.schemes, Self.schemes.reversed().map(\.2)) {
      for tone in scheme.tones { #expect(contrast(tone.edge, page) >= 3, "\(name): \(tone.name)") }
      for colour in [scheme.marks, scheme.rail, scheme.bandEdge] {
        #expect(contrast(colour, page) >= 3, "\(name): \(colour)")
      }
      for colour in [scheme.marks, scheme.words, scheme.rail] {
        #expect(contrast(colour, other) >= 1.9, "\(name), turned round: \(colour)")
      }
    }
  }

  @Test("There is a tone for each colour of a value, and one for none")
  func tones() {
    for (_, scheme, _) in Self.schemes {
      #expect(scheme.tones.map(\.name) == ["neutral"] + (0..<Diagram.hues).map { "hue\($0)" })
    }
  }

  /// From 1, for the same, to 21, for black on white.
  private func contrast(_ first: String, _ second: String) -> Double {
    let (lighter, darker) = (max(luminance(first), luminance(second)), min(luminance(first), luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)
  }

  /// How bright a colour is to the eye, as the standards of the web reckon it.
  private func luminance(_ colour: String) -> Double {
    let number = UInt32(colour.dropFirst(), radix: 16) ?? 0
    let components = [16, 8, 0].map { shift -> Double in
      let part = Double((number >> UInt32(shift)) & 0xff) / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * components[0] + 0.7152 * components[1] + 0.0722 * components[2]
  }
}
