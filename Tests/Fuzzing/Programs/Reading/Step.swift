/// One step of a program: an action, and the objects that it concerns.
///
/// The numbers are taken round: of three signals, number 7 is the second. So any bytes are a program.
struct Step {
  /// In the order of the bytes that stand for them. A new one goes to the end: otherwise the corpus means something else.
  enum Kind: UInt8, CaseIterable {
    case makeInput, makeProperty, makePerson, makeCold
    case derive, join
    case subscribe, subscribeToNewest
    case send, sendToNewest, finish, fail
    case cancel, releaseEndpoint, releaseRecipe, releaseInput
    case setProperty, releaseProperty, makeDerived
    case setItem, setFriend, setManager, releasePerson
    case inTransaction
    case bind, hold, letGo, cancelBinding, releaseBinding
    case watch, cancelWatch
    case passTime
    case cancelBag, releaseOwner

    /// How many numbers follow.
    var operandCount: Int {
      switch self {
      case .finish, .fail, .cancel, .releaseEndpoint, .releaseRecipe, .releaseInput, .releaseProperty, .releasePerson,
        .inTransaction, .cancelBinding, .releaseBinding, .cancelWatch, .passTime, .cancelBag, .releaseOwner,
        .makeInput, .makeProperty, .makePerson, .makeCold, .sendToNewest:
        1
      case .send, .setProperty, .setItem, .setFriend, .setManager, .hold, .letGo, .makeDerived, .subscribeToNewest: 2
      case .derive, .join, .subscribe, .watch: 3
      case .bind: 4
      }
    }
  }

  let kind: Kind
  private let operands: [UInt8]

  /// Reads a step from the beginning of `bytes`, and removes it. A missing byte at the end is zero.
  init?(from bytes: inout ArraySlice<UInt8>) {
    guard let first = bytes.popFirst() else { return nil }
    let kinds = Kind.allCases
    kind = kinds[Int(first) % kinds.count]
    operands = Array(bytes.prefix(kind.operandCount))
    bytes = bytes.dropFirst(kind.operandCount)
  }

  subscript(index: Int) -> Int { index < operands.count ? Int(operands[index]) : 0 }
}
