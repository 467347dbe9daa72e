public import LiveModel

/// One entry of `sinks`. `docs/configuration.md` lists the keys of each kind.
public struct SinkSettings: Sendable, Equatable {
  /// The default of `expires`.
  static let standardExpiry = Duration.seconds(600)

  /// 1 to 32 of `a-z`, `0-9` and `-`.
  public var name: String
  private var own: AnySinkKind
  /// An `https` URL, or an `http` one with `allowHTTP`; empty if the kind has no URL. For a service with
  /// an API, the address of its server without a trailing slash.
  public var url: Secret

  /// Allows plain HTTP to loopback and private addresses.
  public var allowHTTP = false
  /// Allows HTTPS to loopback and private addresses.
  public var allowPrivate = false
  /// Sends a play as soon as its run is seen, before the feed describes the play.
  public var early = false
  /// The time from a fact to its message, for a broadcast that lags; at most one hour.
  public var delay = Duration.zero
  /// Facts within this time of one another become one message; at most 10 minutes.
  public var group = Duration.zero
  /// How long a message is retried after its due time, except a final; from 1 second to 30 days.
  public var expires = standardExpiry
  /// The time limit of one attempt, from connecting to the last byte of the answer; from 100 ms to 1 hour.
  public var timeout = Duration.seconds(15)
  /// The number of concurrent attempts, each for a different game; from 1 to 16.
  public var maxInFlight = 1
  /// The number of messages in any minute, from 1 to 6000; nil for no limit.
  public var maxPerMinute: Int?
  /// The daily time in which nothing is sent.
  public var quietHours: QuietHours?
  /// Keeps score and result out of titles.
  public var spoilerFree = false
  /// A Mustache template for one event, without a trailing newline. Nil selects the built-in wording.
  public var format: String?

  /// A daily time in which nothing is sent. A digest follows it.
  public struct QuietHours: Sendable, Equatable {
    /// Minutes after midnight. If `to` is before `from`, the time ends on the next day.
    public var from, to: Int
    /// An IANA name, such as `Europe/Berlin`. Nil means the time zone of the machine.
    public var timeZone: String?
  }

  init(name: String, kind: any SinkKind, url: Secret = Secret("")) {
    (self.name, own, self.url) = (name, AnySinkKind(value: kind), url)
  }
}

extension SinkSettings {
  /// The settings of the sink's kind.
  var kind: any SinkKind {
    get { own.value }
    set { own.value = newValue }
  }

  /// The value of `type`, such as `webhook`.
  public var type: String { Swift.type(of: kind).name }
  var audience: SinkAudience { Swift.type(of: kind).audience }
}
