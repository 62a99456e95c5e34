// A separate module for the cases that import it: its setters are visible to none of them.
public import SignalsKVO

public final class Shop {
  @Observed public private(set) var state = "closed"
  @Observed public internal(set) var owner = ""

  public init() {}
}
