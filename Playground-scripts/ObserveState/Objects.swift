import Lesson
import SignalsKVO

func everySet() {
  heading("An observer is called after every set")
  let ada = Person("Ada", "King")
  code()
  let observer = KeyValueObserver(ada, \.lastName, options: [.initial, .old, .new]) { printChange($0) }
  code()
  ada.lastName = "Lovelace"
  code()
  ada.lastName = "Lovelace"  // a set to an equal value counts as a set, too
  code()
  ada.lastName.append("!")  // so does a change in place

  observer.cancel()
}

func computedProperties() {
  heading("Computed properties: observed through the properties that they read")
  let ada = Person("Ada", "King")
  code()
  let observer = KeyValueObserver(ada, \.fullName, options: [.old, .new]) { printChange($0) }
  code()
  ada.firstName = "Augusta"
  code()
  transaction {  // one change
    ada.firstName = "Ada"
    ada.lastName = "Lovelace"
  }

  observer.cancel()
}

func alongThePath() {
  heading("Key paths: the observer follows the current objects, and each change has a reason")
  let (ada, grace) = (Person("Ada", "King"), Person("Grace", "Hopper"))
  var parcels = [Parcel(to: ada)]
  code()
  let observer = KeyValueObserver(parcels[0], \.recipient?.firstName, options: [.old, .new]) { printChange($0) }
  code()
  ada.firstName = "Augusta"
  code()
  parcels[0].recipient = grace
  code()
  ada.firstName = "Ada"  // not on the path any more
  code()
  parcels[0].recipient = nil
  code()
  parcels.removeAll()

  observer.cancel()
}

func beforeAndAfter() {
  heading("Observing before the change as well")
  let parcel = Parcel(to: nil)
  code()
  let observer = KeyValueObserver(parcel, \.grams, options: [.prior, .old, .new]) { printChange($0) }
  code()
  parcel.grams = 750

  observer.cancel()
}

func weakProperties() {
  heading("A weak property: its observer is called when the object is released")
  let ada = Person("Ada", "King")
  var charles: Person? = Person("Charles", "Babbage")
  code()
  ada.friend = charles
  code()
  let observer = KeyValueObserver(ada, \.friend?.firstName, options: [.initial, .new]) { printChange($0) }
  code()
  charles = nil

  observer.cancel()
}

func byHand() {
  heading("A class without the wrapper reports its changes itself")
  let counter = Counter()
  code()
  let observer = KeyValueObserver(counter, \.count, options: [.old, .new]) { printChange($0) }
  code()
  counter.increment()

  observer.cancel()
}
