// A file that imports another library beside this one means the types there: `.ci/advice` compiles it without an error.

import OtherLibrary
import Signals
import SignalsKVO

extension AnyCancellable { func store() {} }
extension PassthroughSubject where Output == Int { func increase() {} }

@MainActor final class Model: ObservableObject {
  @Published var count = 1
  @Published private(set) var text: String?
  @Observed var name = ""
  var cancellables = Set<AnyCancellable>()
  var publisher: AnyPublisher<Int, Never>?
  let events = PassthroughSubject<Int, Never>()
  let current = CurrentValueSubject<Int, Never>(1)
  let constant = Just(1)
  let publishers = (
    Empty<Int, Never>(), Fail<Int, CancellationError>(error: CancellationError()), Deferred { Just(1) },
    Future<Int, Never> { promise in promise(.success(1)) }
  )
  let others = (
    ReplaySubject<Int>.createUnbounded(), MainScheduler.instance, Disposables.create(), Driver<Int>(), Single<Int>()
  )
  let subjects = (
    DisposeBag(), PublishSubject<Int>(), PublishRelay<Int>(), BehaviorSubject(value: 1), BehaviorRelay(value: 1)
  )
  let properties = (MutableProperty(1), SignalProducer<Int, Never>(value: 1), CompositeDisposable())

  func use() -> Just<Int> {
    cancellables.first?.store()
    events.increase()
    return $count
  }
}

func take<Object: ObservableObject>(_ object: Object, _ others: [any ObservableObject], _ bag: CompositeDisposable?) {}
