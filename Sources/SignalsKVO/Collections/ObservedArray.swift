public import Signals

/// An array that tells what comes into it, what goes, and what moves.
///
/// It stands alone, is shared by reference, and may be read and edited from any thread.
///
/// ```swift
/// let list: ObservedArray = [1, 2, 3]
/// let endpoint = list.changes.subscribeValues { print($0) }
/// list.append(4)  // prints [insert [4] at 3]
/// list.move(from: 3, to: 0)  // prints [move 3 to 0]
/// list.value = [1, 2, 9]  // prints [remove [4] at 0, replace [3] with [9] at 2]
/// ```
///
/// Every edit is one event, also one that leaves everything as it was (K2): an empty append brings no changes. Edits are
/// told as they were made, and a whole new ``value`` as the difference. Whoever applies all changes to a copy of his has
/// the array again after each event (K9): see ``changes(from:)``.
///
/// All who observe an array hear of its edits in one order, which is the one in which they were made (C4). They are called
/// in the thread that edits, before the edit returns; what a handler edits comes after the event that it handles; and
/// what several threads edit at once comes through on a queue of the array's.
///
/// Each call is one step that no other thread sees half done. Several calls are several: between looking at `count` and
/// ``remove(at:)``, another thread may empty the array. What belongs together goes into a ``batch(_:)``.
public final class ObservedArray<Element: Sendable>: Sendable, ExpressibleByArrayLiteral {
  private let store: CollectionStore<[Element]>

  /// An array with the elements of a sequence.
  public init(_ elements: some Sequence<Element>, file: StaticString = #fileID, line: UInt = #line) {
    store = CollectionStore(Array(elements), info: NodeInfo(.source, "ObservedArray", file, line))
  }

  /// An array with nothing in it.
  public convenience init(file: StaticString = #fileID, line: UInt = #line) {
    self.init(EmptyCollection(), file: file, line: line)
  }

  /// An array that is written down: `let list: ObservedArray = [1, 2, 3]`.
  @_disfavoredOverload
  public convenience init(arrayLiteral elements: Element...) { self.init(elements) }

  // MARK: - The whole

  /// All elements, as they are now.
  ///
  /// Setting it is one event, which tells the difference as soon as somebody wants to know it. Elements that are equal
  /// count as the same, and are not told: where they are `Hashable`, the difference takes n log n steps and names what has
  /// moved; where they are only `Equatable`, it takes up to n² steps, if there is little that stayed, and names no moves.
  /// Where they are neither, everything is replaced. An equal value is an event without changes.
  public var value: [Element] {
    get { store.value }
    set { store.assign(newValue) }
  }

  // MARK: - Observing

  /// The changes of each edit from now on, in the order in which they were made. It finishes when the array is released.
  ///
  /// ```swift
  /// let endpoint = list.changes.subscribeValues { changes in log.append("\(changes)") }
  /// ```
  public var changes: Signal<[ArrayChange<Element>]> { store.changes }

  /// What leads from a copy of yours to the array as it is now, and then the changes of each edit: nothing is missed
  /// between the two, whatever other threads edit (C12). It finishes when the array is released.
  ///
  /// ```swift
  /// list.changes(from: table.shown).subscribeValues(for: table) { table, changes in table.shown.apply(changes) }
  /// ```
  public func changes(from copy: [Element]) -> Signal<[ArrayChange<Element>]> { store.changes(from: copy) }

  /// The array as it is now, and then as it is after each edit. It finishes when the array is released.
  ///
  /// Each subscription keeps a copy of its own, on which it makes the changes. Whoever keeps a value of it for longer than
  /// the call has the next edit copy the array once more.
  public var signal: Signal<[Element]> { store.values }

