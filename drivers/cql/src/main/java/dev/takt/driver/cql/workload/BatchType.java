package dev.takt.driver.cql.workload;

/// The kinds of batches, with their numbers in the protocol.
public enum BatchType {
  /// All of its statements are executed, or none.
  LOGGED(0),
  /// Each of its statements is executed or not.
  UNLOGGED(1),
  /// Of updates of counters.
  COUNTER(2);

  private final byte code;

  BatchType(int code) {
    this.code = (byte) code;
  }

  public byte code() {
    return code;
  }
}
