package dev.takt.http2;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// The part of a request's body that is not sent yet. A body in memory of others is not copied.
final class PendingBody {

  private static final int FIRST_BYTES = 4 * 1024;

  private static final long MAX_VIEW_BYTES = 1 << 30;

  /// How much of a segment is seen as a buffer at once.
  private final long maxViewBytes;

  private ByteBuffer copy = ByteBuffer.allocate(0);

  /// What is sent, if it is not [#copy].
  private @Nullable MemorySegment segment;

  /// The segment that [#view] shows a part of. It is kept, because the next body is often the same.
  private @Nullable MemorySegment viewed;

  private long viewStart;
  private ByteBuffer view = copy;

  private long sent;
  private long length;

  PendingBody() {
    this(MAX_VIEW_BYTES);
  }

  PendingBody(long maxViewBytes) {
    this.maxViewBytes = maxViewBytes;
  }

  void clear() {
    segment = null;
    sent = 0;
    length = 0;
  }

  boolean isEmpty() {
    return sent == length;
  }

  long remaining() {
    return length - sent;
  }

  void set(MemorySegment body) {
    segment = body;
    sent = 0;
    length = body.byteSize();
  }

  /// Sets the body to a copy of bytes.
  void set(ByteBuffer from, int start, int bytes) {
    if (copy.capacity() < bytes) {
      copy = ByteBuffer.allocate(Math.max(Math.max(FIRST_BYTES, bytes), 2 * copy.capacity()));
    }
    copy.put(0, from, start, bytes);
    segment = null;
    sent = 0;
    length = bytes;
  }

  /// Appends the next bytes to `out`, which has room for them.
  ///
  /// @throws IllegalStateException if they are those of a mapped file that has become shorter
  void put(int bytes, ByteBuffer out) {
    try {
      copy(bytes, out);
    } catch (InternalError e) {
      // The JVM reports the read of such a file in this way.
      throw new IllegalStateException("the file to send has become shorter", e);
    }
  }

  private void copy(int bytes, ByteBuffer out) {
    int left = bytes;
    while (left > 0) {
      ByteBuffer from = source();
      int start = (int) (segment == null ? sent : sent - viewStart);
      int part = Math.min(left, from.capacity() - start);
      out.put(out.position(), from, start, part).position(out.position() + part);
      sent += part;
      left -= part;
    }
  }

  /// The buffer that has the next byte.
  private ByteBuffer source() {
    MemorySegment all = segment;
    if (all == null) {
      return copy;
    }
    if (!all.equals(viewed) || sent < viewStart || sent >= viewStart + view.capacity()) {
      viewed = all;
      viewStart = sent - sent % maxViewBytes;
      long viewLength = Math.min(maxViewBytes, all.byteSize() - viewStart);
      view = all.asSlice(viewStart, viewLength).asByteBuffer();
    }
    return view;
  }
}
