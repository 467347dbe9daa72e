// swift-tools-version: 6.2
import PackageDescription

/// The settings of every target of this package.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// For targets without C modules. With them, a member of glibc belongs to the C module that included its header first,
/// which differs from build to build.
let withoutC: [SwiftSetting] = [.enableUpcomingFeature("MemberImportVisibility")]

/// Optimizes the code if `make test` sets the variable: the tests play and decode thousands of games, about five times
/// faster with the optimizer. Debug builds for a debugger, and packages that depend on this one, do not set it.
let optimized: [SwiftSetting] =
  Context.environment["LIVEGAMED_OPTIMIZED_TESTS"] == nil ? [] : [.unsafeFlags(["-O"])]

/// Instruments the code for `make fuzz`, which sets the variable to `full` and builds into a folder of its own. `quick`
/// leaves the optimizer out, for a run of seconds.
let fuzzing = Context.environment["LIVEGAMED_FUZZ"]
let isFuzzed = fuzzing != nil
let instrumented: [SwiftSetting] =
  isFuzzed
  ? [.unsafeFlags((fuzzing == "quick" ? [] : ["-O"]) + ["-sanitize=fuzzer,address"])]
  : optimized

/// The program of `make fuzz`. It has sources of the tests, so it takes the place of the test targets.
let fuzzer: [Target] = [
  .executableTarget(
    name: "fuzz", dependencies: ["LiveCore", "LiveMLB", "LiveModel", "LiveNBA", "LivePlatform", "WireSchema"],
    path: "Tests",
    exclude: ["LiveCoreTests/Fuzz/FuzzCorpusTests.swift"], sources: ["Fuzz/Fuzz.swift", "LiveCoreTests/Fuzz"],
    swiftSettings: strict + instrumented,
    linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])])
]

/// The programs of `make polling`, which reads what is internal, and of `make odds`. A release build does not allow the first.
let benchmarks: [Target] =
  optimized.isEmpty
  ? []
  : [
    .executableTarget(
      name: "polling", dependencies: ["LiveCore", "LiveMLB", "LiveModel", "LivePlatform"], path: "Benchmarks/polling",
      exclude: ["compare.py"], swiftSettings: strict + optimized),
    .executableTarget(
      name: "odds", dependencies: ["LiveOdds"], path: "Benchmarks/odds",
      exclude: ["generated.py", "parks.py", "tables.py"],
      swiftSettings: strict + optimized),
  ]

/// Puts the functions that run during an evening next to each other: docs/decisions/0054-functions-in-the-order-of-use.md.
/// `make release` sets the variable to the path of their list, in which some may be unknown.
let ordered =
  Context.environment["LIVEGAMED_SYMBOL_ORDER"].map { list in
    ["-Xlinker", "--symbol-ordering-file=\(list)", "-Xlinker", "--no-warn-symbol-ordering"]
  } ?? []

/// A folder with libstdc++.a alone, if `make release` has made one. The linker then finds it before the shared library:
/// docs/decisions/0054-functions-in-the-order-of-use.md.
let libraryOfCpp = [Context.environment["LIVEGAMED_LIBSTDCXX"] ?? ""].filter { !$0.isEmpty }.map { "-L\($0)" }

/// Makes the program of a release small: docs/decisions/0049-a-smaller-program.md. `make release` sets the variable to the
/// path of an object file with the part of ICU's data that the program needs. As an input of the linker it takes the place
/// of the same symbol in the toolchain's library.
let small: [LinkerSetting] =
  Context.environment["LIVEGAMED_ICU_DATA"].map { data in
    [
      .unsafeFlags(
        [
          data, "-use-ld=lld", "-Xlinker", "-O2", "-Xlinker", "--no-export-dynamic", "-Xlinker", "--icf=all",
          "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs", "-Xlinker", "--wrap=dispatch_source_set_timer",
        ] + ordered + libraryOfCpp)
    ]
  } ?? []

/// Optimizes the targets that decode and track answers for speed, in the program of `make release`, which optimizes all other
/// modules for size. The front end obeys the last of several `-O` options.
let fast: [SwiftSetting] = small.isEmpty ? [] : [.unsafeFlags(["-Xfrontend", "-O"])]

