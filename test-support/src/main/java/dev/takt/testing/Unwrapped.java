package dev.takt.testing;

import java.util.ArrayList;
import java.util.List;

/// Undoes the wrapping of messages at 80 columns, so that tests can search for their text.
public final class Unwrapped {

  private static final int WIDTH = 80;
  private static final String INDENT = "      ";

  private Unwrapped() {}

  /// The text with each wrapped line joined to the line before: it is indented, and its first word
  /// would not have fitted there.
  public static String text(String wrapped) {
    List<String> lines = new ArrayList<>();
    int lengthBefore = 0;
    for (String line : wrapped.split("\n", -1)) {
      String text = line.strip();
      int firstWord = text.split(" ", 2)[0].length();
      boolean isContinued =
          !lines.isEmpty()
              && line.startsWith(INDENT)
              && !text.isEmpty()
              && lengthBefore + 1 + firstWord > WIDTH;
      if (isContinued) {
        lines.add(lines.remove(lines.size() - 1) + " " + text);
      } else {
        lines.add(line);
      }
      lengthBefore = line.length();
    }
    return String.join("\n", lines);
  }
}
