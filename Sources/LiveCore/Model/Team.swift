/// A club as the feed describes it.
struct Team: Hashable, Codable, Sendable {
  var id: Int
  var abbreviation: String
  var name: String
}
