import Foundation
import Testing

@testable import LiveCore
@testable import LiveModel

@Suite struct PathsTests {
  private let folder: TemporaryFolder
  private let paths: Paths
  private let own: String
  private let service: String

  init() throws {
    folder = try TemporaryFolder()
    service = "\(folder.path)/service"
    paths = Paths(environment: ["HOME": folder.path, "STATE_DIRECTORY": ""])
    own = paths.stateFolder(.default)
  }

  private func read(_ config: Config = .default) -> String { paths.readFolder(config, service: service) }

  @Test func theServicesLogIsReadIfAUserHasNone() throws {
    #expect(read() == own)
    try FileManager.default.createDirectory(atPath: service, withIntermediateDirectories: true)
    #expect(read() == own)
    try Data().write(to: URL(fileURLWithPath: "\(service)/livegamed.sqlite"))
    #expect(read() == service)
    var config = Config.default
    config.stateDirectory = "\(folder.path)/named"
    #expect(read(config) == config.stateDirectory)
  }
}
