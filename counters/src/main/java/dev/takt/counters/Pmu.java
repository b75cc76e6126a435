package dev.takt.counters;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A performance monitoring unit, as the kernel describes it in a directory of sysfs.
///
/// @param type its number in calls
/// @param formats its fields by name, such as `umask`
/// @param events its named events: the terms of each, such as `event=0x2e,umask=0x41`
record Pmu(String name, int type, Map<String, BitField> formats, Map<String, String> events) {

  private static final String NEEDS_VALUE = "?";
  private static final String SCALE = ".scale";
  private static final Pattern HEXADECIMAL = Pattern.compile("0[xX][0-9a-fA-F]+");
  private static final Pattern DECIMAL = Pattern.compile("0|[1-9][0-9]*");

  /// Reads a PMU.
  ///
  /// @throws IOException with a message for people, if the directory is not as the kernel's are
  static Pmu read(Path directory) throws IOException {
    Map<String, BitField> formats = new TreeMap<>();
    for (Map.Entry<String, String> each : files(directory.resolve("format")).entrySet()) {
      try {
        formats.put(each.getKey(), BitField.parse(each.getValue()));
      } catch (IllegalArgumentException e) {
        throw new IOException(
            directory.resolve("format").resolve(each.getKey()) + ": " + e.getMessage(), e);
      }
    }
    Path type = directory.resolve("type");
    String number = Files.readString(type).strip();
    if (!number.matches("[0-9]{1,9}")) {
      throw new IOException(type + " has no number: " + number);
    }
    return new Pmu(
        String.valueOf(directory.getFileName()),
        Integer.parseInt(number),
        formats,
        files(directory.resolve("events")));
  }

  private static Map<String, String> files(Path directory) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    if (Files.isDirectory(directory)) {
      try (Stream<Path> files = Files.list(directory)) {
        for (Path each : (Iterable<Path>) files::iterator) {
          contents.put(String.valueOf(each.getFileName()), Files.readString(each).strip());
        }
      }
    }
    return contents;
  }

  /// Encodes an event. Values of fields that the user gives replace those of a named event.
  ///
  /// @param terms as in [PmuEvent#terms]
  /// @throws IllegalArgumentException with a message for people
  Encoding encode(String terms) {
    Map<String, String> values = new LinkedHashMap<>();
    Map<String, String> given = new LinkedHashMap<>();
    for (String term : terms.split(",", -1)) {
      String named = formats.containsKey(term) ? null : events.get(term);
      if (named == null) {
        put(given, term);
      } else if (events.containsKey(term + SCALE)) {
        throw new IllegalArgumentException("it counts in a unit of its own, not in events");
      } else {
        Stream.of(named.split(",", -1)).forEach(each -> put(values, each));
      }
    }
    values.putAll(given);
    long[] words = new long[BitField.WORDS.size()];
    values.forEach((field, value) -> set(words, field, value));
    return new Encoding(type, words[0], words[1], words[2]);
  }

  private static void put(Map<String, String> values, String term) {
    int equals = term.indexOf('=');
    // A field alone is a flag.
    values.put(
        equals < 0 ? term.strip() : term.substring(0, equals).strip(),
        equals < 0 ? "1" : term.substring(equals + 1).strip());
  }

  private void set(long[] words, String field, String value) {
    if (value.equals(NEEDS_VALUE)) {
      throw new IllegalArgumentException("needs a value: add " + field + "=NUMBER");
    }
    int word = BitField.WORDS.indexOf(field);
    BitField bits = word >= 0 ? BitField.whole(word) : formats.get(field);
    if (bits == null) {
      throw new IllegalArgumentException(
          name
              + " has no event and no field "
              + field
              + "; events: "
              + String.join(" ", events.keySet())
              + "; fields: "
              + String.join(" ", formats.keySet()));
    }
    bits.set(words, field, number(field, value));
  }

  /// Numbers with leading zeros are octal for perf, and not accepted here.
  private static long number(String field, String text) {
    try {
      if (HEXADECIMAL.matcher(text).matches()) {
        return Long.parseUnsignedLong(text.substring(2), 16);
      }
      if (DECIMAL.matcher(text).matches()) {
        return Long.parseUnsignedLong(text);
      }
    } catch (NumberFormatException _) {
      // More than 64 bits.
    }
    throw new IllegalArgumentException(field + "=" + text + " has no number of at most 64 bits");
  }
}
