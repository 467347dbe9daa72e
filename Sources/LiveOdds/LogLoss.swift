internal import Glibc

/// A measure of predictions: the smaller the chance that was given to what happened, the larger the loss.
package enum LogLoss {
  /// Returns the loss of the chance that was given to what happened. Chances below 0.0001 count as 0.0001.
  package static func of(_ chance: Double) -> Double { -log(max(chance, 0.0001)) }
}
