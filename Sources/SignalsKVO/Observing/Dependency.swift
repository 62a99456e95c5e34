internal import Signals

/// Something that a computation can read and follow: it counts its states, and tells when there is a new one.
protocol Dependency: Readable, Sendable {
  /// The number of the state as it is now. What is computed itself is brought up to date for that.
  var currentVersion: UInt { get }

  /// Something for each change after the state with this number; at once, if there has been one.
  func pulses(after version: UInt) -> Signal<Void>
}

/// Counts the changes of everything that any computation has read: as long as it stands still, what was up to date is.
///
/// So reading what is computed from what is computed costs what has changed, not all that there is below.
@usableFromInline
enum Epoch {
  private static let word = AtomicWord(0)

  static var now: UInt { word.value }

  @usableFromInline
  static func advance() { word.add(1) }
}

/// What a computation made, of which states. It never changes.
final class Computed<Value: Sendable>: Sendable {
  let value: Value
  /// Each is one more than that of the one before it, which was made before this one read anything.
  let version: UInt
  /// What was read, in that order, and which state of it.
  let inputs: [(dependency: any Dependency, version: UInt)]

  init(_ value: Value, version: UInt, from readings: ContiguousArray<Reading>) {
    self.value = value
    self.version = version
    var seen: Set<ObjectIdentifier> = []
    inputs = readings.compactMap { reading in
      guard seen.insert(ObjectIdentifier(reading.subject)).inserted else { return nil }
      // If it was read twice and has changed in between, this is out of date, and the first number shows it.
      return (reading.subject as? any Dependency).map { ($0, reading.version) }
    }
  }

  /// Whether a computation now would read the same.
  ///
  /// Each input may decide which one is read next. So they are asked in the order in which they were read, and none after
  /// one that has changed: it might not be read any more, nor be computable.
  var isUpToDate: Bool { inputs.allSatisfy { $0.dependency.currentVersion == $0.version } }
}

/// A computation that is under way on a thread: it hears what is read, and knows the one within which it runs.
///
/// Values that follow from each other nest as deep as there are of them, so this takes little of the stack.
final class Computation {
  private let subject: UnsafeRawPointer
  private let recording = Recording()
  private var beginning: Recording.Beginning?
  // Who is in there is on the stack below this one, and stays as long.
  private var outer: Unmanaged<Computation>?

  private static let mark = ThreadMark()

  init(for subject: AnyObject) {
    self.subject = UnsafeRawPointer(Unmanaged.passUnretained(subject).toOpaque())
  }

  /// Begins to compute on behalf of the subject, unless that is what is being computed: then it never ends.
  func begin() {
    outer = Self.mark.value.map { .fromOpaque($0) }
    var next = outer
    while let computation = next {
      precondition(
        computation._withUnsafeGuaranteedRef { $0.subject } != subject,
        "A derived property reads itself, directly or through others that are derived from it. Take one of them out of the "
          + "closure of another, or make it a Property that is set.")
      next = computation._withUnsafeGuaranteedRef { $0.outer }
    }
    Self.mark.value = Unmanaged.passUnretained(self).toOpaque()
    beginning = recording.begin()
  }

  /// Answers what was read.
  func end() -> ContiguousArray<Reading> {
    if let beginning { Recording.end(beginning) }
    Self.mark.value = outer?.toOpaque()
    return recording.take()
  }
}

extension Dependency {
  func watch(for watcher: Watcher, after version: UInt) -> Link {
    let link = DependencyLink(watcher, to: self)
    link.keep(
      pulses(after: version).subscribe(as: .unplaced(.endpoint, "KeyValueObserver")) { [weak link] event in
        guard let link, link.isOpen else { return }
        switch event {
        case .value: link.watcher.dependencyDidChange(link)
        // Something else may come to lie where this was.
        case .end: link.close()
        }
      })
    return link
  }
}

/// What a watcher has with something that any thread may set.
// Unchecked as its superclass is.
private final class DependencyLink: Link, @unchecked Sendable {
  private let subscription = Guarded<Endpoint?>(nil)

  func keep(_ endpoint: Endpoint) {
    subscription.change { $0 = endpoint }
    if !isOpen { close() }
  }

  override func close() {
    super.close()
    subscription.change { endpoint in
      defer { endpoint = nil }
      return endpoint
    }?.cancel()
  }
}