/// Builds the program of `make decoding` alone, which sets the variable and builds into a folder of its own.
let isDecoding = Context.environment["LIVEGAMED_DECODING"] != nil

/// The build of `make races`, which sets the variable, compiles everything anew.
let isForRaces = Context.environment["LIVEGAMED_RACES"] != nil

/// Leaves out the programs, and with them the HTTP server.
let isCoreOnly = isFuzzed || isDecoding || isForRaces

/// Folders and files of LiveCoreTests that the build of `make races` leaves out, about three fifths of its files: they have
/// no test that it selects. RacesBuildTests reads this list, and checks that no suite of the Makefile's `RACING` is lost.
let withoutConcurrency = [
  "Cluster/LeaseBookTests.swift", "Cluster/LogCopyTests.swift", "Cluster/RecentMessagesTests.swift", "Config",
  "Daemon/EventExplainerTests.swift", "Daemon/EventFilterNamesTests.swift", "Daemon/FilterLanguageTests.swift",
  "Daemon/FollowListTests.swift", "Daemon/PathsTests.swift", "Daemon/SampleEventTests.swift",
  "Daemon/SinkTestTests.swift", "Daemon/UnknownPlayersTests.swift", "Deliver/AnotherReceiverTests.swift",
  "Deliver/ClockUpsetTests.swift", "Deliver/DigestTextTests.swift", "Deliver/DisabledSinkNoticeTests.swift",
  "Deliver/EndpointTests.swift", "Deliver/HostileAnswerTests.swift", "Deliver/JSONMembersTests.swift",
  "Deliver/LostFactsTests.swift", "Deliver/OperatorPauseTests.swift", "Deliver/QuietDigestTests.swift",
  "Deliver/QuietHoursCalendarTests.swift", "Deliver/RetryTests.swift", "Deliver/Services",
  "Deliver/SinkFailureTests.swift", "Deliver/SinkPauseTests.swift", "Deliver/Sinks/Discord", "Deliver/Sinks/Exec",
  "Deliver/Sinks/Gotify", "Deliver/Sinks/HomeAssistant", "Deliver/Sinks/Journal", "Deliver/Sinks/Matrix",
  "Deliver/Sinks/Ntfy", "Deliver/Sinks/Slack", "Deliver/Sinks/SpoilerFreeTests.swift", "Deliver/Sinks/Telegram",
  "Deliver/Sinks/Webhook", "Deliver/StatusClassTests.swift", "Deliver/TeamColourTests.swift",
  "Deliver/TextFormatTests.swift", "Deliver/TruncationLinesTests.swift", "Deliver/TruncationTests.swift",
  "Deliver/WordingTests.swift", "DeliveryModel", "Fuzz/FuzzCorpusTests.swift", "Gallery", "House", "JSON", "League",
  "Log/CloudEventTests.swift", "Log/CommitQueueTests.swift", "Log/EventEnvironmentTests.swift",
  "Log/EventExtractTests.swift", "Log/EventHeadTests.swift", "Log/FollowedNameTests.swift", "Log/LogCloseTests.swift",
  "Log/LogFaultTests.swift", "Log/LogFileTests.swift", "Log/LogPageTests.swift", "Log/OutcomeTests.swift",
  "Log/SchemaTests.swift", "Log/UpgradeTests.swift", "Log/WebhookIDTests.swift", "Lookup",
  "MLB/BaseballClubsTests.swift", "MLB/Decode", "MLB/EventTeamTests.swift", "MLB/GameSummaryTests.swift",
  "MLB/MLBComparisonTests.swift", "MLB/MLBGameDetailsTests.swift", "MLB/MLBPeopleTests.swift",
  "MLB/MLBProfileTests.swift", "MLB/MLBPushReaderTests.swift", "MLB/MLBScheduleTests.swift",
  "MLB/MLBStatusTests.swift", "MLB/MLBTeamsAndPlayersTests.swift", "MLB/Predict", "MLB/RealGameDetailsTests.swift",
  "MLB/RealPlayersTests.swift", "MLB/ShortAnswerTests.swift", "MLB/TagUseTests.swift", "MLB/Track", "Meter", "Model",
  "Platform/ChildProcessTests.swift", "Platform/CoreFilesTests.swift", "Platform/DedicatedThreadTests.swift",
  "Platform/DigestTests.swift", "Platform/HTTPHeadReaderTests.swift", "Platform/JournalFieldTests.swift",
  "Platform/JournalLogEntryTests.swift", "Platform/JournalLogHandlerTests.swift",
  "Platform/JournalPayloadTests.swift", "Platform/JournalStreamTests.swift", "Platform/JournalWriterTests.swift",
  "Platform/LineLogHandlerTests.swift", "Platform/OwnTaskTests.swift", "Platform/Push/PushKeepAliveTests.swift",
  "Platform/Push/PushMailboxTests.swift", "Platform/Push/PushReconnectionTests.swift",
  "Platform/Push/PushSessionTests.swift", "Platform/ReadOnlyPagesTests.swift", "Platform/RegularFileTests.swift",
  "Platform/RetryAfterTests.swift", "Platform/SystemGroupTests.swift", "Platform/TurnOrderTests.swift",
  "Platform/URLTextTests.swift", "Properties", "Recording", "Replay/GoldenTests.swift", "Replay/RealGamesTests.swift",
  "Route", "Setup", "Socket/EventFilterTests.swift", "Socket/ExplainRequestTests.swift",
  "Socket/FollowRequestTests.swift", "Socket/LineBlockTests.swift", "Socket/LineSplitterTests.swift",
  "Socket/LogHistoryTests.swift", "Socket/LookupOrdersTests.swift", "Socket/PlayerNameReaderTests.swift",
  "Socket/PlayerRequestTests.swift", "Socket/QueryTests.swift", "Socket/ServiceStateTests.swift",
  "Socket/SlowSubscriberTests.swift", "Socket/SubscriberSessionTests+Lifetime.swift",
  "Socket/SubscriberSessionTests.swift", "Source/FeedFaultTests.swift", "Source/FreshnessTests.swift",
  "Source/IdleLeagueTests.swift", "Source/LeagueCadenceTests.swift", "Source/LiveCadenceRunTests.swift",
  "Source/PollFailureLogTests.swift", "Source/PollHintsTests.swift", "Source/PushCadencePropertyTests.swift",
  "Source/PushTrustTests.swift", "Source/RelevanceTests.swift", "Source/ScheduleCadenceTests.swift",
  "Source/ScheduledGameTests.swift", "Source/ShortPollsTests.swift", "Source/SituationTests.swift", "Wire",
]

