import ArgumentParser
import LiveCore

@main
struct Livegamed: AsyncParsableCommand {
}
