internal import LiveModel

extension LenientObject {
  /// The person that this object of StatsAPI describes; nil without an id.
  var person: Person? { number("id").map { Person(id: $0, name: text("fullName") ?? "") } }
}
