package dev.takt.report.text;

import dev.takt.runs.text.MachineText;

/// Escapes tags and names of threads and processes for display. Their origin is unknown, so they
/// may contain any character, such as escape sequences that move a terminal's cursor.
public final class TagText {

  private TagText() {}

  /// Returns the text with control characters escaped as `\u001b`.
  public static String escape(String text) {
    if (text.chars().noneMatch(TagText::isHidden)) {
      return text;
    }
    StringBuilder visible = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      visible.append(isHidden(c) ? MachineText.format("\\u%04x", (int) c) : String.valueOf(c));
    }
    return visible.toString();
  }

  private static boolean isHidden(int c) {
    int type = Character.getType(c);
    return type == Character.CONTROL
        || type == Character.FORMAT
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR;
  }
}
