/// The source of the tables and coefficients of this module.
package enum Retrosheet {
  /// The notice that must accompany numbers made from Retrosheet's data, as `NOTICE` has it.
  package static let notice = """
    The information used here was obtained free of charge from and is copyrighted by Retrosheet. Interested parties may
    contact Retrosheet at "www.retrosheet.org".
    """
}
