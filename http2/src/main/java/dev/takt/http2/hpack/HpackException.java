package dev.takt.http2.hpack;

/// A header block that cannot be decoded. The connection is lost with it, because the decoder's
/// table is.
public final class HpackException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private HpackException(String message) {
    super(message, null, false, false);
  }

  static HpackException cutOff() {
    return new HpackException("a header block is cut off");
  }

  static HpackException integerTooLarge() {
    return new HpackException("a header block has an integer that is too large");
  }

  static HpackException noSuchIndex() {
    return new HpackException("a header block has an index that is in no table");
  }

  static HpackException badHuffman() {
    return new HpackException("a header block has a string with a wrong Huffman code");
  }

  static HpackException tableTooLarge() {
    return new HpackException("a header block makes the table larger than allowed");
  }

  static HpackException misplacedSize() {
    return new HpackException("a header block changes the size of the table after a field");
  }
}
