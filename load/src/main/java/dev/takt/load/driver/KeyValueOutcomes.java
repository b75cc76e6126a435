package dev.takt.load.driver;

/// What operations on records fail with, whatever the store: YCSB's words for it, so that its
/// reports and those of all drivers agree. Errors of a database keep their own words.
public final class KeyValueOutcomes {

  /// There is no record of that key; of a scan, none from that key on.
  public static final Outcome NOT_FOUND = Outcome.failed("NOT_FOUND");

  /// What was read is not what must have been written.
  public static final Outcome UNEXPECTED_STATE = Outcome.failed("UNEXPECTED_STATE");

  /// The store has not done what was asked of it, and gives no reason.
  public static final Outcome ERROR = Outcome.failed("ERROR");

  private KeyValueOutcomes() {}

  /// What a [KeyValueKind#READ_MODIFY_WRITE] has ended with whose both halves were done.
  public static Outcome ofBoth(Outcome read, Outcome update) {
    return read.isOk() ? update : read;
  }
}
