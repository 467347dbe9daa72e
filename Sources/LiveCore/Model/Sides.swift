/// Something of both sides.
struct Sides<Value: Sendable>: Sendable {
  var away: Value
  var home: Value

  subscript(side: Side) -> Value {
    get { side == .away ? away : home }
    set { if side == .away { away = newValue } else { home = newValue } }
  }
}

extension Sides: Equatable where Value: Equatable {}
