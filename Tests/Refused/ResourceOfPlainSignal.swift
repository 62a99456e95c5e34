// refused: requires that 'Signal<Int>' conform to 'CurrentValueConvertible'
import SignalsKVO

func makeProfile(of ids: Signal<Int>) -> Resource<String> {
  Resource(of: ids) { id in "\(id)" }
}
