import Signals

extension World {
  /// Lets go of everything that the program has made, in one order or the other.
  func releaseEverything(backwards: Bool) {
    say("release everything\(backwards ? ", backwards" : "")")
    let kinds: [() -> Void] = [
      {
        for subscription in self.subscriptions {
          subscription.willBeCancelled()
          release(subscription.endpoint.take())
        }
      },
      { empty(&self.bags) },
      { empty(&self.watches) },
      { for tie in self.ties { release(tie.binding.take()) } },
      { empty(&self.recipes) },
      {
        for slot in self.inputs { slot.release() }
      },
      { empty(&self.owners) },
      { for slot in self.derivedValues { release(slot.derived.take()) } },
      { for slot in self.properties { slot.release() } },
      {
        for person in self.everybody { person.person?.friend = nil }
        for slot in self.persons { release(slot.person.take()) }
      },
    ]
    for release in backwards ? kinds.reversed() : kinds { release() }
    empty(&subscriptions)
    empty(&inputs)
    empty(&ties)
    empty(&properties)
    empty(&persons)
    empty(&derivedValues)
    empty(&keptByFlaw)
  }

  /// Everything that was captured, sent, set or scheduled has gone (C8).
  func checkThatNothingIsLeft() {
    let remaining = ledger.remaining
    if !remaining.isEmpty { breach("C8: when all is released there is still \(remaining.joined(separator: ", "))") }
    if clock.pending > 0 { breach("C8: when all is released there are still \(clock.pending) timers") }
  }
}

/// Releases it here, where no variable refers to it that code during the release may use.
func release(_ value: consuming (some Any)?) { _ = consume value }

/// The same for the elements of an array.
func empty<Element>(_ elements: inout [Element]) {
  let old = elements
  elements = []
  withExtendedLifetime(old) {}
}
