package dev.takt.load.driver;

/// The failures of operations on records, for all stores. They use YCSB's names, so that its
/// reports and those of all drivers agree. Errors of a database keep their own text.
public final class KeyValueOutcomes {

  /// There is no record with that key; for a scan, none from that key on.
  public static final Outcome NOT_FOUND = Outcome.failed("NOT_FOUND");

  /// The value read differs from the value that must have been written.
  public static final Outcome UNEXPECTED_STATE = Outcome.failed("UNEXPECTED_STATE");

  /// The store has not executed the operation, and gives no reason.
  public static final Outcome ERROR = Outcome.failed("ERROR");

  private KeyValueOutcomes() {}

  /// The outcome of a [KeyValueKind#READ_MODIFY_WRITE] both of whose halves were executed.
  public static Outcome ofBoth(Outcome read, Outcome update) {
    return read.isOk() ? update : read;
  }
}