/// The program of `make decoding`. Its folder has links to sources of the tests, so it takes their place.
let decoding: [Target] = [
  .executableTarget(
    name: "decoding", dependencies: ["LiveJSON", "LiveMLB", "LiveModel"], path: "Benchmarks/decoding",
    exclude: ["rivals", "run.py"], swiftSettings: strict)
]

let coreTests: [Target] = [
  .testTarget(
    name: "LiveCoreTests",
    dependencies: [
      "LiveCore", "LiveJSON", "LiveMLB", "LiveModel", "LiveNBA", "LivePlatform", "LiveSimulator", "WireSchema",
      .product(name: "GRDB", package: "GRDB.swift"),
      .product(name: "GRDBSQLite", package: "GRDB.swift"),
      .product(name: "Logging", package: "swift-log"),
      .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
    ],
    exclude: ["Fixtures", "Golden"] + (isForRaces ? withoutConcurrency : []), swiftSettings: strict)
]

let programTests: [Target] = [
  .testTarget(
    name: "LiveWebTests",
    dependencies: [
      "LiveCore", "LiveMLB", "LiveModel", "LiveNBA", "LivePlatform", "LiveSimulator", "LiveWeb",
    ],
    swiftSettings: strict + withoutC),
  .testTarget(
    name: "LiveNBATests", dependencies: ["LiveJSON", "LiveModel", "LiveNBA", "LiveSimulator"], exclude: ["Replay"],
    swiftSettings: strict),
  .testTarget(name: "LiveOddsTests", dependencies: ["LiveOdds"], swiftSettings: strict + withoutC),
  .testTarget(name: "LiveSimulatorTests", dependencies: ["LiveSimulator"], swiftSettings: strict + withoutC),
  .testTarget(
    name: "livegamedTests",
    dependencies: ["livegamed", "LiveCore", "LiveModel", "LivePlatform", "LiveSimulator", "WireSchema"],
    exclude: ["Fixtures", "Golden"], swiftSettings: strict),
]

