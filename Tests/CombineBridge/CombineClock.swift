#if canImport(Combine)
  import Combine
  import Signals
  import SignalsTesting

  /// A scheduler of Combine's whose time is virtual, counted in milliseconds.
  struct CombineClock: Combine.Scheduler {
    struct SchedulerTimeType: Strideable {
      var milliseconds: Int

      func distance(to other: Self) -> Stride { Stride(other.milliseconds - milliseconds) }
      func advanced(by stride: Stride) -> Self { Self(milliseconds: milliseconds + stride.milliseconds) }

      struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, CustomStringConvertible {
        var milliseconds: Int

        init(_ milliseconds: Int) { self.milliseconds = milliseconds }
        init(integerLiteral value: Int) { milliseconds = value }
        init?(exactly source: some BinaryInteger) { milliseconds = Int(source) }

        var magnitude: Int { abs(milliseconds) }
        var description: String { "\(milliseconds) ms" }

        static func < (a: Self, b: Self) -> Bool { a.milliseconds < b.milliseconds }
        static func + (a: Self, b: Self) -> Self { Self(a.milliseconds + b.milliseconds) }
        static func - (a: Self, b: Self) -> Self { Self(a.milliseconds - b.milliseconds) }
        static func * (a: Self, b: Self) -> Self { Self(a.milliseconds * b.milliseconds) }
        static func *= (a: inout Self, b: Self) { a.milliseconds *= b.milliseconds }

        static func seconds(_ count: Int) -> Self { Self(count * 1_000) }
        static func seconds(_ count: Double) -> Self { Self(Int(count * 1_000)) }
        static func milliseconds(_ count: Int) -> Self { Self(count) }
        static func microseconds(_ count: Int) -> Self { Self(count / 1_000) }
        static func nanoseconds(_ count: Int) -> Self { Self(count / 1_000_000) }
      }
    }

    typealias SchedulerOptions = Never

    let clock: VirtualScheduler

    var milliseconds: Int { Int(clock.elapsed / .milliseconds(1)) }

    var now: SchedulerTimeType { SchedulerTimeType(milliseconds: milliseconds) }

    var minimumTolerance: SchedulerTimeType.Stride { 0 }

    func schedule(options: Never?, _ action: @escaping () -> Void) { _ = run(after: 0, action) }

    func schedule(
      after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
      _ action: @escaping () -> Void
    ) {
      _ = run(after: date.milliseconds - milliseconds, action)
    }

    func schedule(
      after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
      options: Never?, _ action: @escaping () -> Void
    ) -> any Combine.Cancellable {
      let repetition = Repetition()
      func next(_ delay: Int) {
        repetition.timer = run(after: delay) {
          next(interval.milliseconds)
          action()
        }
      }
      next(date.milliseconds - milliseconds)
      return AnyCancellable { repetition.timer?.cancel() }
    }

    private final class Repetition { var timer: (any Signals.Cancellable)? }

    private func run(after delay: Int, _ action: @escaping () -> Void) -> any Signals.Cancellable {
      // The time advances on the thread of the test, which made the action, too.
      nonisolated(unsafe) let action = action
      return clock.schedule(after: .milliseconds(delay)) { action() }
    }
  }
#endif
