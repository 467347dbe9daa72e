internal import CLinux
internal import Glibc

/// Core files of this process.
public enum CoreFiles {
  /// None is ever written, and no other process of the same user may look into this one: memory holds secrets.
  public static func forbid() {
    _ = clinux_forbid_dumps()
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
  }
}
