extension World {
  /// Laws that hold when no handler runs and the queue is empty.
  func checkAtRest() {
    if ties.contains(where: \.isUnsettled) { isUnsettled = true }
    for input in inputs { input.checkAtRest(in: self) }
    for subscription in subscriptions { subscription.checkAtRest() }
    for watch in watches { watch.checkAtRest() }
    for tie in ties { tie.checkAtRest() }
  }
}
