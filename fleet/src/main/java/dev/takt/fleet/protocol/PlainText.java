package dev.takt.fleet.protocol;

import java.util.regex.Pattern;

/// Texts of other machines, for people.
public final class PlainText {

  /// What could change the terminal.
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}&&[^\n\t]]");

  private PlainText() {}

  /// A text without control characters other than line breaks and tabs.
  public static String of(String text) {
    return CONTROL.matcher(text).replaceAll("");
  }
}
