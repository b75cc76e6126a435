package dev.takt.driver.cql.result;

import dev.takt.driver.cql.protocol.Wire;
import dev.takt.driver.cql.type.TypeReader;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// What a RESULT of rows says before its rows. Reused; allocates only if there is another page, or
/// if the columns are described.
public final class RowsHeader {

  private static final int GLOBAL_TABLE = 0x0001;
  private static final int HAS_MORE_PAGES = 0x0002;
  private static final int NO_METADATA = 0x0004;
  private static final int METADATA_CHANGED = 0x0008;

  private int columns;
  private int rows;
  private byte @Nullable [] nextPage;
  private byte @Nullable [] newResultId;

  /// Reads up to the first row.
  ///
  /// @param body of a RESULT whose kind has been read
  public void read(ByteBuffer body) {
    int flags = body.getInt();
    columns = body.getInt();
    nextPage = (flags & HAS_MORE_PAGES) != 0 ? bytes(body) : null;
    newResultId = (flags & METADATA_CHANGED) != 0 ? Wire.getShortBytes(body) : null;
    if ((flags & NO_METADATA) == 0) {
      skipColumns(body, (flags & GLOBAL_TABLE) != 0);
    }
    rows = body.getInt();
  }

  private static byte[] bytes(ByteBuffer body) {
    byte[] bytes = new byte[body.getInt()];
    body.get(bytes);
    return bytes;
  }

  private void skipColumns(ByteBuffer body, boolean isGlobal) {
    if (isGlobal) {
      skipTable(body);
    }
    for (int i = 0; i < columns; i++) {
      if (!isGlobal) {
        skipTable(body);
      }
      Wire.skipString(body); // its name
      var _ = TypeReader.read(body);
    }
  }

  private static void skipTable(ByteBuffer body) {
    Wire.skipString(body); // the keyspace
    Wire.skipString(body);
  }

  public int columns() {
    return columns;
  }

  public int rows() {
    return rows;
  }

  /// Where the next page begins; null if this is the last one.
  public byte @Nullable [] nextPage() {
    return nextPage;
  }

  /// The new [PreparedResult#resultId], because the statement's columns have changed; else null.
  public byte @Nullable [] newResultId() {
    return newResultId;
  }
}
