/// Everything that is wrong with a configuration, in the order of its files and lines.
public struct ConfigFaults: Error, Sendable, Equatable, CustomStringConvertible {
  /// One or more.
  public let faults: [Fault]

  /// One line a fault.
  public var description: String { faults.map(\.description).joined(separator: "\n") }
}
