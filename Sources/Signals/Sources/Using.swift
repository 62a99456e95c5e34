extension Signal {
  /// Makes a resource at each subscription, is the signal that is made of it, and gives the resource back afterwards.
  ///
  /// ![A marble diagram of using](using)
  ///
  /// `release` is called once for each resource that was made: after the end has been handed on, or when the subscription
  /// is cancelled, on the thread and at the moment at which captured objects are let go of (C8). If making the resource
  /// throws, the signal fails, and there is nothing to release; if making the signal throws, it fails, and the resource is
  /// released.
  ///
  /// ```swift
  /// let lines = Signal.using { try LogFile(path) } signal: { file in file.lines } release: { file in file.close() }
  /// ```
  public static func using<Resource: Sendable>(
    _ makeResource: @escaping @Sendable () throws -> Resource,
    signal makeSignal: @escaping @Sendable (Resource) throws -> Signal,
    release: @escaping @Sendable (Resource) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal {
    Signal { downstream, line in
      let crossing = Crossing((), downstream, line)
      let input = crossing.makeInput()
      let resource: Resource
      do { resource = try makeResource() } catch { return downstream.end(.failed(error)) }
      crossing.whenClosed { release(resource) }
      // It may have been cancelled while the resource was made.
      guard line.connect(to: crossing) else { return release(resource) }
      do {
        crossing.listen(to: try makeSignal(resource), by: input) { crossing, event in crossing.pass(event) }
      } catch {
        crossing.enter { crossing in throw error }
      }
    }.seen(as: "using", file, line)
  }
}
