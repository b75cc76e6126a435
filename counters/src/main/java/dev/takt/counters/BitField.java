package dev.takt.counters;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Where the value of a field goes in the words that describe an event to the kernel.
///
/// @param word its index in [#WORDS]
/// @param ranges the bits of the word that have the value's bits, from the lowest on
record BitField(int word, List<Range> ranges) {

  static final List<String> WORDS = List.of("config", "config1", "config2");

  private static final Pattern FORM =
      Pattern.compile("(\\w+):(\\d{1,2}(?:-\\d{1,2})?(?:,\\d{1,2}(?:-\\d{1,2})?)*)");

  /// Bits of a word, from `low` to `high`.
  record Range(int low, int high) {

    int size() {
      return high - low + 1;
    }

    static Range parse(String text) {
      int dash = text.indexOf('-');
      int low = Integer.parseInt(dash < 0 ? text : text.substring(0, dash));
      return new Range(low, dash < 0 ? low : Integer.parseInt(text.substring(dash + 1)));
    }
  }

  /// Parses the kernel's description of a field: `config:0-7,32-35`.
  ///
  /// @throws IllegalArgumentException with a message for people
  static BitField parse(String text) {
    Matcher parts = FORM.matcher(text);
    int word = parts.matches() ? WORDS.indexOf(parts.group(1)) : -1;
    List<Range> ranges = new ArrayList<>();
    if (word >= 0) {
      for (String each : parts.group(2).split(",", -1)) {
        ranges.add(Range.parse(each));
      }
    }
    if (word < 0
        || ranges.stream().anyMatch(each -> each.high >= Long.SIZE || each.low > each.high)) {
      throw new IllegalArgumentException("'" + text + "' are not bits of " + WORDS);
    }
    return new BitField(word, ranges);
  }

  /// All bits of a word.
  static BitField whole(int word) {
    return new BitField(word, List.of(new Range(0, Long.SIZE - 1)));
  }

  /// Writes a value.
  ///
  /// @param name the field's name, for the message
  /// @throws IllegalArgumentException if the value has more bits than the field
  void set(long[] words, String name, long value) {
    long rest = value;
    for (Range each : ranges) {
      long mask = each.size() == Long.SIZE ? -1 : (1L << each.size()) - 1;
      words[word] = (words[word] & ~(mask << each.low)) | ((rest & mask) << each.low);
      rest = each.size() == Long.SIZE ? 0 : rest >>> each.size();
    }
    if (rest != 0) {
      throw new IllegalArgumentException(
          name
              + "="
              + Long.toUnsignedString(value)
              + " is more than its "
              + ranges.stream().mapToInt(Range::size).sum()
              + " bits");
    }
  }
}
