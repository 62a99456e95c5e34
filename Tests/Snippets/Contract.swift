// Declarations for the examples of the contract.

import Dispatch
import Signals
import SignalsKVO
import SignalsTesting

let input = SignalInput<Int>()
let signal: Signal<String> = .just("Ada")
let expensive: Signal<Int> = .timer(every: .seconds(1))
let first = SignalInput<String>()
let last = SignalInput<String>()
let s = SignalInput<Int>()
let text: Signal<String> = .of("1", "two")
let query: Signal<String> = .of("a", "ab")

func log<Value>(_ event: Event<Value>) { print(event) }
func show<Value>(_ value: Value) { print(value) }

struct NotANumber: Error {}

nonisolated func parse(_ text: String) throws -> Int {
  guard let number = Int(text) else { throw NotANumber() }
  return number
}

final class Owner: Sendable {
  func show(_ text: String) { print(text) }
}
let owner = Owner()

final class Person {
  @Observed var firstName = ""
  @Observed var lastName = ""
  @WeakObserved var manager: Person?
  var fullName: String { "\(firstName) \(lastName)" }
}

final class Package {
  @Observed var recipient = Person()
}

final class ViewModel {
  @Observed var recipientFirstName = ""
}

@MainActor let person = Person()
@MainActor let package = Package()
@MainActor let viewModel = ViewModel()
let field = Property("")
let count = Property(0)
let numbers = Converter(forward: { try parse($0) }, backward: { "\($0)" })
let binding = bind(field, to: count, converting: numbers)

nonisolated func upload(_ draft: String) async throws -> Int { draft.count }
nonisolated func fetch(_ id: Int) async throws -> String { "\(id)" }
let profile = Resource(of: count) { id in try await fetch(id) }

nonisolated struct Member: Sendable {
  var name: String
  var team: String
  var isActive = true
}
nonisolated struct Row: Sendable { init(_ member: Member) {} }
let members: ObservedArray = [Member(name: "Ada", team: "Engines")]
let searchText = Property("")
let local = ObservedArray(["a"])
let remote = ObservedArray(["b"])
