/// The most that a configuration may hold of what it repeats. Far more than anybody needs, and little enough that reading
/// it, and saying what is wrong with it, takes no time.
enum ConfigLimits {
  /// Elements of a list.
  static let elements = 1000
  /// Sinks of all files together.
  static let sinks = 100
  /// Routes of all files together.
  static let routes = 1000
  /// Files in `livegamed.d`.
  static let dropIns = 100
  /// Faults that are told; what is wrong beyond them is told once these are mended.
  static let faults = 1000
  /// Faults for which the name is looked for that was meant.
  static let suggestions = 100

  /// Bytes of an address.
  static let address = 4096
  /// Bytes of a path: Linux takes 4096 with the end.
  static let path = 4095
  /// Bytes of a name that the system looks up.
  static let systemName = 256
  /// Bytes of a player's name.
  static let playerName = 128
  /// Bytes of a token.
  static let token = 4096
  /// Bytes of an argument: Linux takes twice as many.
  static let argument = 65_536
}
