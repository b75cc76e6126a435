package dev.takt.runs.text;

import com.google.errorprone.annotations.FormatMethod;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Formats text for programs: URLs, JSON, SQL, CSV, XML, commands, file names. Digits are ASCII,
/// the decimal separator is a point, and numbers are never grouped, whatever the default locale is.
public final class MachineText {

  private static final String FLAGS = "-#+ 0,(";

  private MachineText() {}

  /// Like [String#format(String, Object...)], in the root locale.
  ///
  /// @throws java.util.IllegalFormatException if the format does not fit the arguments
  /// @throws IllegalArgumentException if the format groups digits (`%,d`)
  @FormatMethod
  public static String format(String format, @Nullable Object... arguments) {
    if (groupsDigits(format)) {
      throw new IllegalArgumentException("grouped digits in text for a machine: " + format);
    }
    return String.format(Locale.ROOT, format, arguments);
  }

  /// Escapes a text for XML or HTML, in an element or between double quotes.
  public static String xml(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  private static boolean groupsDigits(String format) {
    boolean inFlags = false;
    for (int i = 0; i < format.length(); i++) {
      char c = format.charAt(i);
      if (inFlags && c == ',') {
        return true;
      }
      inFlags = c == '%' ? !inFlags : inFlags && FLAGS.indexOf(c) >= 0;
    }
    return false;
  }
}
