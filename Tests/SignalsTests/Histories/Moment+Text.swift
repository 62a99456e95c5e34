import Signals

// A history is written as it is read: one moment on a line, the thread first. So what a breach prints can become a test.
//
//     1 sends a1
//     1 called 0 a1
//     1 returned 0
//     1 sent a1 delivered

extension Numbered: CustomStringConvertible {
  var description: String { name(of: source) + "\(number)" }

  init?(_ text: some StringProtocol) {
    guard let letter = text.first, let source = numberOfSource(letter), let number = Int(text.dropFirst()) else {
      return nil
    }
    self.init(source: source, number: number)
  }
}

extension Sent: CustomStringConvertible {
  var description: String {
    switch self {
    case .value(let value): "\(value)"
    case .finish(let source): name(of: source) + "|"
    case .failure(let source): name(of: source) + "#"
    }
  }

  init?(_ text: some StringProtocol) {
    guard let letter = text.first, let source = numberOfSource(letter) else { return nil }
    switch text.dropFirst() {
    case "|": self = .finish(source)
    case "#": self = .failure(source)
    default:
      guard let value = Numbered(text) else { return nil }
      self = .value(value)
    }
  }
}

extension Heard: CustomStringConvertible {
  var description: String {
    switch self {
    case .value(let value): "\(value)"
    case .pair(let first, let second): "\(first)/\(second)"
    case .finish: "|"
    case .failure: "#"
    }
  }

  init?(_ text: some StringProtocol) {
    let values = text.split(separator: "/").compactMap { Numbered($0) }
    switch (text, values.count) {
    case ("|", _): self = .finish
    case ("#", _): self = .failure
    case (_, 1): self = .value(values[0])
    case (_, 2): self = .pair(values[0], values[1])
    default: return nil
    }
  }
}

extension Step: CustomStringConvertible {
  var description: String {
    switch self {
    case .subscribes(let observer): "subscribes \(observer)"
    case .subscribed(let observer): "subscribed \(observer)"
    case .sends(let sent): "sends \(sent)"
    case .sent(let sent, let result): "sent \(sent) \(result)"
    case .called(let observer, let heard): "called \(observer) \(heard)"
    case .returned(let observer): "returned \(observer)"
    case .cancels(let observer): "cancels \(observer)"
    case .cancelled(let observer): "cancelled \(observer)"
    case .waits(let observer): "waits \(observer)"
    case .waited(let observer): "waited \(observer)"
    }
  }

  init?(_ words: some BidirectionalCollection<Substring>) {
    guard let verb = words.first, let object = words.dropFirst().first, let last = words.last else { return nil }
    let step: Step? =
      switch verb {
      case "subscribes": Int(object).map { .subscribes($0) }
      case "subscribed": Int(object).map { .subscribed($0) }
      case "sends": Sent(object).map { .sends($0) }
      case "sent":
        if let sent = Sent(object), let result = SendResult(last) { .sent(sent, result) } else { nil }
      case "called": if let observer = Int(object), let heard = Heard(last) { .called(observer, heard) } else { nil }
      case "returned": Int(object).map { .returned($0) }
      case "cancels": Int(object).map { .cancels($0) }
      case "cancelled": Int(object).map { .cancelled($0) }
      case "waits": Int(object).map { .waits($0) }
      case "waited": Int(object).map { .waited($0) }
      default: nil
      }
    guard let step else { return nil }
    self = step
  }
}

extension Moment: CustomStringConvertible {
  var description: String { "\(thread) \(step)" }

  init?(_ line: some StringProtocol) {
    let words = line.split(separator: " ").map { Substring($0) }
    guard let first = words.first, let thread = UInt(first), let step = Step(words.dropFirst()) else { return nil }
    self.init(thread: thread, step: step)
  }
}

extension SendResult {
  fileprivate init?(_ word: Substring) {
    switch word {
    case "delivered": self = .delivered
    case "queued": self = .queued
    case "ended": self = .ended
    default: return nil
    }
  }
}

private let letters = Array("abcdefgh")

/// The name of the source of that number.
func name(of source: Int) -> String { String(letters[source]) }

private func numberOfSource(_ letter: Character) -> Int? { letters.firstIndex(of: letter) }
