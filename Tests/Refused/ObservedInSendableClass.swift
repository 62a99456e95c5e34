// refused: stored property '_name' of 'Sendable'-conforming class 'Person' is mutable
import SignalsKVO

final class Person: Sendable {
  @Observed var name = ""
}
