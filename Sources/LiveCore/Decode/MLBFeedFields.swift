/// What to ask MLB for.
enum MLBFeedFields {
  /// The value of `fields=`: every name that a snapshot is made of, those it stands in before it. The server lets a
  /// name through at any depth, and the `ID592450` of `players` with their parent.
  static let list = MLBFeedProjection.projection.names.joined(separator: ",")
}
