package dev.takt.load.journey;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Takes a value from an answer, for later steps of the same user.
///
/// @param variable its name
/// @param index its index among the values that are extracted, see [User#value]
/// @param subject where it is
/// @param pattern the part of it: the first group of the first match, or the whole match of a
///   pattern without groups; null for all of it
public record Extraction(String variable, int index, Subject subject, @Nullable Pattern pattern) {

  /// How long a value can be: users keep theirs to the end of their journeys.
  static final int MAX_BYTES = 8 << 10;

  /// @throws AnswerException if there is no such value, it is no single text, number or boolean, or
  ///   it is too long
  byte[] value(ReadAnswer answer) throws AnswerException {
    JsonNode node = answer.read(subject);
    if (node == null) {
      throw new AnswerException(subject + " matches nothing");
    } else if (node.isContainer() || node.isNull()) {
      throw new AnswerException(subject + " is no text, number or boolean");
    }
    String text = node.asString();
    if (pattern != null) {
      Matcher matcher = pattern.matcher(text);
      String part = found(matcher) ? matcher.group(Math.min(1, matcher.groupCount())) : null;
      if (part == null) {
        throw new AnswerException(pattern + " matches nothing in " + subject);
      }
      text = part;
    }
    byte[] bytes = text.length() > MAX_BYTES ? null : text.getBytes(StandardCharsets.UTF_8);
    if (bytes == null || bytes.length > MAX_BYTES) {
      throw new AnswerException("the value is over " + (MAX_BYTES >> 10) + " KiB");
    }
    return bytes;
  }

  /// Whether a pattern is found.
  ///
  /// @throws AnswerException if the search needs too many calls, as that of `(a|b)*` in a long text
  static boolean found(Matcher matcher) throws AnswerException {
    try {
      return matcher.find();
    } catch (StackOverflowError e) {
      throw new AnswerException("the text is too long for " + matcher.pattern());
    }
  }
}
