import Lesson
import SignalsKVO

func everySet() {
  heading("An observer hears of every set, after it has happened")
  let ada = Person("Ada", "King")
  code()
  let observer = KeyValueObserver(ada, \.lastName, options: [.initial, .old, .new]) { told($0) }
  code()
  ada.lastName = "Lovelace"
  code()
  ada.lastName = "Lovelace"  // an equal value is a set like any other
  code()
  ada.lastName.append("!")  // and so is a change in place

  observer.cancel()
}

func whatIsComputed() {
  heading("What is computed is observed through what it reads, with nothing declared")
  let ada = Person("Ada", "King")
  code()
  let observer = KeyValueObserver(ada, \.fullName, options: [.old, .new]) { told($0) }
  code()
  ada.firstName = "Augusta"
  code()
  transaction {  // settles once
    ada.firstName = "Ada"
    ada.lastName = "Lovelace"
  }

  observer.cancel()
}

func alongThePath() {
  heading("A path goes on with the object that stands there now, and every change says why it came")
  let (ada, grace) = (Person("Ada", "King"), Person("Grace", "Hopper"))
  var parcels = [Parcel(to: ada)]
  code()
  let observer = KeyValueObserver(parcels[0], \.recipient?.firstName, options: [.old, .new]) { told($0) }
  code()
  ada.firstName = "Augusta"
  code()
  parcels[0].recipient = grace
  code()
  ada.firstName = "Ada"  // nobody's business any more
  code()
  parcels[0].recipient = nil
  code()
  parcels.removeAll()

  observer.cancel()
}

func beforeAndAfter() {
  heading("Who asks for it hears before the change, too")
  let parcel = Parcel(to: nil)
  code()
  let observer = KeyValueObserver(parcel, \.grams, options: [.prior, .old, .new]) { told($0) }
  code()
  parcel.grams = 750

  observer.cancel()
}

func whatDoesNotKeep() {
  heading("A weak property says when what it referred to is gone")
  let ada = Person("Ada", "King")
  var charles: Person? = Person("Charles", "Babbage")
  code()
  ada.friend = charles
  code()
  let observer = KeyValueObserver(ada, \.friend?.firstName, options: [.initial, .new]) { told($0) }
  code()
  charles = nil

  observer.cancel()
}

func byHand() {
  heading("What can't use the wrapper announces its changes by hand")
  let counter = Counter()
  code()
  let observer = KeyValueObserver(counter, \.count, options: [.old, .new]) { told($0) }
  code()
  counter.increment()

  observer.cancel()
}
