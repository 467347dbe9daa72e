@testable import LiveCore
@testable import LiveModel

/// A configuration file: every fault has a place in it, and a valid one is within the documented bounds.
enum ConfigurationTrial {
  private static let environment = ["HOOK": "https://hooks.example.org/a", "TZ": "Europe/Berlin"]

  static func faults(of input: [UInt8]) -> [String] {
    let text = String(decoding: input, as: UTF8.self)
    var source = ConfigText(text, file: "fuzz.yaml")
    let root = source.root()
    guard let root else { return misplaced(source.faults, in: text) }
    var reader = ConfigReader(environment: environment, kinds: SinkKinds.all) { text throws(Fault) in
      _ = try TextFormat(text)
    }
    reader.read(root)
    reader.finish()
    let faults = source.faults + reader.faults
    return misplaced(faults, in: text) + (faults.isEmpty ? beyond(reader.config) : [])
  }

  private static func misplaced(_ faults: [Fault], in text: String) -> [String] {
    let lines = text.unicodeScalars.count { ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"].contains($0) } + 1
    return faults.compactMap { fault in
      switch fault.place {
      case .file("fuzz.yaml", let line, let column) where (1...lines + 1).contains(line) && column >= 1: nil
      // A credential file has its own place.
      case .path, .sink: nil
      default: "\(fault) has no place"
      }
    }
  }

  private static func beyond(_ config: Config) -> [String] {
    let poll = config.poll
    var faults: [String] = []
    if poll.bounds.liveMin <= .zero || poll.bounds.liveMin > poll.bounds.liveMax {
      faults.append("live_min is beyond live_max")
    }
    if poll.bounds.idleMax <= .zero || poll.bounds.idleMax > .seconds(36_000_000) {
      faults.append("idle_max is \(poll.bounds.idleMax)")
    }
    if !(0...1000).contains(poll.requestsPerSecond) { faults.append("\(poll.requestsPerSecond) requests a second") }
    return faults
  }
}
