package dev.takt.load.engine.once;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The bytes of a request or an answer, of which the first [#MAX_BYTES] are kept.
public final class Traffic {

  /// How many bytes are kept.
  public static final int MAX_BYTES = 256 << 10;

  private byte[] bytes = new byte[0];
  private long length;

  Traffic() {}

  /// That of a text.
  Traffic(String text) {
    ByteBuffer all = StandardCharsets.UTF_8.encode(text);
    add(all, 0, all.limit());
  }

  /// Adds the bytes from `from` to `to` (exclusive), and leaves the position.
  void add(ByteBuffer buffer, int from, int to) {
    int kept = bytes.length;
    int more = Math.min(to - from, MAX_BYTES - kept);
    bytes = Arrays.copyOf(bytes, kept + more);
    buffer.get(from, bytes, kept, more);
    length += to - from;
  }

  void add(@Nullable MemorySegment segment) {
    if (segment != null) {
      int kept = bytes.length;
      int more = (int) Math.min(segment.byteSize(), MAX_BYTES - kept);
      bytes = Arrays.copyOf(bytes, kept + more);
      MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, 0, bytes, kept, more);
      length += segment.byteSize();
    }
  }

  boolean isEmpty() {
    return length == 0;
  }

  /// The first bytes.
  public byte[] bytes() {
    return bytes;
  }

  /// How many bytes follow those of [#bytes].
  public long omitted() {
    return length - bytes.length;
  }
}
