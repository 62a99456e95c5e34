import SignalsKVO

/// The view model of a form for a package.
///
/// It copies no values itself. Typing sets a property, and the bindings set the model; a change of the model updates
/// the property.
@MainActor
final class PackageViewModel {
  @Observed var recipientFirstName = ""
  @Observed var recipientLastName = ""
  @Observed var street = ""
  @Observed var senderFirstName = ""
  @Observed var senderLastName = ""
  /// Describes the whole package, and changes with it.
  @Observed private(set) var summary = Summary()
  /// The reason why the model rejected the last typed text.
  @Observed private(set) var complaint: String?
  /// The field with the edit session.
  @Observed private(set) var editing: Field?

  private let package: Package
  private let addressBook: AddressBook
  private var items: RandomItems
  private var bindings: [Field: TwoWayBinding] = [:]
  private var endpoints: [any Cancellable] = []

  init(of package: Package, addressBook: AddressBook, items: RandomItems) {
    self.package = package
    self.addressBook = addressBook
    self.items = items
    // Before the binding, so that the binding's complaint about a new street follows.
    endpoints += KeyValueObserver(self, \.street, options: [.new]) { [weak self] _ in self?.forgetComplaint() }
    bindFields()
    followPackage()
  }

  // The initial value comes from the end after `to:`, so the fields begin with the model's values.
  private func bindFields() {
    bindings = [
      .recipientFirstName: bind(self, \.recipientFirstName, to: package, \.recipient.firstName),
      .recipientLastName: bind(self, \.recipientLastName, to: package, \.recipient.lastName),
      .street: bind(self, \.street, to: package, \.recipient.address, converting: Converter.street(of: package)),
      .senderFirstName: bind(self, \.senderFirstName, to: package, \.sender.firstName),
      .senderLastName: bind(self, \.senderLastName, to: package, \.sender.lastName),
    ]
    for binding in bindings.values {
      binding.rejections
        .subscribeValues { [weak self] rejection in self?.complaint = "\(rejection.error)" }
        .store(in: &endpoints)
    }
  }

  // A new recipient has a new name and a new address. A join combines them, so they cause one new summary.
  private func followPackage() {
    combineLatest(
      .keyValueObserving(package, \.recipient.fullName), .keyValueObserving(package, \.recipient.address),
      .keyValueObserving(package, \.sender.fullName), package.$contents.signal
    )
    .scan(Summary()) { last, parts in
      last.next(recipient: parts.0, address: parts.1, sender: parts.2, contents: parts.3)
    }
    .assign(to: \.summary, on: self)
    .store(in: &endpoints)
  }
}

// MARK: - Typing

extension PackageViewModel {
  /// The text of a field. Typing sets it.
  subscript(field: Field) -> String {
    get { self[keyPath: keyPath(of: field)] }
    set {
      forgetComplaint()
      self[keyPath: keyPath(of: field)] = newValue
    }
  }

  /// Begins an edit session: changes of the model for this field wait until it ends.
  func beginEditing(_ field: Field) {
    guard editing != field else { return }
    endEditing()
    bindings[field]?.hold(.first)
    editing = field
  }

  /// Ends the edit session, if there is one: a waiting change is settled, and the last write wins.
  func endEditing() {
    guard let field = editing else { return }
    editing = nil
    bindings[field]?.release(.first)
  }

  /// Whether a change of the model for the field waits for the end of the edit session.
  func isWaiting(_ field: Field) -> Bool { bindings[field]?.state.pending.contains(.first) ?? false }

  private func forgetComplaint() {
    if complaint != nil { complaint = nil }
  }

  private func keyPath(of field: Field) -> ReferenceWritableKeyPath<PackageViewModel, String> {
    switch field {
    case .recipientFirstName: \.recipientFirstName
    case .recipientLastName: \.recipientLastName
    case .street: \.street
    case .senderFirstName: \.senderFirstName
    case .senderLastName: \.senderLastName
    }
  }
}

// MARK: - Buttons

extension PackageViewModel {
  func addItem() { package.contents.append(items.next()) }

  /// Sends the package to the next recipient. The fields follow.
  func swapRecipient() { package.recipient = addressBook.next(after: package.recipient) }
}
