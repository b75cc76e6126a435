package dev.takt.http2.hpack;

/// A header block that cannot be decoded. The connection is lost with it, because the decoder's
/// table is. Its message is constant.
@SuppressWarnings("StaticAssignmentOfThrowable") // without stack traces
public final class HpackException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  static final HpackException CUT_OFF = new HpackException("a header block is cut off");
  static final HpackException INTEGER_TOO_LARGE =
      new HpackException("a header block has an integer that is too large");
  static final HpackException NO_SUCH_INDEX =
      new HpackException("a header block has an index that is in no table");
  static final HpackException BAD_HUFFMAN =
      new HpackException("a header block has a string with a wrong Huffman code");
  static final HpackException TABLE_TOO_LARGE =
      new HpackException("a header block makes the table larger than allowed");
  static final HpackException MISPLACED_SIZE =
      new HpackException("a header block changes the size of the table after a field");

  private HpackException(String message) {
    super(message, null, false, false);
  }
}
