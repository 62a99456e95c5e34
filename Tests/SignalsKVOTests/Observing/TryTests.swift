import Testing
@testable import SignalsKVO
private final class N1 { @Observed var value = 0 }
private final class N2 { @Observed var next = N1() }
final class L: ReadingListener { var r: [Reading] = []; func note(_ reading: Reading) { r.append(reading) } }
@Test func tryIt() {
  let n = N2()
  let l = L()
  let p: KeyPath<N2, Int> = \N2.next.value
  _ = Recording.run(for: l) { n[keyPath: p] }
  for r in l.r { print(r.path.map { "\($0)" } ?? "-", r.held, r.owner) }
  print(l.r[0].path == \N2.next, l.r[1].path == \N1.value)
  let whole = l.r[0].path!.appending(path: l.r[1].path!)
  print(whole == p, whole as Any, p)
  print(type(of: l.r[0].path!), type(of: p), type(of: whole!))
}
