package dev.takt.record;

import java.util.regex.Pattern;

/// Checks the tags of histograms. HdrHistogram's own writer accepts commas, spaces and line breaks,
/// and its reader then stops at such a line. A tag is therefore checked before a value is recorded
/// under it.
public final class Tags {

  private static final Pattern VALID =
      Pattern.compile("[^,\\s\\p{Cntrl}]+", Pattern.UNICODE_CHARACTER_CLASS);

  private Tags() {}

  /// Whether every reader of interval logs can read this tag back.
  public static boolean isValid(String tag) {
    return VALID.matcher(tag).matches();
  }

  /// Returns the tag if it is valid.
  ///
  /// @throws IllegalArgumentException if it is empty or contains a comma, white space or a control
  ///   character
  public static String requireValid(String tag) {
    if (!isValid(tag)) {
      throw new IllegalArgumentException(
          "tag \""
              + tag
              + "\" must not be empty nor have a comma, white space or a control character");
    }
    return tag;
  }
}
