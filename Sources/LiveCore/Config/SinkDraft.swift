/// A sink as far as the files read until now have described it.
struct SinkDraft {
  enum Key: String, CaseIterable {
    case type, url, secret, early, expires, timeout
    case allowHTTP = "allow_http"
  }

  /// Its url is empty until one is read.
  var settings: SinkSettings
  /// Where it was last named.
  var place: Fault.Place
  /// Where the values stand that were given, right or wrong.
  var places: [Key: Fault.Place] = [:]
  /// Nil until a good one is read.
  var address: WebAddress?
  /// Its entry or name could not be read, so that nothing is missing in it.
  var isBroken = false

  init(name: String, place: Fault.Place) {
    settings = SinkSettings(name: name, kind: .webhook, url: Secret(""))
    self.place = place
  }
}
