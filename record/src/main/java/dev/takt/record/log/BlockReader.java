package dev.takt.record.log;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/// Reads a stream in blocks of whole lines, in UTF-8 whatever it is in, and with line feeds. A line
/// longer than any interval could be is not gathered but skipped, so that memory stays bounded
/// whatever the stream is.
///
/// Not thread-safe.
final class BlockReader implements AutoCloseable {

  static final int USUAL = 1 << 18;

  /// An interval of five digits over the whole range would take less than half of this.
  static final int MAX_LINE_LENGTH = 1 << 24;

  /// Whole lines, the last of which may lack its line break at the end of the stream.
  ///
  /// @param from where the first line begins
  /// @param to where the last one ends
  /// @param offset where the first byte stands in the stream; [EncodedInterval#NO_POSITION] if the
  ///   stream is in UTF-16, and its bytes are others
  /// @param skipped whether its only line was too long, and is not here
  @SuppressWarnings("ArrayRecordComponent") // handed on once, never compared
  record Block(byte[] bytes, int from, int to, long offset, boolean skipped) {}

  private final boolean live;
  private InputStream in;
  private @Nullable Charset charset;
  private boolean carriageReturns;
  private byte[] rest = new byte[0];
  private long taken;
  private boolean begun;
  private boolean ended;
  private @Nullable String damage;

  BlockReader(InputStream in, boolean live) {
    this.in = in;
    this.live = live;
  }

  /// The next lines, or null at the end.
  @Nullable Block next() throws IOException {
    byte[] buffer = Arrays.copyOf(rest, Math.max(USUAL, 2 * rest.length));
    int length = rest.length;
    rest = new byte[0];
    while (true) {
      int end = lastLineEnd(buffer, length);
      boolean full = length == buffer.length;
      if (end > 0 && (full || live || ended)) {
        return block(buffer, end, length);
      }
      if (ended) {
        return length == 0 ? null : block(buffer, length, length);
      }
      if (end == 0 && length >= MAX_LINE_LENGTH) {
        return skipLine();
      }
      if (full) {
        buffer = Arrays.copyOf(buffer, 2 * buffer.length);
      }
      length += read(buffer, length);
    }
  }

  private int read(byte[] buffer, int from) throws IOException {
    try {
      int count =
          taken == 0 ? readFirst(buffer, from) : in.read(buffer, from, buffer.length - from);
      ended = count < 0;
      if (carriageReturns) {
        breakLines(buffer, from, count);
      }
      taken += Math.max(count, 0);
      return Math.max(count, 0);
    } catch (EOFException e) {
      return damaged("the compressed file is cut off");
    } catch (ZipException e) {
      return damaged("the compressed file is damaged: " + e.getMessage());
    } catch (IOException e) {
      if (e.getClass().getName().startsWith("com.github.luben.zstd.")) {
        return damaged("the compressed file is damaged or cut off: " + e.getMessage());
      }
      throw e;
    }
  }

  /// Reads the first bytes, which say what the stream is in.
  private int readFirst(byte[] buffer, int from) throws IOException {
    int count = in.read(buffer, from, buffer.length - from);
    byte[] head = Arrays.copyOfRange(buffer, from, from + Utf16Stream.HEAD);
    while (count < Utf16Stream.HEAD && Utf16Stream.mayBegin(head, count)) {
      int more = in.read(buffer, from + count, Utf16Stream.HEAD - count);
      if (more < 0) {
        break;
      }
      count += more;
      head = Arrays.copyOfRange(buffer, from, from + Utf16Stream.HEAD);
    }
    charset = Utf16Stream.charsetOf(head, count);
    if (charset == null) {
      carriageReturns = hasOnlyCarriageReturns(buffer, from, from + count);
      return count;
    }
    int begin = from + (Utf16Stream.hasMark(head, count) ? 2 : 0);
    InputStream all =
        new SequenceInputStream(
            new ByteArrayInputStream(Arrays.copyOfRange(buffer, begin, from + count)), in);
    in = new Utf16Stream(all, charset);
    count = in.read(buffer, from, buffer.length - from);
    carriageReturns = hasOnlyCarriageReturns(buffer, from, from + count);
    return count;
  }

  /// Whether lines end as they did on the first Macintoshes.
  private static boolean hasOnlyCarriageReturns(byte[] text, int from, int to) {
    int at = from < to ? Lines.indexOf((byte) '\r', text, from, to) : to;
    return at + 1 < to && Lines.end(text, from, to) == to;
  }

  private static void breakLines(byte[] text, int from, int count) {
    for (int at = from; at < from + count; at++) {
      if (text[at] == '\r') {
        text[at] = '\n';
      }
    }
  }

  /// The UTF-16 that the stream is in, or null if it is in UTF-8.
  @Nullable Charset charset() {
    return charset;
  }

  private int damaged(String reason) {
    damage = reason;
    ended = true;
    return 0;
  }

  private Block block(byte[] buffer, int end, int length) {
    rest = end == length ? rest : Arrays.copyOfRange(buffer, end, length);
    int from = begun ? 0 : afterMark(buffer, end);
    begun = true;
    long offset = charset == null ? taken - length : EncodedInterval.NO_POSITION;
    return new Block(buffer, from, end, offset, false);
  }

  /// A byte-order mark at the start of a file is no part of its first line.
  private static int afterMark(byte[] buffer, int end) {
    boolean marked =
        end >= 3
            && buffer[0] == (byte) 0xef
            && buffer[1] == (byte) 0xbb
            && buffer[2] == (byte) 0xbf;
    return marked ? 3 : 0;
  }

  private Block skipLine() throws IOException {
    byte[] buffer = new byte[USUAL];
    while (!ended) {
      int length = read(buffer, 0);
      int end = Lines.end(buffer, 0, length);
      if (end < length) {
        rest = Arrays.copyOfRange(buffer, end + 1, length);
        break;
      }
    }
    begun = true;
    return new Block(buffer, 0, 0, taken, true);
  }

  private static int lastLineEnd(byte[] buffer, int length) {
    int end = length;
    while (end > 0 && buffer[end - 1] != '\n') {
      end--;
    }
    return end;
  }

  /// Why the stream ended before its time, if it did.
  @Nullable String damage() {
    return damage;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
