// Lesson: searching as you type, in a slow and unreliable source. `swift run SearchAsYouType`

import SignalsTesting

@main
struct SearchAsYouType {
  static func main() async {
    print("Search as you type: each line of code, and its results (→)")

    let clock = VirtualScheduler()
    let library = Library(clock)
    var model: SearchModel? = await typing(library, clock)
    if let model {
      await outage(model, library, clock)
      await borrowing(model, library, clock)
    }
    await leaving(&model, library, clock)
  }
}
