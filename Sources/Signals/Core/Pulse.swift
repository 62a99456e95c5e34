/// An input of which only counts that it brought something. Such inputs may come and go while the join lives: the owner of
/// the join sees to that.
package final class Pulse<Output: Sendable>: JoinInput<Output> {
  package override init(_ join: Join<Output>) { super.init(join) }

  package func listen(to signal: Signal<Void>) {
    guard line.isOpen else { return }
    signal.attach(
      Downstream(receiver: self) { _, receiver in
        unsafeDowncast(receiver, to: Pulse<Output>.self).put()
      },
      line)
  }

  /// Listens no more.
  package func stop() {
    join.removeInput(line)
    line.cancel()
  }

  private func put() {
    guard line.isOpen else { return }
    switch join.room(on: line) {
    case .input: break
    case .inputForNow: join.speak(in: nil)
    case let elsewhere: join.keep({}, in: elsewhere)
    }
  }

  override var hasValue: Bool { true }
}

extension Join {
  /// Makes a join that feeds a hub, by way of one of its inputs, for as long as that is open.
  ///
  /// - Parameter speak: called by the join's owner whenever a turn has reached the join and has been everywhere else.
  package convenience init(
    feeding hub: Hub<Output>, by line: Line, _ speak: @escaping (_ join: Join<Output>) -> Void
  ) {
    self.init(hub.feed(by: line), line)
    _ = begin(line, []) { join, takingIn in
      if takingIn { join.free() }
      speak(join)
    }
  }

  /// Says something, from within `speak`.
  package func say(_ value: Output) { emit(value) }
}
