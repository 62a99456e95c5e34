extension SignalConvertible<Bool> {
  /// Emits the opposite of each value.
  ///
  /// ![A marble diagram of not](not)
  ///
  /// ```swift
  /// let isHidden = isVisible.not()
  /// ```
  @inlinable
  public func not(file: StaticString = #fileID, line: UInt = #line) -> Signal<Bool> {
    map { !$0 }.labeled("not", file, line)
  }

  /// Emits whether the latest values of this signal and another are both true: see
  /// ``combineLatest(_:_:transform:file:line:)``.
  ///
  /// ![A marble diagram of and](and)
  ///
  /// ```swift
  /// let canSave = isValid.and(isSaving.not())
  /// ```
  @inlinable
  public func and(
    _ other: some SignalConvertible<Bool>, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Bool> {
    combineLatest(other) { $0 && $1 }.labeled("and", file, line)
  }

  /// Emits whether the latest value of this signal or that of another is true: see
  /// ``combineLatest(_:_:transform:file:line:)``.
  ///
  /// ![A marble diagram of or](or)
  ///
  /// ```swift
  /// let isBusy = isLoading.or(isSaving)
  /// ```
  @inlinable
  public func or(
    _ other: some SignalConvertible<Bool>, file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Bool> {
    combineLatest(other) { $0 || $1 }.labeled("or", file, line)
  }
}
