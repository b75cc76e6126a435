package dev.takt.report.text;

import dev.takt.runs.text.MachineText;

/// Tags, and names of threads and processes, as text. They are of unknown origin and may hold
/// anything, such as what moves a terminal's cursor.
public final class TagText {

  private TagText() {}

  /// The same with control characters as `\u001b`.
  public static String visible(String text) {
    if (text.chars().noneMatch(TagText::hidden)) {
      return text;
    }
    StringBuilder visible = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      visible.append(hidden(c) ? MachineText.format("\\u%04x", (int) c) : String.valueOf(c));
    }
    return visible.toString();
  }

  private static boolean hidden(int c) {
    int type = Character.getType(c);
    return type == Character.CONTROL
        || type == Character.FORMAT
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR;
  }
}
