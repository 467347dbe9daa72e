/// A clock that runs at a multiple of real time.
public enum VirtualClock {
  /// - Parameters:
  ///   - start: the current virtual second since 1970.
  ///   - speed: virtual seconds in a real second.
  /// - Returns: a function that returns the virtual second.
  public static func running(from start: Double, speed: Double) -> @Sendable () -> Double {
    let began = ContinuousClock.now
    return {
      let real = (ContinuousClock.now - began) / .seconds(1)
      return start + real * speed
    }
  }
}
