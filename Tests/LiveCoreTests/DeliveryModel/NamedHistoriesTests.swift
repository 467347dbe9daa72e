import Testing

@testable import LiveCore

/// Short named histories: shortened random failures, and cases from real operation.
@Suite(.serialized, .timeLimit(.minutes(5))) struct NamedHistoriesTests {
  private typealias Form = DeliveryHistory.SinkForm
  private typealias Place = DeliveryHistory.Place

  private static func place(_ kind: DeliveryHistory.Kind, _ number: Int = 0) -> Place {
    Place(kind: kind, number: number)
  }

  /// Plays a history of `den` alone, and returns the differences.
  private func ends(_ form: Form, _ steps: DeliveryHistory.Step...) async throws -> [String] {
    try await DeliveryTrial.differences(DeliveryHistory(sinks: [.den: form], steps: steps))
  }

  private static func log(_ fact: Int, _ revision: DeliveryHistory.Revision = .plays) -> DeliveryHistory.Step {
    .log(fact: fact, revision, to: [.den])
  }

  /// A message that was composed for the wrong place goes to the right one.
  @Test(arguments: DeliveryHistory.Kind.allCases) func aWrongPlaceIsCorrected(kind: DeliveryHistory.Kind) async throws {
    let (wrong, right) = (Self.place(kind), Self.place(kind, 1))
    let found = try await ends(
      Form(place: wrong), .place(wrong, .isGone), Self.log(0), .pass(30), .configure(.den, Form(place: right)),
      .pass(500))
    #expect(found.isEmpty)
  }

  @Test(arguments: DeliveryHistory.Kind.allCases, DeliveryHistory.Kind.allCases)
  func aSinkOfAnotherTypeTakesTheName(old: DeliveryHistory.Kind, new: DeliveryHistory.Kind) async throws {
    let found = try await ends(
      Form(place: Self.place(old)), Self.log(0), .place(Self.place(old), .fails), Self.log(0), Self.log(3), .pass(30),
      .configure(.den, Form(place: Self.place(new, 1))), .pass(500), Self.log(3), .pass(500))
    #expect(found.isEmpty)
  }

  @Test func aPauseOfOneReceiverDoesNotHoldForTheNext() async throws {
    let found = try await ends(
      Form(place: Self.place(.webhook)), .place(Self.place(.webhook), .limits(3600)), Self.log(0), Self.log(3),
      .pass(5), .configure(.den, Form(place: Self.place(.webhook, 1))), .pass(500))
    #expect(found.isEmpty)
  }

  @Test(arguments: [DeliveryHistory.Order.retry, .enable], DeliveryHistory.Kind.allCases)
  func aCommandEndsAPauseOfTheReceiver(order: DeliveryHistory.Order, kind: DeliveryHistory.Kind) async throws {
    let found = try await ends(
      Form(place: Self.place(kind)), .place(Self.place(kind), .limits(3600)), Self.log(0), Self.log(3), .pass(5),
      .place(Self.place(kind), .works), .order(order, .den), .pass(500))
    #expect(found.isEmpty)
  }

  @Test(arguments: DeliveryHistory.Kind.allCases) func rightsAreRevokedAndRestored(kind: DeliveryHistory.Kind)
    async throws
  {
    let found = try await ends(
      Form(place: Self.place(kind)), Self.log(1), .pass(5), .place(Self.place(kind), .isClosed), Self.log(0),
      Self.log(1), Self.log(3, .isFinal), .pass(90), .place(Self.place(kind), .works), .pass(500))
    #expect(found.isEmpty)
  }

  /// The channel of an old message accepts no more edits.
  @Test(arguments: DeliveryHistory.Kind.allCases) func aCorrectionOfAMessageInAnotherChannel(kind: DeliveryHistory.Kind)
    async throws
  {
    let found = try await ends(
      Form(place: Self.place(kind)), Self.log(0), .pass(5), .configure(.den, Form(place: Self.place(kind, 1))),
      Self.log(3), .place(Self.place(kind), .isGone), Self.log(0), .pass(500), Self.log(6), .pass(500))
    #expect(found.isEmpty)
  }

  /// The play was seen 530 seconds after it happened, which is in time, and corrected 85 seconds later.
  @Test func aPlayIsCorrectedWithinTheDelay() async throws {
    let found = try await ends(
      Form(place: Self.place(.gotify), delay: 100), Self.log(0, .late(530)), .pass(85), Self.log(0), .pass(500))
    #expect(found.isEmpty)
  }

  @Test(arguments: DeliveryHistory.Kind.allCases) func quietHoursOfOneNight(kind: DeliveryHistory.Kind) async throws {
    let form = Form(place: Self.place(kind), isQuietAtNight: true, hasThreads: kind == .slack)
    let found = try await ends(
      form, Self.log(0), Self.log(1), .pass(7000), .place(form.place, .fails), Self.log(3), Self.log(4), .pass(300),
      Self.log(0), Self.log(2), Self.log(2), Self.log(5), Self.log(5, .takenBack), .place(form.place, .works),
      .pass(8000), Self.log(2), Self.log(1), .pass(500))
    #expect(found.isEmpty)
  }

  /// A play that no route matched is corrected in the night, long after it happened, and again the next day. A digest
  /// without it must not count it as delivered.
  @Test func aFactThatADigestOmitsIsNotDelivered() async throws {
    let found = try await ends(
      Form(place: Self.place(.ntfy), isQuietAtNight: true), .pass(8000), Self.log(1),
      .log(fact: 2, .plays, to: []), .pass(1500), Self.log(2), .pass(8000), Self.log(2), .pass(500))
    #expect(found.isEmpty)
  }

  /// The first message of a game is deleted, and its thread with it.
  @Test func theRootOfAThreadIsDeleted() async throws {
    let slack = Self.place(.slack)
    let found = try await ends(
      Form(place: slack, hasThreads: true), Self.log(0), Self.log(1), .pass(5), .delete(slack), .pass(5), Self.log(3),
      Self.log(4), Self.log(7), Self.log(1), .pass(500))
    #expect(found.isEmpty)
  }

  @Test func aSinkIsRemovedAndAddedAgain() async throws {
    let (here, there) = (Form(place: Self.place(.discord)), Form(place: Self.place(.discord, 1)))
    let found = try await ends(
      here, Self.log(0), .place(here.place, .fails), Self.log(3), .configure(.den, nil), .pass(100), Self.log(6),
      .configure(.den, there), Self.log(0), .pass(500), .configure(.den, here), .place(here.place, .works), Self.log(0),
      .restart, Self.log(3), .pass(500))
    #expect(found.isEmpty)
  }
}
