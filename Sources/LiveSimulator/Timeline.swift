/// A value that changes at known seconds.
struct Timeline<Value: Sendable>: Sendable {
  private let first: Value
  /// In the order of their times.
  private(set) var changes: [(time: Double, value: Value)] = []

  /// - Parameter first: what holds before any change.
  init(_ first: Value) {
    self.first = first
  }

  /// Of two changes at one second the one that was added later holds.
  mutating func set(_ value: Value, at time: Double) {
    let place = changes.firstIndex { $0.time > time } ?? changes.count
    changes.insert((time, value), at: place)
  }

  subscript(time: Double) -> Value { changes.last { $0.time <= time }?.value ?? first }

  var moments: [Double] { changes.map(\.time) }
}
