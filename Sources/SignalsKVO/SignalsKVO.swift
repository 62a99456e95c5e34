// Whoever observes properties composes what he observes, so this module brings the other one along.
@_exported public import Signals
