import ArgumentParser
import LiveCore

/// `NUMBER`, `--sink NAME` or `--all`: which messages an order is for.
struct OutboxSelectionOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("One message, as 'livegamed outbox list' numbers it.", valueName: "number"))
  var number: Int?
  @Option(help: ArgumentHelp("Those of this sink.", valueName: "name"))
  var sink: String?
  @Flag(help: "All of them; with --sink all of that sink.")
  var all = false

  func validate() throws {
    guard number != nil || sink != nil || all else { throw ValidationError("name a message, --sink or --all") }
    guard number == nil || (sink == nil && !all) else {
      throw ValidationError("a message's number stands alone, without --sink and --all")
    }
  }

  var selection: OutboxSelection { number.map(OutboxSelection.number) ?? sink.map(OutboxSelection.sink) ?? .all }
}
