package dev.takt.record.log.parse;

import dev.takt.record.histogram.HistogramDecoder;
import dev.takt.record.histogram.Layout;
import dev.takt.record.histogram.MalformedException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The text of a histogram in a line of a log: Base64 that has not been decoded.
///
/// @param bytes contains the text, from `from` to before `to`
/// @param fractional whether its values are doubles
@SuppressWarnings("ArrayRecordComponent") // read once, never compared
public record EncodedHistogram(byte[] bytes, int from, int to, boolean fractional) {

  /// A copy with its own bytes, which can be kept after the block is reused.
  EncodedHistogram detached() {
    byte[] own = Arrays.copyOfRange(bytes, from, to);
    return new EncodedHistogram(own, 0, own.length, fractional);
  }

  /// The length of the text, in bytes.
  int size() {
    return to - from;
  }

  /// The text.
  public String text() {
    return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
  }

  Layout open(HistogramDecoder decoder) throws MalformedException {
    return decoder.open(bytes, from, to);
  }
}
