/// A folder of LiveCore, in the order of the flow; the last ones are used by several steps.
enum SourceFolder: String, CaseIterable, Sendable {
  case source = "Source"
  case log = "Log"
  case route = "Route"
  case deliver = "Deliver"
  case lookup = "Lookup"
  case socket = "Socket"
  case cluster = "Cluster"
  case config = "Config"
  case daemon = "Daemon"
  case meter = "Meter"
  case setup = "Setup"
  case recording = "Recording"

  /// The other folders whose types this one may use.
  var mayUse: Set<SourceFolder> {
    switch self {
    case .log, .meter, .route: []
    case .config: [.route]
    case .setup: [.deliver, .route, .config]
    case .source, .deliver: [.log, .route, .config, .meter]
    case .lookup: [.source, .route, .config]
    case .recording: [.source]
    case .cluster: [.source, .log, .route, .deliver, .config, .meter]
    case .socket: [.log, .route, .config, .meter, .lookup]
    case .daemon: Set(SourceFolder.allCases)
    }
  }

  /// The modules that it may import.
  var mayImport: Set<String> {
    switch self {
    // The table of leagues is there.
    case .route: ["FoundationEssentials", "Collections", "LiveMLB", "LiveModel", "LiveNBA"]
    case .log, .lookup: SourceFolder.shell.union(["GRDB", "GRDBSQLite"])
    case .config: SourceFolder.shell.union(["Yams"])
    case .deliver: SourceFolder.shell.union(["Mustache"])
    case .daemon: SourceFolder.shell.union(["LiveMLB", "LiveNBA"])
    case .source, .socket, .cluster, .meter, .setup, .recording: SourceFolder.shell
    }
  }

  private static let shell: Set = [
    "FoundationEssentials", "Collections", "LiveModel", "LivePlatform", "Logging", "ServiceLifecycle",
    "UnixSignals",
  ]
}

/// A target other than LiveCore. `Package.swift` lists which of our own modules it may import; this list adds the
/// libraries.
enum SourceTarget: String {
  case model = "LiveModel"
  case json = "LiveJSON"
  case platform = "LivePlatform"
  case mlb = "LiveMLB"
  case nba = "LiveNBA"
  case odds = "LiveOdds"
  case simulator = "LiveSimulator"
  case web = "LiveWeb"
  case executable = "livegamed"

  /// The modules that it may import.
  var mayImport: Set<String> {
    switch self {
    case .model: ["FoundationEssentials", "Collections"]
    case .json: ["CVector", "FoundationEssentials", "LiveModel"]
    case .mlb: ["FoundationEssentials", "Collections", "LiveJSON", "LiveModel", "LiveOdds"]
    case .nba: ["FoundationEssentials", "Collections", "LiveJSON", "LiveModel"]
    // Logarithms and the gamma function are in the C library.
    case .odds: ["Glibc"]
    case .platform:
      [
        "CCrypto", "CCurl", "CLinux", "CMosquitto", "CNats", "CSystemd", "CZlib", "Dispatch", "FoundationEssentials",
        "Glibc",
        "LiveModel", "Logging", "ServiceLifecycle", "Synchronization", "UnixSignals",
      ]
    case .simulator: ["FoundationEssentials"]
    case .web:
      [
        "CWebAssets", "FoundationEssentials", "Glibc", "HTTPTypes", "Hummingbird", "HummingbirdCore",
        "LiveCore", "LiveMLB", "LiveModel", "LiveNBA", "LivePlatform", "Logging", "Mustache", "NIOCore", "NIOHTTPTypes",
        "NIOHTTP1", "NIOPosix",
        "ServiceLifecycle",
      ]
    case .executable:
      [
        "ArgumentParser", "FoundationEssentials", "Glibc", "HTTPTypes", "Hummingbird", "HummingbirdCore", "LiveCore",
        "LiveModel", "LiveOdds", "LivePlatform", "LiveSimulator", "LiveWeb", "Logging", "NIOCore", "NIOHTTPTypes",
        "NIOPosix",
        "ServiceLifecycle", "UnixSignals",
      ]
    }
  }
}
