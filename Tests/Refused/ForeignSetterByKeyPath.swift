// refused: to contextual type 'ReferenceWritableKeyPath<Shop, String>'
import Shop
import SignalsKVO

func name(_ shop: Shop) {
  let path: ReferenceWritableKeyPath<Shop, String> = \.owner
  shop[keyPath: path] = "Ada"
}
