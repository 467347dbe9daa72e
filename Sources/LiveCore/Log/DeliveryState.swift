/// Where a delivery or a message stands.
enum DeliveryState: Int, Sendable {
  case waiting, delivered
  /// Given up: a dead letter, until it is dropped or tried again by order.
  case dead
  /// Not to be told: something newer was, or the operator dropped it.
  case skipped
}
