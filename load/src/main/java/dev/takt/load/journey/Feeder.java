package dev.takt.load.journey;

import dev.takt.load.workload.Randomness;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/// Rows of a file, one for each user. Immutable and thread-safe.
public final class Feeder {

  /// The first part of the name of a column's variable: `user.name`.
  public static final String PREFIX = "user.";

  /// No rows.
  public static final Feeder NONE = new Feeder(List.of(), new byte[1][0][], Pick.SEQUENTIAL);

  /// Which row a user has.
  public enum Pick {
    /// The next one, and the first again after the last.
    SEQUENTIAL,
    /// Any, by the seed.
    RANDOM,
    /// The next one; no two users have the same.
    UNIQUE;

    /// As a plan has it.
    public String lowerCase() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final List<String> columns;
  private final byte[][][] rows;
  private final Pick pick;

  private Feeder(List<String> columns, byte[][][] rows, Pick pick) {
    this.columns = columns;
    this.rows = rows;
    this.pick = pick;
  }

  /// The rows of a file.
  public static Feeder of(UserFile file, Pick pick) {
    byte[][][] rows =
        file.rows().stream()
            .map(row ->
                row.stream()
                    .map(each -> each.getBytes(StandardCharsets.UTF_8))
                    .toArray(byte[][]::new))
            .toArray(byte[][][]::new);
    return new Feeder(file.columns(), rows, pick);
  }

  /// The names of the columns.
  public List<String> columns() {
    return columns;
  }

  /// Which row a user has.
  public Pick pick() {
    return pick;
  }

  /// The same for equal columns and rows, and different for others: SHA-256 in hexadecimal digits.
  public String digest() {
    MessageDigest digest;
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // each JDK has it
    }
    digest.update(number(columns.size()));
    columns.forEach(each -> add(digest, each.getBytes(StandardCharsets.UTF_8)));
    for (byte[][] row : rows) {
      for (byte[] each : row) {
        add(digest, each);
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /// With its length, so that `ab, c` differs from `a, bc`.
  private static void add(MessageDigest digest, byte[] value) {
    digest.update(number(value.length));
    digest.update(value);
  }

  private static ByteBuffer number(int value) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(0, value);
  }

  /// How many users can have a row: [Long#MAX_VALUE] unless rows are unique.
  public long capacity() {
    return pick == Pick.UNIQUE ? rows.length : Long.MAX_VALUE;
  }

  /// The row of a user.
  byte[][] row(long seed, long number) {
    long index =
        pick == Pick.RANDOM
            ? Randomness.uniform(seed, number, Randomness.ROW, 0, rows.length - 1L)
            : number % rows.length;
    return rows[(int) index];
  }
}
