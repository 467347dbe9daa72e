/// A value that is replaced as a whole while others go by it: whoever does something takes it anew, and who waits can
/// hear of the next.
final class Reloadable<Value: Sendable>: Sendable {
  private let value: Locked<Value>
  private let changes = Watermark()

  init(_ value: Value) { self.value = Locked(value) }

  /// As it is now.
  var current: Value { value.withLock { $0 } }

  /// How often it was replaced; to be read before `current` by who waits for the next.
  var generation: Int { changes.value }

  func replace(with next: Value) {
    value.withLock { $0 = next }
    changes.raise { $0 + 1 }
  }

  /// Returns once there is another one than that generation's; false when the task is cancelled.
  func changed(since generation: Int) async -> Bool { await changes.past(generation) != nil }

  /// Returns once there is a value of which that is so, and when the task is cancelled.
  func until(_ isSo: (Value) -> Bool) async {
    var generation: Int
    repeat {
      generation = self.generation
      if isSo(current) { return }
    } while await changed(since: generation)
  }
}
