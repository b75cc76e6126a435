package dev.takt.record.log.parse;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Reads UTF-16 as UTF-8. HdrHistogram.NET writes its logs in UTF-16.
///
/// A character that is cut off at the end of the stream is left out. Its line is then incomplete,
/// which the reader of the lines reports.
///
/// Not thread-safe.
final class Utf16Stream extends InputStream {

  /// The number of bytes at the start that determine the encoding.
  static final int HEAD = 4;

  private static final int BUFFER = 1 << 14;

  private final InputStream in;
  private final CharsetDecoder decoder;
  private final ByteBuffer raw = ByteBuffer.allocate(BUFFER).flip();
  private final CharBuffer chars = CharBuffer.allocate(BUFFER);
  private final byte[] one = new byte[1];
  private ByteBuffer text = ByteBuffer.allocate(0);

  /// @param charset UTF-16LE or UTF-16BE, without a byte order mark
  Utf16Stream(InputStream in, Charset charset) {
    this.in = in;
    this.decoder =
        charset
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
  }

  /// The encoding of a text that begins with these bytes, or null if it is not UTF-16. Without a
  /// byte order mark, the first two characters must be printable ASCII, as in a log.
  static @Nullable Charset charsetOf(byte[] head, int length) {
    if (hasMark(head, length)) {
      return head[0] == (byte) 0xff ? StandardCharsets.UTF_16LE : StandardCharsets.UTF_16BE;
    }
    if (length < HEAD) {
      return null;
    }
    if (head[1] == 0 && head[3] == 0 && isText(head[0]) && isText(head[2])) {
      return StandardCharsets.UTF_16LE;
    }
    boolean bigEndian = head[0] == 0 && head[2] == 0 && isText(head[1]) && isText(head[3]);
    return bigEndian ? StandardCharsets.UTF_16BE : null;
  }

  /// Whether the text begins with a byte order mark of UTF-16.
  static boolean hasMark(byte[] head, int length) {
    return length >= 2
        && ((head[0] == (byte) 0xff && head[1] == (byte) 0xfe)
            || (head[0] == (byte) 0xfe && head[1] == (byte) 0xff));
  }

  /// Whether a text that begins with this byte may be UTF-16, so that more bytes must be read.
  static boolean mayBegin(byte[] head, int length) {
    return length > 0 && (length == 1 || head[0] == 0 || head[1] == 0 || hasMark(head, length));
  }

  private static boolean isText(byte b) {
    return (b >= ' ' && b <= '~') || b == '\n' || b == '\r' || b == '\t';
  }

  @Override
  public int read() throws IOException {
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int from, int length) throws IOException {
    while (!text.hasRemaining()) {
      if (!fill()) {
        return -1;
      }
    }
    int count = Math.min(length, text.remaining());
    text.get(bytes, from, count);
    return count;
  }

  private boolean fill() throws IOException {
    raw.compact();
    int count;
    try {
      count = in.read(raw.array(), raw.position(), raw.remaining());
    } catch (IOException e) {
      raw.flip();
      throw e;
    }
    raw.position(raw.position() + Math.max(count, 0)).flip();
    if (count < 0) {
      return false;
    }
    chars.clear();
    var unused = decoder.decode(raw, chars, false);
    text = StandardCharsets.UTF_8.encode(chars.flip());
    return true;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
