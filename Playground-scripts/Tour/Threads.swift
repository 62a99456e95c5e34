import Dispatch
import Foundation
import Signals
import Synchronization

private struct Reading: Sendable {
  let sensor: Int
  let number: Int
}

private struct Tally: Sendable {
  var received = 0
  var overlapping = 0
  var outOfOrder = 0
  var latest = [-1, -1, -1, -1]

  mutating func add(_ reading: Reading, isAlone: Bool) {
    received += 1
    if !isAlone { overlapping += 1 }
    if reading.number != latest[reading.sensor] + 1 { outOfOrder += 1 }
    latest[reading.sensor] = reading.number
  }
}

func fourThreads() {
  let readings = SignalInput<Reading>()
  let running = Atomic(0)
  let result = Mutex(Tally())
  let isOver = DispatchSemaphore(value: 0)
  let endpoint = readings.signal
    .scan(Tally()) { tally, reading in
      let isAlone = running.add(1, ordering: .relaxed).oldValue == 0
      defer { running.subtract(1, ordering: .relaxed) }
      var tally = tally
      tally.add(reading, isAlone: isAlone)
      return tally
    }
    .subscribe { event in
      switch event {
      case .value(let tally): result.withLock { $0 = tally }
      case .end: isOver.signal()
      }
    }

  print("   Each thread sends 1,000 readings. The closure that counts them has no lock:")
  onThreads(4) { sensor in
    for number in 0..<1_000 { readings.send(Reading(sensor: sensor, number: number)) }
  }
  readings.finish()
  isOver.wait()
  let tally = result.withLock { $0 }
  print("     received \(tally.received), calls that overlapped \(tally.overlapping)")
  print("     readings out of their thread's order \(tally.outOfOrder)")

  endpoint.cancel()
}

func queueWithBuffer() {
  let sensor = SignalInput<Int>()
  let queue = DispatchQueue(label: "display")
  let isOver = DispatchSemaphore(value: 0)
  let endpoint = sensor.signal
    .deliver(on: queue, buffering: .newest(2))
    .subscribe { event in
      switch event {
      case .value(let value): print("     display: \(value)")
      case .end:
        print("     display: finished")
        isOver.signal()
      }
    }

  print("   The display's queue is suspended while the sensor sends 100 readings. The sender doesn't wait:")
  queue.suspend()
  for value in 1...100 { sensor.send(value) }
  sensor.finish()
  print("     all 100 have been sent")
  queue.resume()
  isOver.wait()

  endpoint.cancel()
}

/// Runs `body` on `count` threads that start at the same moment, and returns when all of them have finished.
private func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let start = DispatchSemaphore(value: 0)
  let all = DispatchGroup()
  for index in 0..<count {
    all.enter()
    Thread {
      start.wait()
      body(index)
      all.leave()
    }.start()
  }
  for _ in 0..<count { start.signal() }
  all.wait()
}
