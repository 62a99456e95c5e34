import Signals

extension LinkKind {
  static let failing = [
    LinkKind("mapError") { random in
      let throwsItself = random.oneIn(2)
      return Link("mapError { \(throwsItself ? "throw " : "")\"new\" }") { signal in
        signal.mapError { _ in if throwsItself { throw Failure("new") } else { Failure("new") } }
      } is: {
        $0.mapError { _ in "new" }
      }
    },
    LinkKind("replaceError") { random in
      let n = random.digit()
      return Link("replaceError(with: \(n))") { signal in
        signal.replaceError(with: n)
      } is: {
        $0.catch(ListSignal([n], .finished))
      }
    },
    LinkKind("resume") { random in
      let (n, m) = (random.digit(), random.digit())
      return Link("resume(with: .just(\(n)), .just(\(m)))") { signal in
        signal.resume(with: .just(n), .just(m))
      } is: {
        $0.resume(with: [n, m])
      }
    },
    LinkKind("ifEmpty(failWith:)") { _ in
      Link("ifEmpty(failWith: \"empty\")") { signal in
        signal.ifEmpty(failWith: Failure("empty"))
      } is: {
        $0.isFinished && $0.values.isEmpty ? ListSignal([], .failed("empty")) : $0
      }
    },
    LinkKind("catch") { random in
      let (n, m) = (random.digit(), random.oneIn(3) ? nil : random.digit())
      return Link("catch { \(m.map { ".of(\(n), \($0))" } ?? "throw \"caught\"") }") { signal in
        signal.catch { _ in
          guard let m else { throw Failure("caught") }
          return .of(n, m)
        }
      } is: {
        $0.catch(m.map { ListSignal([n, $0], .finished) } ?? ListSignal([], .failed("caught")))
      }
    },
    // A signal that is subscribed to again is the same each time; a whole chain wouldn't be.
    LinkKind("retry") { random in
      let (count, inner) = (random.number(in: 0...3), InnerSignal(random: &random))
      return Link("flatMap { \(inner) .retry(\(count)) }") { signal in
        signal.flatMap { inner.signal($0).retry(count) }
      } is: {
        $0.flatMap(.merge(limit: .max), Fault(value: nil)) { inner.list($0).retry(count) }
      }
    },
    LinkKind("retry(when:)") { random in
      let (count, inner) = (random.number(in: 0...3), InnerSignal(random: &random))
      return Link("flatMap { \(inner) .retry(when: as often as \(count)) }") { signal in
        signal.flatMap { value in
          inner.signal(value).retry { errors in
            errors.enumerated().map { index, error in if index == count { throw error } }
          }
        }
      } is: {
        $0.flatMap(.merge(limit: .max), Fault(value: nil)) { inner.list($0).retry(count) }
      }
    },
    LinkKind("repeat") { random in
      let (count, inner) = (random.number(in: 0...3), InnerSignal(random: &random))
      return Link("flatMap { \(inner) .repeat(\(count)) }") { signal in
        signal.flatMap { inner.signal($0).repeat(count) }
      } is: {
        $0.flatMap(.merge(limit: .max), Fault(value: nil)) { inner.list($0).repeated(count) }
      }
    },
    LinkKind("assertNoFailure") { random in
      let n = random.digit()
      return Link("replaceError(with: \(n)).assertNoFailure()") { signal in
        signal.replaceError(with: n).assertNoFailure()
      } is: {
        $0.catch(ListSignal([n], .finished))
      }
    },
  ]
}
