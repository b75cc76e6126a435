package dev.takt.runs.text;

import com.google.errorprone.annotations.FormatMethod;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Formats text for people: messages, tables, reports. Takt's texts are in English, and so are its
/// numbers (`1,000.5`), whatever the default locale is.
public final class EnglishText {

  private EnglishText() {}

  /// Like [String#format(String, Object...)], in English.
  ///
  /// @throws java.util.IllegalFormatException if the format does not fit the arguments
  @FormatMethod
  public static String format(String format, @Nullable Object... arguments) {
    return String.format(Locale.ENGLISH, format, arguments);
  }
}
