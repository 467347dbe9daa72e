public import Logging

extension Fault {
  /// What the log says of an error: `error` in words and, of a `Fault`, its `code` and its place as `file`, `line` and
  /// `column`, `url` or `sink`.
  ///
  /// - Parameters:
  ///   - error: any; its text must be fit for the operator.
  ///   - fields: what else is said. These win.
  /// - Returns: fields by the names of `docs/operations.md`.
  public static func metadata(of error: any Error, and fields: Logger.Metadata = [:]) -> Logger.Metadata {
    var metadata: Logger.Metadata = [LogKey.error: "\(error)"]
    if let fault = error as? Fault {
      metadata[LogKey.code] = "\(fault.code.rawValue)"
      metadata.merge(fault.placeMetadata) { $1 }
    }
    return metadata.merging(fields) { $1 }
  }

  private var placeMetadata: Logger.Metadata {
    switch place {
    case .file(let name, let line, let column):
      [LogKey.file: "\(name)", LogKey.line: "\(line)", LogKey.column: "\(column)"]
    case .path(let path): [LogKey.file: "\(path)"]
    case .url(let address): [LogKey.url: "\(address)"]
    case .sink(let name): [LogKey.sink: "\(name)"]
    case nil: [:]
    }
  }
}
