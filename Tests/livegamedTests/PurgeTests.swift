import Foundation
import Testing
import WireSchema

/// The actions of the package when it is purged, in a temporary folder.
@Suite(.timeLimit(.minutes(1))) struct PurgeTests {
  private let folder = NSTemporaryDirectory() + "livegamed-purge-\(UUID().uuidString.prefix(8))"

  /// Runs the script's own function on the folder. With `stubborn`, no file can be deleted.
  private func discard(stubborn: Bool) throws -> Program.Ending {
    try FileManager.default.createDirectory(atPath: folder + "/below", withIntermediateDirectories: true)
    for name in ["a.yaml", "below/b.yaml"] {
      #expect(FileManager.default.createFile(atPath: "\(folder)/\(name)", contents: nil))
    }
    let script = """
      set -e
      eval "$(sed -n '/^discard()/,/^}/p' "$SCRIPT")"
      find() {
        case "$STUBBORN $*" in
          yes*-delete*) return 1 ;;
          *) command find "$@" ;;
        esac
      }
      discard "$FOLDER"
      echo purged
      """
    let path = "\(WireFormat.root)/packaging/debian/livegamed.postrm"
    return try Program.shell(script, ["SCRIPT": path, "FOLDER": folder, "STUBBORN": stubborn ? "yes" : "no"])
  }

  @Test func nothingIsLeft() throws {
    let ending = try discard(stubborn: false)
    #expect(ending.status == 0 && ending.output == "purged\n" && ending.error.isEmpty, "\(ending)")
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test func filesThatCannotBeDeletedAreNamedAndBlockNothing() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let ending = try discard(stubborn: true)
    #expect(ending.status == 0 && ending.output == "purged\n", "\(ending)")
    #expect(ending.error.hasPrefix("livegamed: these files cannot be deleted, and stay:\n"))
    #expect(ending.error.contains("\(folder)/a.yaml\n") && ending.error.contains("\(folder)/below/b.yaml\n"))
  }
}
