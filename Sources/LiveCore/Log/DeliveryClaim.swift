/// Why a sink gets a revision.
enum DeliveryClaim: Int, Sendable {
  case route
  /// It was to get an earlier revision.
  case earlier
  /// What it was told is lost there.
  case anew
}
