// A module of its own, for the cases that import it: its setter is visible to none of them.
public import SignalsKVO

public final class Shop {
  @Observed public private(set) var state = "closed"
  @Observed public internal(set) var owner = ""

  public init() {}
}
