/// A folder of LiveCore, in the order of the flow; the last ones are used by several steps.
enum SourceFolder: String, CaseIterable, Sendable {
  case model = "Model"
  case source = "Source"
  case mlb = "MLB"
  case log = "Log"
  case route = "Route"
  case deliver = "Deliver"
  case socket = "Socket"
  case config = "Config"
  case daemon = "Daemon"
  case meter = "Meter"
  case platform = "Platform"

  /// The other folders whose types this one may use.
  var mayUse: Set<SourceFolder> {
    switch self {
    case .model: []
    case .platform, .mlb: [.model]
    // The table of leagues is there.
    case .route: [.model, .mlb]
    case .log, .meter: [.model, .platform]
    case .config: [.model, .route]
    case .source: [.model, .log, .route, .platform, .config, .meter]
    case .deliver: [.model, .log, .platform, .route, .config, .meter]
    case .socket: [.model, .log, .platform, .config, .meter]
    case .daemon: Set(SourceFolder.allCases)
    }
  }

  /// Whether the folder has no clock, no randomness, no `async` and no logger: equal input gives equal output.
  var isPure: Bool { [.model, .mlb, .route].contains(self) }

  /// The modules that it may import.
  var mayImport: Set<String> {
    switch self {
    case .model, .mlb, .route: ["FoundationEssentials", "Collections"]
    case .log: SourceFolder.shell.union(["GRDB", "GRDBSQLite"])
    case .config: SourceFolder.shell.union(["Yams"])
    case .platform: SourceFolder.shell.union(["CCurl", "CLinux", "CSystemd", "Glibc", "Dispatch", "Synchronization"])
    case .deliver: SourceFolder.shell.union(["Mustache"])
    case .source, .socket, .daemon, .meter: SourceFolder.shell
    }
  }

  private static let shell: Set = [
    "FoundationEssentials", "Collections", "Crypto", "Logging", "ServiceLifecycle", "UnixSignals",
  ]
}

/// The modules that the targets outside LiveCore may import.
enum OuterTarget: String {
  case simulator = "LiveSimulator"
  case executable = "livegamed"

  var mayImport: Set<String> {
    switch self {
    case .simulator:
      ["FoundationEssentials", "Hummingbird", "HTTPTypes", "Logging", "NIOCore", "NIOPosix", "ServiceLifecycle"]
    case .executable:
      [
        "ArgumentParser", "FoundationEssentials", "Glibc", "HTTPTypes", "Hummingbird", "HummingbirdCore", "LiveCore",
        "LiveSimulator", "Logging", "NIOCore", "NIOHTTPTypes", "NIOPosix", "ServiceLifecycle", "UnixSignals",
      ]
    }
  }
}
