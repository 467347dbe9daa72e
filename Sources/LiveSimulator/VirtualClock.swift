/// A clock that runs faster than time.
public enum VirtualClock {
  /// - Parameters:
  ///   - start: the virtual second, since 1970, at which it begins, now.
  ///   - speed: virtual seconds a real second.
  /// - Returns: the virtual second at each call.
  public static func running(from start: Double, speed: Double) -> @Sendable () -> Double {
    let began = ContinuousClock.now
    return {
      let real = (ContinuousClock.now - began) / .seconds(1)
      return start + real * speed
    }
  }
}
