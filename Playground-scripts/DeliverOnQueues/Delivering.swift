import Lesson
import Signals

func onTheSendingThread() {
  heading("Without a queue, handlers run on the sending thread, before send returns")
  let input = SignalInput<Int>()
  code()
  let endpoint = input.signal.subscribeValues { result($0, Place.here) }
  show(input.send(1))
  let kitchen = Place("in the kitchen")
  code()
  kitchen.queue.sync { result(input.send(2)) }

  endpoint.cancel()
}

func aQueueInBetween() {
  heading("Downstream of deliver(on:), everything runs on that queue, in order, and the sender doesn't wait")
  let input = SignalInput<Int>()
  let kitchen = Place("in the kitchen")
  code()
  let endpoint = input.signal.deliver(on: kitchen.queue).subscribeValues { result($0, Place.here) }
  code()
  kitchen.queue.suspend()  // to show that the sender doesn't wait
  code()
  for value in 1...3 { result("sent:", input.send(value)) }
  code()
  kitchen.queue.resume()

  kitchen.settle()
  endpoint.cancel()
}

func severalQueues() {
  heading("A chain with several queues")
  let input = SignalInput<String>()
  let (kitchen, table) = (Place("in the kitchen"), Place("at the table"))
  code()
  let endpoint = input.signal
    .deliver(on: kitchen.queue)
    .map { dish -> String in
      result(dish, "cooked", Place.here)
      return dish
    }
    .deliver(on: table.queue)
    .subscribeValues { result($0, "eaten", Place.here) }
  code()
  input.send("soup")

  kitchen.settle()
  table.settle()
  endpoint.cancel()
}

func limitedBuffer() {
  heading("A busy queue: the buffering policy limits the values that wait for it")
  let input = SignalInput<Int>()
  let table = Place("at the table")
  code()
  let endpoint = input.signal.deliver(on: table.queue, buffering: .newest(1)).subscribeValues { result($0) }
  code()
  table.queue.sync { for value in 1...1_000 { input.send(value) } }  // occupies the queue

  table.settle()
  endpoint.cancel()
}
