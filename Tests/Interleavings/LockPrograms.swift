import Signals
import Testing

extension Interleavings {
  @Suite("The biased lock") struct LockPrograms {
    @Test func `one thread at a time holds the lock, whichever is the favorite (C7)`() {
      explore("two threads at a biased lock") { run in
        let lock = BiasedLock(threshold: 1)
        let journal = run.journal
        let count = Variable()
        for name in ["A", "B"] {
          run.thread(name) {
            for _ in 0..<3 {
              lock.lock(currentThread())
              journal.handler("critical section") { count.add(1) }
              lock.unlock()
            }
          }
        }
        run.check { count.value == 6 ? nil : "\(count.value) of 6 sections" }
      }
    }

    @Test func `a favorite is dethroned while it takes the lock (C7)`() {
      explore("a favorite and another thread") { run in
        let lock = BiasedLock(threshold: 1)
        let journal = run.journal
        let count = Variable()
        run.thread("A") {
          // The second acquisition in a row makes this thread the favorite.
          for _ in 0..<4 {
            lock.lock(currentThread())
            journal.handler("critical section") { count.add(1) }
            lock.unlock()
          }
        }
        run.thread("B") {
          lock.lock(currentThread())
          journal.handler("critical section") { count.add(1) }
          lock.unlock()
        }
        run.check { count.value == 5 ? nil : "\(count.value) of 5 sections" }
      }
    }

    @Test func `a thread that is late with its look doesn't release the lock of another one (C7)`() {
      explore("a late favorite") { run in
        let lock = BiasedLock(threshold: 1)
        let journal = run.journal
        let count = Variable()
        for name in ["A", "B"] {
          run.thread(name) {
            for _ in 0..<5 {
              lock.lock(currentThread())
              journal.handler("critical section") { count.add(1) }
              lock.unlock()
            }
          }
        }
        run.check { count.value == 10 ? nil : "\(count.value) of 10 sections" }
      }
    }
  }
}
