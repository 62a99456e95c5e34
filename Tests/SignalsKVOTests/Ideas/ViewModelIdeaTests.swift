import SignalsKVO
import Testing

/// The idea of a view model that is bound to an observed model, in both directions, by signals.
@Suite("Idea: a view model bound to a model", .leavesNothing) @MainActor struct ViewModelIdeaTests {
  struct Address: Equatable, Sendable {
    var street = ""
    var town = ""
  }

  @MainActor final class Model {
    @Observed var firstName = "Ada"
    @Observed var lastName = "Lovelace"
    @Observed var address = Address(street: "St James's Square", town: "London")
  }

  @MainActor final class ViewModel {
    @Observed var firstName = ""
    @Observed var street = ""
    private(set) var summaries: [String] = []
    private let model: Model
    private var endpoints: [any Cancellable] = []

    /// Computed from the model.
    var summary: String { "\(model.firstName) \(model.lastName), \(model.address.street), \(model.address.town)" }

    /// The model stores a value type, so it is copied, changed and stored again.
    func setStreet(_ street: String) {
      var address = model.address
      address.street = street
      model.address = address
    }

    init(_ model: Model) {
      self.model = model
      // From the model to the view model, starting with the current value.
      Signal.keyValueObserving(model, \.firstName).assign(to: \.firstName, on: self).store(in: &endpoints)
      Signal.keyValueObserving(model, \.address.street).assign(to: \.street, on: self).store(in: &endpoints)
      // And back, without the current value and without repeated values.
      $firstName.signal.dropFirst().removeDuplicates().assign(to: \.firstName, on: model).store(in: &endpoints)
      $street.signal.dropFirst().removeDuplicates()
        .subscribeValues { [unowned self] in setStreet($0) }
        .store(in: &endpoints)
      endpoints += KeyValueObserver(self, \.summary) { [weak self] in self?.summaries.append($0.newValue ?? "-") }
    }
  }

  @Test("a set on either side arrives at the other, and the summary follows both")
  func bothWays() {
    let model = Model()
    let viewModel = ViewModel(model)
    expect([viewModel.firstName, viewModel.street], equals: ["Ada", "St James's Square"])
    model.firstName = "Augusta"
    expect(viewModel.firstName, equals: "Augusta")
    viewModel.firstName = "Ada"
    expect(model.firstName, equals: "Ada")
    viewModel.street = "Marylebone"
    expect(model.address, equals: Address(street: "Marylebone", town: "London"))
    transaction {
      model.firstName = "Grace"
      model.lastName = "Hopper"
    }
    expect(
      viewModel.summaries,
      equals: [
        "Ada Lovelace, St James's Square, London",
        "Augusta Lovelace, St James's Square, London",
        // Without a binding there is an echo: the model is set to the value that it has already.
        "Augusta Lovelace, St James's Square, London",
        "Ada Lovelace, St James's Square, London",
        "Ada Lovelace, Marylebone, London",
        "Grace Hopper, Marylebone, London",
      ])
  }

  /// The same view model with one binding for each property.
  @MainActor final class BoundViewModel {
    @Observed var firstName = ""
    @Observed var street = ""
    private(set) var summaries: [String] = []
    private let model: Model
    private var bindings: [any Cancellable] = []
    var summary: String { "\(model.firstName) \(model.lastName), \(model.address.street), \(model.address.town)" }

    init(_ model: Model) {
      self.model = model
      bindings += bind(self, \.firstName, to: model, \.firstName)
      bindings += bind(self, \.street, to: model, \.address.street)
      bindings += KeyValueObserver(self, \.summary) { [weak self] in self?.summaries.append($0.newValue ?? "-") }
    }
  }

  @Test("a binding replaces both assignments and causes no echo (B1, B2)")
  func bound() {
    let model = Model()
    let viewModel = BoundViewModel(model)
    expect([viewModel.firstName, viewModel.street], equals: ["Ada", "St James's Square"])
    model.firstName = "Augusta"
    expect(viewModel.firstName, equals: "Augusta")
    viewModel.firstName = "Ada"
    expect(model.firstName, equals: "Ada")
    viewModel.street = "Marylebone"
    expect(model.address, equals: Address(street: "Marylebone", town: "London"))
    model.address = Address(street: "Ockham Park", town: "Surrey")
    expect(viewModel.street, equals: "Ockham Park")
    transaction {
      viewModel.firstName = "Grace"
      model.lastName = "Hopper"
    }
    expect([model.firstName, model.lastName], equals: ["Grace", "Hopper"])
    expect(
      viewModel.summaries,
      equals: [
        "Ada Lovelace, St James's Square, London",
        "Augusta Lovelace, St James's Square, London",
        "Ada Lovelace, St James's Square, London",
        "Ada Lovelace, Marylebone, London",
        "Ada Lovelace, Ockham Park, Surrey",
        "Grace Hopper, Ockham Park, Surrey",
      ])
  }
}
