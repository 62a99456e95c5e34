import Observation
import SignalsKVO

@Observable
final class Profile {
  var name = "a"
  var person: Person?
  var nickname: String?

  init(_ person: Person? = nil) { self.person = person }
}

final class Office {
  @Observed var profile: Profile?
  @Observed var room = 1
  var sign: String { "\(room) \(profile?.name ?? "-")" }

  init(_ profile: Profile? = nil) { self.profile = profile }
}
