// Lesson: searching as you type in a source that is slow and not always reachable. `swift run SearchAsYouType`

import SignalsTesting

@main
struct SearchAsYouType {
  static func main() async {
    print("Search as you type: each line of code, and its results (→)")

    let clock = VirtualScheduler()
    let library = Library(clock)
    let model = SearchModel(library, clock)
    await typing(model, library, clock)
    await outage(model, library, clock)
    await borrowing(model, library, clock)
    await leaving(library, clock)
  }
}
