package dev.takt.watch.perf;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A tracepoint of the kernel, with the layout of its records.
///
/// @param id its number, which is also the first field of its records
/// @param offsets of the fields in a record, in bytes, by name
record Tracepoint(int id, Map<String, Integer> offsets) {

  private static final Pattern ID = Pattern.compile("^ID: (\\d+)$", Pattern.MULTILINE);
  private static final Pattern FIELD =
      Pattern.compile("field:[^;]*?(\\w+)(?:\\[\\w*])?;\\s*offset:(\\d+);");

  /// Parses tracefs's file `format`.
  ///
  /// @param needed the required fields
  static Tracepoint parse(String format, String... needed) throws PerfException {
    Matcher id = ID.matcher(format);
    if (!id.find()) {
      throw new PerfException("the kernel describes a tracepoint in an unknown way: no ID");
    }
    Map<String, Integer> offsets = new HashMap<>();
    Matcher field = FIELD.matcher(format);
    while (field.find()) {
      offsets.put(field.group(1), Integer.valueOf(field.group(2)));
    }
    for (String each : needed) {
      if (!offsets.containsKey(each)) {
        throw new PerfException("tracepoint " + id.group(1) + " of this kernel has no " + each);
      }
    }
    return new Tracepoint(Integer.parseInt(id.group(1)), Map.copyOf(offsets));
  }

  int offset(String field) {
    Integer offset = offsets.get(field);
    if (offset == null) {
      throw new IllegalArgumentException("not asked for in parse: " + field);
    }
    return offset;
  }
}