let programs: [Target] = [
  .target(name: "CWebAssets", exclude: ["Assets", "Templates"]),
  .target(
    name: "LiveWeb",
    dependencies: [
      "CWebAssets", "LiveCore", "LiveMLB", "LiveModel", "LiveNBA", "LivePlatform",
      .product(name: "Hummingbird", package: "hummingbird"),
      .product(name: "Logging", package: "swift-log"),
      .product(name: "Mustache", package: "swift-mustache"),
      .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
    ],
    swiftSettings: strict + optimized),
  .executableTarget(
    name: "livegamed",
    dependencies: [
      "LiveCore", "LiveModel", "LiveOdds", "LivePlatform", "LiveSimulator", "LiveWeb",
      .product(name: "ArgumentParser", package: "swift-argument-parser"),
      .product(name: "Hummingbird", package: "hummingbird"),
      .product(name: "Logging", package: "swift-log"),
      .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
    ],
    swiftSettings: strict + withoutC, linkerSettings: small),
  .executableTarget(
    name: "livesimulator",
    dependencies: ["LiveSimulator", .product(name: "Hummingbird", package: "hummingbird")],
    path: "Tests/Simulator", swiftSettings: strict + withoutC),
]

/// The targets that not every build has.
let others =
  isFuzzed ? fuzzer : isDecoding ? decoding : isCoreOnly ? coreTests : programs + benchmarks + coreTests + programTests

let package = Package(
  name: "livegamed",
  products: [
    .library(name: "LiveCore", targets: ["LiveCore", "LiveModel", "LivePlatform"])
  ] + (isCoreOnly ? [] : [.executable(name: "livegamed", targets: ["livegamed"])]),
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
  ],
  targets: [
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .target(name: "CCurl"),
    .systemLibrary(name: "CMosquitto", pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev"])]),
    .target(name: "CDispatchTimer"),
    .target(name: "CNats"),
    .systemLibrary(name: "CVector"),
    .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .target(name: "LiveModel", swiftSettings: strict + withoutC + instrumented + fast),
    .target(
      name: "LiveJSON", dependencies: ["CVector", "LiveModel"], swiftSettings: strict + instrumented + fast),
    .target(
      name: "LiveMLB", dependencies: ["LiveJSON", "LiveModel", "LiveOdds"],
      swiftSettings: strict + withoutC + instrumented + fast),
    .target(
      name: "LiveNBA", dependencies: ["LiveJSON", "LiveModel"],
      swiftSettings: strict + withoutC + instrumented + fast),
    .target(
      name: "LivePlatform",
      dependencies: [
        "CCrypto", "CCurl", "CDispatchTimer", "CLinux", "CMosquitto", "CNats", "CSystemd", "CZlib", "LiveModel",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      swiftSettings: strict + instrumented),
    .target(
      name: "LiveCore",
      dependencies: [
        "LiveMLB", "LiveModel", "LiveNBA", "LivePlatform",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Mustache", package: "swift-mustache"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
        .product(name: "Yams", package: "Yams"),
      ],
      swiftSettings: strict + withoutC + instrumented),
    .target(name: "LiveOdds", swiftSettings: strict + withoutC + instrumented),
    .target(name: "LiveSimulator", swiftSettings: strict + withoutC + optimized),
    .target(name: "WireSchema", path: "Tests/WireSchema", swiftSettings: strict + withoutC + optimized),
  ] + others,
  swiftLanguageModes: [.v6]
)
