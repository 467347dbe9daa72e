/// Whose messages an order is for.
public enum OutboxSelection: Equatable, Sendable {
  /// All that there are.
  case all
  /// Those of one sink.
  case sink(String)
  /// One message, by its number.
  case number(Int)

  /// The sink that is meant; nil for all of them.
  var sink: String? {
    if case .sink(let name) = self { name } else { nil }
  }

  var number: Int? {
    if case .number(let number) = self { number } else { nil }
  }
}
