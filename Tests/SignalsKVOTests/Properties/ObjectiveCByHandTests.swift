#if canImport(ObjectiveC)
  import Foundation
  import SignalsKVO
  import Testing

  // Like the adapter that they try, these have been type-checked on Linux, but not run on Apple platforms.
  @Suite("Objects of Foundation that announce changes by hand (K11)", .leavesNothing) struct ObjectiveCByHandTests {
    final class Job: NSObject {
      private var storedState = "idle"

      @objc dynamic var state: String {
        get { storedState }
        set {
          willChangeValue(forKey: "state")
          storedState = newValue
          didChangeValue(forKey: "state")
        }
      }

      override class func automaticallyNotifiesObservers(forKey key: String) -> Bool { key != "state" }
    }

    // An observer that is left when the object is released is an exception, which ends the program.
    @Test func `no observer is left when the object is released`() {
      let log = Log<String>()
      var job: Job? = Job()
      let observer = job.map { KeyValueObserver($0, \.state, options: .new) { log.append($0.newValue ?? "-") } }
      job?.state = "busy"
      job = nil
      #expect(log.entries == ["busy", "-"])
      observer?.cancel()
    }

    @Test func `none is left if the observation was cancelled before, either`() {
      let job = Job()
      KeyValueObserver(job, \.state) { _ in }.cancel()
      weak let released = job
      _ = consume job
      #expect(released == nil)
    }
  }
#endif
