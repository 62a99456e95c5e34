import Signals
import SignalsKVO
import SignalsTesting
import Testing

/// A view model with actions and resources: without an annotation, except on closures in the initial value of a `lazy
/// var`, for which Swift infers no actor (W1, W5, C13).
final class ProfileModel {
  @Observed var name = ""
  @Observed var userID = 1
  let isOnline = Property(true)
  lazy var isValid = Computed { [unowned self] in !name.isEmpty && isOnline.value }
  var names = [1: "Ada", 2: "Grace"]
  var log: [String] = []
  var endpoints: [any Cancellable] = []

  lazy var save = makeSave()
  lazy var clear = Action(.latest) { @MainActor [unowned self] in name = "" }
  lazy var failing = Action(.queued, enabledIf: isOnline) { throw Broken() }
  lazy var profile = makeProfile()
  lazy var count = Resource { @MainActor [unowned self] in names.count }

  private func makeSave() -> Action<String, Int> {
    Action(enabledIf: isValid) { [unowned self] suffix in
      MainActor.assertIsolated()
      await Task.yield()
      names[userID] = name + suffix
      return names.count
    }
  }

  private func makeProfile() -> Resource<String> {
    Resource(of: $userID) { [unowned self] id in
      MainActor.assertIsolated()
      return try await found(id)
    }
  }

  private func found(_ id: Int) async throws -> String {
    guard let name = names[id] else { throw Broken() }
    return name
  }

  func follow() {
    endpoints += save.values.subscribeValues { [unowned self] in log.append("saved \($0)") }
    endpoints += save.isRunning.signal.subscribeValues { [unowned self] in log.append("running \($0)") }
    endpoints += failing.errors.subscribeValues { [unowned self] in log.append("\($0)") }
  }
}

@Suite("Actions and resources with main-actor default isolation") struct WorkTests {
  private let model = ProfileModel()

  private func until(_ isMet: () -> Bool) async { while !isMet() { await Task.yield() } }

  @Test func `an action uses the state of a view model`() async throws {
    model.follow()
    #expect(!model.save.run("!"))
    model.name = "Alan"
    #expect(model.save.isEnabled.value)
    #expect(try await model.save.perform("!") == 2)
    #expect(model.names[1] == "Alan!")
    #expect(model.log == ["running false", "running true", "saved 2", "running false"])
    try await model.clear.perform()
    #expect(model.name == "")
    await #expect(throws: Broken.self) { try await model.failing.perform() }
    #expect(model.log.last == "Broken()")
    model.isOnline.value = false
    #expect(!model.failing.run())
  }

  @Test func `a resource follows a property of a view model`() async {
    await until { model.profile.value.latest == "Ada" }
    model.userID = 2
    #expect(model.profile.value.isLoading)
    #expect(model.profile.value.latest == "Ada")
    await until { model.profile.value.latest == "Grace" }
    model.userID = 3
    await until { model.profile.value.error is Broken }
    #expect(model.profile.value.latest == "Grace")
    model.names[3] = "Barbara"
    model.profile.reload()
    await until { !model.profile.value.isLoading }
    switch model.profile.value {
    case .loaded(let name): #expect(name == "Barbara")
    case .loading, .failed: Issue.record("The resource was not loaded again.")
    }
    await until { model.count.value.latest == 3 }
  }

  @Test func `a concurrent closure runs on no actor, and any other one on the main actor`() async throws {
    let place = Action { @concurrent in isOnMainQueue() }
    #expect(try await place.perform() == false)
    #expect(try await Action { isOnMainQueue() }.perform())
  }
}
