internal import CCurl
internal import LiveModel

/// libcurl, which is loaded and initialised once in a process, before any other call.
package enum CurlLibrary {
  private static let initialised = curl_global_init(Int(CURL_GLOBAL_ALL))

  /// Loads libcurl on a thread of its own, so that the start goes on meanwhile; what needs libcurl waits for it. Join the
  /// thread before the process ends. Returns nil without a free thread; libcurl is then loaded when it is needed.
  package static func preload() -> DedicatedThread? {
    try? DedicatedThread(name: "livegamed-load") { _ = initialised }
  }

  /// Returns a new multi handle, which the caller frees. Throws `platform.curl` if libcurl cannot be loaded or initialised.
  static func makeMulti() throws(Fault) -> UnsafeMutableRawPointer {
    if let reason = ccurl_load() {
      throw Fault(.curl, "libcurl cannot be loaded: \(String(cString: reason))", hint: "sudo apt install libcurl4")
    }
    guard initialised == CURLE_OK, let multi = curl_multi_init() else {
      throw Fault(.curl, "libcurl does not start (curl \(initialised.rawValue))")
    }
    return multi
  }
}

extension Fault.Code {
  /// libcurl cannot be loaded or initialised.
  static let curl = Fault.Code("platform.curl")
}
