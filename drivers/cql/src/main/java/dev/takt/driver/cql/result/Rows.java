package dev.takt.driver.cql.result;

import dev.takt.driver.cql.protocol.Wire;
import dev.takt.driver.cql.type.TypeReader;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The rows of a small result, whose columns are described.
public record Rows(List<Row> rows) {

  private static final int GLOBAL_TABLE = 0x0001;
  private static final int HAS_MORE_PAGES = 0x0002;

  /// @param body of a RESULT
  public static Rows read(ByteBuffer body) {
    if (body.getInt() != ResultKind.ROWS) {
      return new Rows(List.of());
    }
    int flags = body.getInt();
    int columns = body.getInt();
    if ((flags & HAS_MORE_PAGES) != 0) {
      Wire.skipBytes(body);
    }
    boolean isGlobal = (flags & GLOBAL_TABLE) != 0;
    if (isGlobal) {
      skipTable(body);
    }
    List<String> names = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      if (!isGlobal) {
        skipTable(body);
      }
      names.add(Wire.getString(body));
      var _ = TypeReader.read(body);
    }
    List<Row> rows = new ArrayList<>();
    for (int left = body.getInt(); left > 0; left--) {
      rows.add(Row.read(names, body));
    }
    return new Rows(List.copyOf(rows));
  }

  private static void skipTable(ByteBuffer body) {
    Wire.skipString(body); // the keyspace
    Wire.skipString(body);
  }

  /// The values of a row, by column.
  public record Row(Map<String, byte[]> values) {

    static Row read(List<String> names, ByteBuffer body) {
      Map<String, byte[]> values = new HashMap<>();
      for (String name : names) {
        int length = body.getInt();
        if (length >= 0) {
          byte[] value = new byte[length];
          body.get(value);
          values.put(name, value);
        }
      }
      return new Row(values);
    }

    /// A text; empty if it is null.
    public String text(String column) {
      byte[] value = values.get(column);
      return value == null ? "" : new String(value, StandardCharsets.UTF_8);
    }

    /// An integer.
    ///
    /// @param otherwise if it is null
    public int integer(String column, int otherwise) {
      byte[] value = values.get(column);
      return value == null ? otherwise : ByteBuffer.wrap(value).getInt();
    }

    /// An address; null if the value is.
    public @Nullable InetAddress address(String column) {
      byte[] value = values.get(column);
      try {
        return value == null ? null : InetAddress.getByAddress(value);
      } catch (UnknownHostException e) {
        throw new IllegalStateException("not an address", e);
      }
    }

    /// A collection of texts; empty if it is null.
    public List<String> texts(String column) {
      byte[] value = values.get(column);
      if (value == null) {
        return List.of();
      }
      ByteBuffer in = ByteBuffer.wrap(value);
      List<String> texts = new ArrayList<>();
      for (int left = in.getInt(); left > 0; left--) {
        byte[] text = new byte[in.getInt()];
        in.get(text);
        texts.add(new String(text, StandardCharsets.UTF_8));
      }
      return List.copyOf(texts);
    }

    /// A map of texts; empty if it is null.
    public Map<String, String> map(String column) {
      byte[] value = values.get(column);
      if (value == null) {
        return Map.of();
      }
      ByteBuffer in = ByteBuffer.wrap(value);
      Map<String, String> map = new HashMap<>();
      for (int left = in.getInt(); left > 0; left--) {
        byte[] key = new byte[in.getInt()];
        in.get(key);
        byte[] text = new byte[in.getInt()];
        in.get(text);
        map.put(new String(key, StandardCharsets.UTF_8), new String(text, StandardCharsets.UTF_8));
      }
      return Map.copyOf(map);
    }
  }
}
