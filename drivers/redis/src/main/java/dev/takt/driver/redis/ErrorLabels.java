package dev.takt.driver.redis;

import dev.takt.load.driver.Outcome;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// Labels under which errors are counted. The label is the error's first word, which is meant for
/// programs (`WRONGTYPE`, `MOVED`). `ERR` precedes all errors without a word of their own, so its
/// label includes the following words, up to the first text that is not a word: `ERR unknown
/// command`. Keys and values in an error are left out, because otherwise each error would have its
/// own label.
///
/// Not thread-safe. Creates each label once.
final class ErrorLabels {

  static final Outcome OTHER = Outcome.failed("other errors");

  private static final int MAX_WORD_LENGTH = 32;
  private static final int MAX_LABEL_LENGTH = 60;
  private static final int MAX_LABELS = 64;

  private final byte[][] texts = new byte[MAX_LABELS][];
  private final Outcome[] outcomes = new Outcome[MAX_LABELS];
  private int count;

  /// The outcome for an error reply between two buffer positions.
  Outcome of(ByteBuffer in, int from, int to) {
    int end = labelEnd(in, from, to);
    if (end == from) {
      return OTHER;
    }
    for (int i = 0; i < count; i++) {
      if (isText(in, from, end, texts[i])) {
        return outcomes[i];
      }
    }
    return count < MAX_LABELS ? remember(in, from, end) : OTHER;
  }

  private Outcome remember(ByteBuffer in, int from, int end) {
    byte[] text = new byte[end - from];
    in.get(from, text);
    Outcome outcome = Outcome.failed(new String(text, StandardCharsets.US_ASCII));
    texts[count] = text;
    outcomes[count] = outcome;
    count++;
    return outcome;
  }

  private static boolean isText(ByteBuffer in, int from, int to, byte[] text) {
    if (to - from != text.length) {
      return false;
    }
    for (int i = 0; i < text.length; i++) {
      if (in.get(from + i) != text[i]) {
        return false;
      }
    }
    return true;
  }

  private static int labelEnd(ByteBuffer in, int from, int to) {
    int end = wordEnd(in, from, to);
    if (end - from != 3
        || in.get(from) != 'E'
        || in.get(from + 1) != 'R'
        || in.get(from + 2) != 'R') {
      return end;
    }
    while (end < to && in.get(end) == ' ') {
      int next = wordEnd(in, end + 1, to);
      if (next == end + 1 || next - from > MAX_LABEL_LENGTH) {
        break;
      }
      end = next;
    }
    return end;
  }

  /// The end of the word that begins at `from`; `from` if there is no word.
  private static int wordEnd(ByteBuffer in, int from, int to) {
    int end = from;
    while (end < to && isLetter(in.get(end))) {
      end++;
    }
    boolean whole = end == to || in.get(end) == ' ' || in.get(end) == '.' || in.get(end) == ',';
    return whole && end - from <= MAX_WORD_LENGTH ? end : from;
  }

  private static boolean isLetter(byte b) {
    return (b >= 'A' && b <= 'Z') || (b >= 'a' && b <= 'z') || b == '_';
  }
}
