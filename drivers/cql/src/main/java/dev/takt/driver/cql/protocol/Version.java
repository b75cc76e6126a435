package dev.takt.driver.cql.protocol;

/// A version of the native protocol.
public enum Version {
  /// Cassandra 2.2 to 3.11, and ScyllaDB.
  V4(4),
  /// Cassandra 4.0 and later.
  V5(5);

  private static final int FROM_SERVER = 0x80;

  private final int number;

  Version(int number) {
    this.number = number;
  }

  public int number() {
    return number;
  }

  /// The first byte of a request's frame.
  byte ofRequest() {
    return (byte) number;
  }

  /// The first byte of an answer's frame.
  byte ofAnswer() {
    return (byte) (number | FROM_SERVER);
  }
}