  /// Calls `handler` with the owner and the changes of each edit from now on, for as long as the owner lives.
  ///
  /// ```swift
  /// list.subscribe(self) { owner, changes in owner.rows.apply(changes) }
  /// ```
  ///
  /// The owner isn't kept alive, and the endpoint doesn't have to be kept. All else is as with
  /// ``ObservableValue/subscribe(_:_:file:line:)``.
  @discardableResult
  public func subscribe<Owner: AnyObject & Sendable>(
    _ owner: Owner,
    @_inheritActorContext _ handler:
      @escaping @isolated(any) @Sendable (
        _ owner: Owner, _ changes: [ArrayChange<Element>]
      ) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Endpoint {
    store.observe(
      for: owner, as: NodeInfo(.endpoint, "subscribe", file, line), on: handler.isolation,
      CallableOnActor2(handler).unchecked)
  }

  /// Removes all observers of an owner, from any thread. Where it is called in a handler of this array, nothing at all
  /// follows (C6).
  public func removeObservers(forOwner owner: AnyObject) { store.removeObservers(forOwner: owner) }

  /// Removes all observers of all owners. Subscriptions to the signals belong to those who keep them, and stay.
  public func removeAllObservers() { store.removeObservers(forOwner: nil) }

  /// How many observe this array at this moment: subscriptions to its signals, observers of owners, and observations of key
  /// paths that lead here. A derived value that is computed from it doesn't count.
  public var observerCount: Int { store.observerCount }

  // MARK: - Editing

  /// Makes several edits one event, and one step that no other thread sees half done.
  ///
  /// ```swift
  /// let taken = list.batch { editor in
  ///   guard let index = editor.firstIndex(of: 3) else { return false }
  ///   editor.remove(at: index)
  ///   return true
  /// }
  /// ```
  ///
  /// The closure edits a copy, which becomes the array if nobody edited that meanwhile; otherwise the closure is called
  /// again, with the array as it is then. So it should do nothing but edit, and not take long: where other threads edit
  /// without a pause, it may be called many times. If it throws, or edits nothing, nothing happens and nothing is told.
  @discardableResult
  public func batch<Answer, Failure: Error>(
    _ body: (inout ArrayEditor<Element>) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    try store.rebuild { elements throws(Failure) in
      var editor = ArrayEditor(elements)
      let answer = try body(&editor)
      return (editor.elements, editor.hasEdited ? editor.changes : nil, answer)
    }
  }

  /// One edit, which runs no code of the user's: it is made under the lock, where the elements lie.
  func edit<Answer>(_ body: (inout ArrayEditor<Element>) -> Answer) -> Answer {
    store.edit { elements in ArrayEditor.edit(&elements, body) }
  }

  /// The same, unless there are no elements.
  func editUnlessEmpty<Answer>(_ body: (inout ArrayEditor<Element>) -> Answer) -> Answer? {
    store.edit(if: { !$0.isEmpty }) { elements in ArrayEditor.edit(&elements, body) }
  }
}

// MARK: - Reading

extension ObservedArray: Sequence {
  /// Goes over the array as it is now, whatever becomes of it meanwhile.
  public func makeIterator() -> IndexingIterator<[Element]> { value.makeIterator() }

  /// How many elements there are at this moment; another thread may edit before you go over them.
  public var underestimatedCount: Int { count }

  /// How many elements there are at this moment. It copies nothing, like the three below.
  public var count: Int { store.read { $0.count } }
  /// Whether there is nothing in it at this moment.
  public var isEmpty: Bool { store.read { $0.isEmpty } }
  /// The first element at this moment, or nil.
  public var first: Element? { store.read { $0.first } }
  /// The last element at this moment, or nil.
  public var last: Element? { store.read { $0.last } }

  /// The element at an index. Setting it is told as a replacement.
  ///
  /// `list[0] += 1` is two steps, reading and setting, between which another thread may edit: see ``batch(_:)``.
  public subscript(index: Int) -> Element {
    get {
      store.read { elements in
        elements.checkElement(at: index)
        return elements[index]
      }
    }
    set { edit { $0[index] = newValue } }
  }
}

extension ObservedArray: CustomStringConvertible {
  /// As that of an `Array` with these elements.
  public var description: String { value.description }
}
