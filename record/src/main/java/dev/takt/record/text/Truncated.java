package dev.takt.record.text;

/// The start of a text of unknown length and content, made printable.
public final class Truncated {

  private static final int LENGTH = 60;

  private Truncated() {}

  public static String of(String text) {
    int length = Math.min(text.length(), LENGTH);
    StringBuilder excerpt = new StringBuilder(length + 1);
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      excerpt.append(Character.isISOControl(c) || Character.isSurrogate(c) ? '\uFFFD' : c);
    }
    return length == text.length() ? excerpt.toString() : excerpt.append('…').toString();
  }
}
