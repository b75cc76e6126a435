package dev.takt.record;

import java.util.regex.Pattern;

/// What a histogram's tag may be. HdrHistogram's own writer lets commas, spaces and line breaks
/// through, and its reader then stops at such a line; so a tag is checked before anything is
/// recorded under it.
public final class Tags {

  private static final Pattern VALID =
      Pattern.compile("[^,\\s\\p{Cntrl}]+", Pattern.UNICODE_CHARACTER_CLASS);

  private Tags() {}

  /// Whether every reader of interval logs can read this tag back.
  public static boolean isValid(String tag) {
    return VALID.matcher(tag).matches();
  }

  /// The tag itself.
  ///
  /// @throws IllegalArgumentException if it is empty or has a comma, white space or a control
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
