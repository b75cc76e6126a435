package dev.takt.record.log.parse;

import dev.takt.record.log.EncodedInterval;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/// Reads a stream in blocks of whole lines, and converts it to UTF-8 and line feeds. A line longer
/// than any possible interval is skipped without buffering it, so memory stays bounded for any
/// stream.
///
/// Not thread-safe.
public final class BlockReader implements AutoCloseable {

  public static final int DEFAULT_BLOCK_BYTES = 1 << 18;

  /// An interval of five digits over the whole range takes less than half of this.
  static final int MAX_LINE_LENGTH = 1 << 24;

  /// Whole lines. The last line of the stream may lack its line break.
  ///
  /// @param from the begin of the first line
  /// @param to the end of the last line
  /// @param offset the position of the first byte in the stream; [EncodedInterval#NO_POSITION] if
  ///   the stream is in UTF-16, since the bytes were converted
  /// @param skipped whether the block's only line was too long and is left out
  @SuppressWarnings("ArrayRecordComponent")
  public // read once, never compared
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

  public BlockReader(InputStream in, boolean live) {
    this.in = in;
    this.live = live;
  }

  /// Returns the next lines, or null at the end.
  @Nullable
  public Block next() throws IOException {
    byte[] buffer = Arrays.copyOf(rest, Math.max(DEFAULT_BLOCK_BYTES, 2 * rest.length));
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
      int count = taken == 0 ? readFirst(buffer) : in.read(buffer, from, buffer.length - from);
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

  /// Reads the first bytes and detects the encoding from them.
  private int readFirst(byte[] buffer) throws IOException {
    int count = in.read(buffer, 0, buffer.length);
    while (count < Utf16Stream.HEAD && Utf16Stream.mayBegin(buffer, count)) {
      int more = in.read(buffer, count, Utf16Stream.HEAD - count);
      if (more < 0) {
        break;
      }
      count += more;
    }
    charset = Utf16Stream.charsetOf(buffer, count);
    if (charset != null) {
      int begin = Utf16Stream.hasMark(buffer, count) ? 2 : 0;
      InputStream head = new ByteArrayInputStream(Arrays.copyOfRange(buffer, begin, count));
      in = new Utf16Stream(new SequenceInputStream(head, in), charset);
      count = in.read(buffer, 0, buffer.length);
    }
    carriageReturns = hasOnlyCarriageReturns(buffer, count);
    return count;
  }

  /// Whether lines end with carriage returns only, as on classic Mac OS.
  private static boolean hasOnlyCarriageReturns(byte[] text, int to) {
    int at = to > 0 ? Lines.indexOf((byte) '\r', text, 0, to) : to;
    return at + 1 < to && Lines.end(text, 0, to) == to;
  }

  private static void breakLines(byte[] text, int from, int count) {
    for (int at = from; at < from + count; at++) {
      if (text[at] == '\r') {
        text[at] = '\n';
      }
    }
  }

  /// The variant of UTF-16 of the stream, or null if it is in UTF-8.
  @Nullable
  public Charset charset() {
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

  /// Skips a byte-order mark at the start of the file, which is not part of the first line.
  private static int afterMark(byte[] buffer, int end) {
    return LineParser.startsWith(buffer, 0, end, LineParser.MARK) ? LineParser.MARK.length : 0;
  }

  private Block skipLine() throws IOException {
    byte[] buffer = new byte[DEFAULT_BLOCK_BYTES];
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

  /// Why the stream ended prematurely, if it did.
  @Nullable
  public String damage() {
    return damage;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
