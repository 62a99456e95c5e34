import Testing

@testable import SignalsKVO

/// W1: runs start in the order of the requests, whichever are cancelled.
@Suite("The list of an action's runs", .leavesNothing) struct RunListTests {
  @Test func `any runs may leave, and the others keep their order`() {
    for seed in UInt64(0)..<300 {
      var random = SeededGenerator(seed: seed)
      var list = RunList<Int>()
      var model: [Int] = []
      for run in 0..<200 {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: expect(list.takeFirst(), equals: model.isEmpty ? nil : model.removeFirst())
        case 1, 2:
          let leaver = Int.random(in: 0...run, using: &random)
          expect(list.remove(leaver), equals: model.contains(leaver))
          model.removeAll { $0 == leaver }
        case 3 where run % 50 == 0:
          expect(list.takeAll(), equals: model)
          model = []
        default:
          list.append(run)
          model.append(run)
        }
        expect(list.all, equals: model)
        expect(list.count, equals: model.count)
        expect(list.isEmpty, equals: model.isEmpty)
        expect(list.contains(run / 2), equals: model.contains(run / 2))
      }
    }
  }
}
