extension HouseSample {
  private static let folders = "every file of LiveCore is in a known folder"
  private static let direction = "a folder uses only the folders that it may"
  private static let imports = "a file imports only what its folder may"
  private static let inline = "a package type of LiveJSON is usable from inline"

  private static let neighbour = [
    "Sources/LiveCore/Deliver/SinkWorker.swift": "struct SinkWorker { struct Kind {} }\nprivate struct FactDraft {}",
    "Sources/LiveModel/Event.swift": "package struct Event {}",
  ]

  static let brokenPlan = [
    HouseSample(rule: folders, path: "Sources/LiveCore/Shed/Rake.swift", text: "struct Rake {}", lines: [1]),
    HouseSample(rule: folders, path: "Sources/LiveCore/Rake.swift", text: "struct Rake {}", lines: [1]),
    HouseSample(
      rule: direction, text: "struct Sample {\n  var event: Event\n  var worker: SinkWorker?\n}", lines: [3],
      neighbours: neighbour),
    HouseSample(
      rule: direction, text: #"let told = "\(SinkWorker.self)""#, lines: [1], neighbours: neighbour),
    HouseSample(rule: direction, text: "extension LiveCore.SinkWorker {}", lines: [1], neighbours: neighbour),
    HouseSample(
      rule: direction, path: "Sources/LiveCore/Log/Team.swift", text: "typealias Next = Router", lines: [1],
      neighbours: ["Sources/LiveCore/Route/Router.swift": "struct Router {}"]),
    HouseSample(rule: imports, text: "internal import GRDB\nimport FoundationEssentials", lines: [1]),
    HouseSample(rule: imports, text: "import struct Logging.Logger", lines: [1]),
    HouseSample(rule: imports, path: "Sources/LiveCore/Socket/Wait.swift", text: "internal import Glibc", lines: [1]),
    HouseSample(rule: imports, path: "Sources/LiveCore/Log/Log.swift", text: "import Foundation", lines: [1]),
    HouseSample(rule: imports, path: "Sources/LiveCore/Daemon/Demo.swift", text: "import LiveSimulator", lines: [1]),
    HouseSample(rule: imports, path: "Sources/LiveSimulator/Feed.swift", text: "import LiveCore", lines: [1]),
    HouseSample(rule: imports, path: "Sources/livegamed/Run.swift", text: "import GRDB", lines: [1]),
    HouseSample(rule: imports, path: "Sources/Elsewhere/Run.swift", text: "import LiveCore", lines: [1]),
    HouseSample(rule: imports, path: "Sources/LiveJSON/Scan.swift", text: "import LiveMLB", lines: [1]),
    HouseSample(
      rule: inline, path: "Sources/LiveJSON/Scan.swift",
      text: "package struct Scan {\n  @inlinable\n  package func scan() {}\n}", lines: [1]),
  ]

  static let keptPlan = [
    HouseSample(rule: folders, path: "Sources/LiveSimulator/Feed.swift", text: "struct Feed {}"),
    HouseSample(
      rule: direction, text: "/// Read by SinkWorker.\nlet text = \"SinkWorker \\\" SinkWorker\" // SinkWorker",
      neighbours: neighbour),
    HouseSample(rule: direction, text: "/* SinkWorker /* SinkWorker */ SinkWorker */", neighbours: neighbour),
    HouseSample(rule: direction, text: #####"let raw = #"\(SinkWorker) " SinkWorker"#"#####, neighbours: neighbour),
    HouseSample(
      rule: direction, text: "let kind: Event.SinkWorker, draft: FactDraft, own: Kind", neighbours: neighbour),
    HouseSample(
      rule: direction, text: "struct Sample<SinkWorker> { var worker: SinkWorker }", neighbours: neighbour),
    HouseSample(
      rule: direction, path: "Sources/LiveCore/Daemon/Daemon.swift", text: "let worker: SinkWorker",
      neighbours: neighbour),
    HouseSample(rule: imports, text: "internal import FoundationEssentials\nlet text = \"import GRDB\""),
    HouseSample(rule: imports, path: "Sources/LivePlatform/CurlLoop.swift", text: "internal import CCurl"),
    HouseSample(rule: imports, path: "Sources/livegamed/Run.swift", text: "import LiveCore\nimport ArgumentParser"),
    HouseSample(
      rule: inline, path: "Sources/LiveJSON/Scan.swift",
      text: "@usableFromInline\npackage struct Scan {}\nstruct Own {}"),
    HouseSample(rule: inline, path: "Sources/LiveModel/Scan.swift", text: "package struct Scan {}"),
  ]
}
