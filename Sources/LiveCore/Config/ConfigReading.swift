public import LiveModel

/// The files of a configuration, and what may be a mistake in them. All values are equal, since they are not part of the
/// configuration's meaning.
public struct ConfigReading: Sendable, Equatable {
  /// The main file and its drop-ins, in the order in which they were read; empty for the built-in defaults.
  public internal(set) var files: [String] = []
  /// Valid settings that do not do what they seem to do, sorted by file and line.
  public internal(set) var warnings: [Fault] = []
  /// The place of each sink's last entry, by name.
  var sinkPlaces: [String: Fault.Place] = [:]
  /// The names of players in `follow` and in routes, with their places.
  var playerNames: [(name: String, place: Fault.Place)] = []

  /// Always true.
  public static func == (left: ConfigReading, right: ConfigReading) -> Bool { true }
}
