internal import Signals

// How the forms of `bind` come to one binding.

extension Coupling {
  /// Makes a coupling of ends that hold the same kind of values.
  ///
  /// - Parameter isDirect: whether a change of either end may be written to the other where it happens.
  @inlinable
  convenience init(
    _ first: First, _ second: Second, _ policy: ConflictPolicy<First.Value, Second.Value>, home: Home, isDirect: Bool
  ) where First.Value == Second.Value {
    self.init(
      first, second, isSlow: !isDirect || !policy.isLastWriter, makeWorkshop: Self.workshop(policy, home: home))
  }

  /// Begins without a workshop, where none is needed for it.
  @inlinable
  func beginShortly(_ start: BindingStart) where First.Value == Second.Value {
    if progress.isSlow { return begin(start) }
    observe({ [self] news in hearDirectly(first: news) }, { [self] news in hearDirectly(second: news) })
    // What is set from now on is newer than what is read then.
    let stamp = progress.begin(start)
    switch start {
    case .fromFirst:
      if let (value, known) = first.read() {
        progress.hasRead(known)
        progress.lastOrigin = .first
        second.write(Write(value: value, stamp: stamp, condition: .ifNewer))
      }
    case .fromSecond:
      if let (value, known) = second.read() {
        progress.hasRead(known)
        progress.lastOrigin = .second
        first.write(Write(value: value, stamp: stamp, condition: .ifNewer))
      }
    }
    progress.hasBegun()
  }

  /// Writes a change to the other end where it happens, unless something is in the way.
  @inlinable
  func hearDirectly(first news: Terminal<First.Value>.News) where First.Value == Second.Value {
    guard case .changed(let value, let stamp, let connection) = news, progress.passes(stamp) else {
      return hear(first: news)
    }
    if stamp <= second.newest { return }
    guard progress.passesNow(stamp) else { return hear(first: news) }
    progress.lastOrigin = .first
    second.write(value, ifNewer: stamp, by: connection)
  }

  @inlinable
  func hearDirectly(second news: Terminal<Second.Value>.News) where First.Value == Second.Value {
    guard case .changed(let value, let stamp, let connection) = news, progress.passes(stamp) else {
      return hear(second: news)
    }
    if stamp <= first.newest { return }
    guard progress.passesNow(stamp) else { return hear(second: news) }
    progress.lastOrigin = .second
    first.write(value, ifNewer: stamp, by: connection)
  }

  @usableFromInline
  static func workshop(
    _ policy: ConflictPolicy<First.Value, Second.Value>, home: Home
  ) -> (Coupling) -> Workshop<First, Second> where First.Value == Second.Value {
    { coupling in
      Workshop(
        coupling.first, coupling.second, coupling.progress, home: home,
        Reconciler(forth: .none, back: .none, policy: policy, hasBegun: !coupling.progress.isSlow))
    }
  }

  /// Makes a coupling of ends that need a converter.
  @usableFromInline
  convenience init(
    _ first: First, _ second: Second, _ conversion: Conversion<First.Value, Second.Value>,
    _ policy: ConflictPolicy<First.Value, Second.Value>, home: Home
  ) {
    self.init(first, second, isSlow: true) { coupling in
      Workshop(
        coupling.first, coupling.second, coupling.progress, home: home,
        Reconciler(forth: .forth(conversion), back: .back(conversion), policy: policy))
    }
  }
}

extension TwoWayBinding {
  @inlinable
  convenience init<First: AnyTerminal, Second: AnyTerminal>(
    _ coupling: Coupling<First, Second>, begins start: BindingStart, on isolation: (any Actor)? = nil
  ) where First.Value == Second.Value {
    self.init(coupling, on: isolation)
    coupling.beginShortly(start)
  }

  @usableFromInline
  convenience init<First: AnyTerminal, Second: AnyTerminal>(
    _ coupling: Coupling<First, Second>, beginsConverting start: BindingStart, on isolation: (any Actor)? = nil
  ) {
    self.init(coupling, on: isolation)
    coupling.begin(start)
  }

  /// Both ends live where this is called.
  @inlinable
  convenience init<First: AnyTerminal, Second: AnyTerminal>(
    together first: First, _ second: Second, _ start: BindingStart,
    _ policy: ConflictPolicy<First.Value, Second.Value>, on isolation: (any Actor)?
  ) where First.Value == Second.Value {
    Self.check(policy.isolation, isolation)
    self.init(Coupling(first, second, policy, home: .anywhere, isDirect: true), begins: start, on: isolation)
  }

  @usableFromInline
  convenience init<First: AnyTerminal, Second: AnyTerminal>(
    together first: First, _ second: Second, _ start: BindingStart,
    _ policy: ConflictPolicy<First.Value, Second.Value>, _ conversion: Conversion<First.Value, Second.Value>,
    on isolation: (any Actor)?
  ) {
    Self.check(conversion.isolation, isolation)
    Self.check(policy.isolation, isolation)
    self.init(Coupling(first, second, conversion, policy, home: .anywhere), beginsConverting: start, on: isolation)
  }

  /// One of them lives where this is called, which is an actor; the other anywhere.
  @usableFromInline
  convenience init<First: AnyTerminal, Second: AnyTerminal>(
    halfHere first: First, _ second: Second, _ start: BindingStart,
    _ policy: ConflictPolicy<First.Value, Second.Value>, on isolation: any Actor
  ) where First.Value == Second.Value {
    Self.check(policy.isolation, isolation)
    self.init(Coupling(first, second, policy, home: Home(isolation), isDirect: false), begins: start)
  }

  @usableFromInline
  convenience init<First: AnyTerminal, Second: AnyTerminal>(
    halfHere first: First, _ second: Second, _ start: BindingStart,
    _ policy: ConflictPolicy<First.Value, Second.Value>, _ conversion: Conversion<First.Value, Second.Value>,
    on isolation: any Actor
  ) {
    Self.check(conversion.isolation, isolation)
    Self.check(policy.isolation, isolation)
    self.init(Coupling(first, second, conversion, policy, home: Home(isolation)), beginsConverting: start)
  }

  /// Neither lives where this is called.
  @inlinable
  convenience init<First: AnyTerminal, Second: AnyTerminal>(
    apart first: First, _ second: Second, _ start: BindingStart, _ policy: ConflictPolicy<First.Value, Second.Value>
  ) where First.Value == Second.Value {
    let isDirect = policy.isolation == nil && first.isAnywhere && second.isAnywhere
    self.init(Coupling(first, second, policy, home: Home(policy.isolation), isDirect: isDirect), begins: start)
  }

  @usableFromInline
  convenience init<First: AnyTerminal, Second: AnyTerminal>(
    apart first: First, _ second: Second, _ start: BindingStart,
    _ policy: ConflictPolicy<First.Value, Second.Value>, _ conversion: Conversion<First.Value, Second.Value>
  ) {
    if let isolation = policy.isolation { Self.check(conversion.isolation, isolation) }
    let isolation = conversion.isolation ?? policy.isolation
    self.init(Coupling(first, second, conversion, policy, home: Home(isolation)), beginsConverting: start)
  }

  @usableFromInline
  static func check(_ isolation: (any Actor)?, _ here: (any Actor)?) {
    precondition(
      isolation == nil || isolation === here,
      "A closure of this binding belongs to another actor than the binding's ends. Write it in the code that binds them."
    )
  }
}
