import SignalsKVO

/// What a form shows of a package, and what it can do to it.
///
/// Nothing here copies a value by hand. Whoever types sets a property, and the bindings take it to the model; whoever
/// changes the model sees the property follow.
@MainActor
final class PackageViewModel {
  @Observed var recipientFirstName = ""
  @Observed var recipientLastName = ""
  @Observed var street = ""
  @Observed var senderFirstName = ""
  @Observed var senderLastName = ""
  /// Follows the whole package.
  @Observed private(set) var summary = Summary()
  /// Why the model didn't take what was typed last.
  @Observed private(set) var complaint: String?
  /// Where somebody is typing.
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
    // Before the binding, so that what that has to say of a new street comes after.
    endpoints += KeyValueObserver(self, \.street, options: [.new]) { [weak self] _ in self?.forgetComplaint() }
    bindFields()
    followPackage()
  }

  // The end named by `to:` gives the first value, so the fields begin with what the model has.
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

  // Another recipient has another name and another address. They meet in a join, so that is one change and one summary.
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
  /// What stands in a field. Setting it is what typing does.
  subscript(field: Field) -> String {
    get { self[keyPath: keyPath(of: field)] }
    set {
      forgetComplaint()
      self[keyPath: keyPath(of: field)] = newValue
    }
  }

  /// Begins an edit session: until it is over, what the model says to this field waits.
  func beginEditing(_ field: Field) {
    guard editing != field else { return }
    endEditing()
    bindings[field]?.hold(.first)
    editing = field
  }

  /// Ends the edit session, if there is one: what has been waiting is settled, and who wrote last prevails.
  func endEditing() {
    guard let field = editing else { return }
    editing = nil
    bindings[field]?.release(.first)
  }

  /// Whether something that the model said to the field is waiting for the end of the edit session.
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

  /// Sends the package to somebody else. The fields follow.
  func swapRecipient() { package.recipient = addressBook.next(after: package.recipient) }
}
