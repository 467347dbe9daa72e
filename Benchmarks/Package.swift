// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let strictC: [CSetting] = [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])]

/// The targets that `make bench` builds: see README.md.
let package = Package(
  name: "benchmarks",
  dependencies: [
    .package(name: "livegamed", path: ".."),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .target(name: "wire", path: "fanout/wire", cSettings: strictC),
    .executableTarget(name: "receiver", dependencies: ["wire"], path: "fanout/receiver", cSettings: strictC),
    .executableTarget(name: "rawsend", dependencies: ["wire"], path: "fanout/rawsend", cSettings: strictC),
    .executableTarget(name: "hostile", dependencies: ["wire"], path: "fanout/hostile", cSettings: strictC),
    .executableTarget(
      name: "engine",
      dependencies: [
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "LiveCore", package: "livegamed"),
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "fanout/engine", swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
