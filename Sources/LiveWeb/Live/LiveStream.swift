internal import LiveModel
internal import NIOCore

/// The bytes of one stream, until its client has gone or the server stops.
struct LiveStream: AsyncSequence, Sendable {
  let view: LiveView
  /// The place at which the client's page was made; nil if the client names none of this log.
  let cursor: Int?
  /// Digest of the arrangement of the client's page, as far as it has one.
  let arrangement: String?
  let seat: Int
  let seats: LiveSeats
  let source: any PageSource
  let renderer: PageRenderer
  let now: @Sendable () -> Timestamp

  /// Signals without a new fact after which an unchanged stream shows that it is alive. There is one a second.
  private static let beat: Duration = .seconds(15)
  /// The shortest time between two updates of present state alone.
  private static let pace: Duration = .seconds(1)

  struct Iterator: AsyncIteratorProtocol {
    let stream: LiveStream
    var place: LivePlace
    var isFirst = true
    var seen = 0
    var written = ContinuousClock.now
    var isOver = false

    mutating func next() async -> ByteBuffer? {
      if isOver { return nil }
      if isFirst {
        isFirst = false
        return ByteBuffer(string: stream.greeting)
      }
      while let signal = await stream.seats.signal(after: seen, at: stream.seat) {
        seen = signal
        let isNew = stream.source.newest > place.cursor
        guard isNew || ContinuousClock.now - written >= LiveStream.pace else { continue }
        if let text = await update() {
          written = .now
          return ByteBuffer(string: text)
        }
      }
      isOver = true
      return stream.seats.isStopping ? ByteBuffer(string: LiveEvent.text("bye", "stops")) : nil
    }

    /// A sign of life, with the place behind facts that this view does not show.
    private var beat: String {
      LiveEvent.text("beat", "\(place.cursor)", id: LivePlace.id(place.cursor, in: stream.source.log))
    }

    /// Returns the next events; nil if there are none.
    private mutating func update() async -> String? {
      do {
        let update = try await stream.renderer.update(of: stream.view, from: place, at: stream.now())
        place = update.place
        if !update.text.isEmpty { return update.text }
      } catch {
        // The page stays as it is. The next signal tries again, and the page of the daemon shows the fault.
      }
      return ContinuousClock.now - written >= LiveStream.beat ? beat : nil
    }
  }

  func makeAsyncIterator() -> Iterator {
    Iterator(stream: self, place: LivePlace(cursor: cursor ?? source.newest, arrangement: arrangement))
  }

  private var greeting: String {
    let newest = source.newest
    let hello = LiveEvent.hello(log: source.log, newest: newest, retry: Int.random(in: 800...1600))
    guard cursor == nil else { return hello }
    return hello
      + LiveEvent.text(
        "reload", LiveEvent.ReloadReason.otherLog.rawValue, id: LivePlace.id(newest, in: source.log))
  }
}
