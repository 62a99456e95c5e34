import SignalsKVO
import Testing

/// K7, C13: a class of the main actor that reports its changes manually.
@MainActor @Suite("K7 Manual reports on the main actor", .leavesNothing) struct IsolatedByHandTests {
  let history = History()

  @MainActor final class Sheet: @MainActor KeyValueObservable {
    let observationStore = ObservationStore<Sheet>()
    private var stored = "a"
    var title: String {
      get { access(\.title); return stored }
      set { willChangeValue(for: \.title); stored = newValue; didChangeValue(for: \.title) }
    }
    var shout: String { title.uppercased() }
    var pages = 1 { didSet { didChangeValue(for: \.pages) } }
  }

  @MainActor final class Window {
    @Observed var sheet: Sheet?
    @WeakObserved var last: Sheet?
  }

  final class Label {}

  @Test func `observers are added and removed on the main actor`() {
    let sheet = Sheet()
    let label = Label()
    let token = sheet.addObserver(label, keyPath: \.title, options: .initial) { [history] _, title in
      MainActor.assertIsolated()
      history.note(title)
    }
    sheet.addObserver(label, keyPath: \.pages) { [history] _, pages in history.note("\(pages)") }
    sheet.title = "b"
    sheet.pages += 1
    token.cancel()
    sheet.title = "unseen"
    sheet.removeObservers(for: label)
    sheet.pages = 5
    expect(history.lines, equals: ["a", "b", "2"])
  }

  @Test func `a manually reporting object may be a step of a path, and a root`() {
    let window = Window()
    let sheet = Sheet()
    let observers = [
      history.observe(window, \.sheet?.shout, as: "step"),
      history.observe(sheet, \.title, [.prior, .old, .new], as: "root"),
    ]
    window.sheet = sheet
    sheet.title = "b"
    window.sheet = nil
    expect(
      history.lines,
      equals: [
        "step: pathChanged - A", "root: prior valueChanged a -", "root: valueChanged a b", "step: valueChanged A B",
        "step: pathChanged B -",
      ])
    for observer in observers { observer.cancel() }
  }

  @Test func `a death on another thread is reported on the main actor (K4, K5)`() async {
    let window = Window()
    let place: Guarded<Sheet?>
    let observers: [KeyValueObserver]
    do {
      let sheet = Sheet()
      window.last = sheet
      place = Guarded(sheet)
      observers = [
        history.observe(sheet, \.title, as: "root") { _ in MainActor.assertIsolated() },
        history.observe(window, \.last?.title, as: "weak") { _ in MainActor.assertIsolated() },
      ]
    }
    let thread = startThread { _ = place.change { swapped(&$0, with: nil) } }
    thread.wait()
    expect(history.take(), equals: [])
    await mainQueueIsIdle()
    expect(Set(history.take()), equals: ["root: sourceDeleted - -", "weak: pathChanged a -"])
    expect(observers.map(\.isActive), equals: [false, true])
  }
}
