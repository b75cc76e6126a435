package dev.takt.driver.sim;

import dev.takt.driver.sim.model.NanoRange;
import dev.takt.load.schedule.Durations;
import dev.takt.load.schedule.ScheduleException;
import dev.takt.runs.text.EnglishText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Parses the parameters of a simulated target. Reading a parameter also declares its name as
/// known. Problems are collected, so that all can be reported together; a wrong parameter reads as
/// a harmless value.
final class Parameters {

  private static final long MAX_NANOS = Duration.ofDays(365).toNanos();

  private final Map<String, String> values = new LinkedHashMap<>();
  private final Set<String> known = new LinkedHashSet<>();
  private final List<String> problems = new ArrayList<>();

  /// @param texts each `name=value` or a `name` alone
  Parameters(List<String> texts) {
    for (String text : texts) {
      String[] nameAndValue = text.split("=", 2);
      String name = nameAndValue[0].strip();
      String value = nameAndValue.length == 1 ? "" : nameAndValue[1].strip();
      if (values.putIfAbsent(name, value) != null) {
        problems.add("'" + name + "' is given twice");
      }
    }
  }

  /// A duration in nanoseconds.
  long duration(String name, long otherwise) {
    String text = value(name);
    return text == null ? otherwise : nanos(name, text);
  }

  /// A required duration of more than 0, in nanoseconds.
  long requiredDuration(String name, String example) {
    require(name, example);
    long nanos = duration(name, 1);
    if (nanos == 0) {
      problems.add(name + ": must be more than 0");
    }
    return Math.max(1, nanos);
  }

  /// A range of durations, such as `50ms..200ms`; a single duration stands for both ends.
  NanoRange range(String name, NanoRange otherwise) {
    String text = value(name);
    if (text == null) {
      return otherwise;
    }
    int dots = text.indexOf("..");
    long low = nanos(name, dots < 0 ? text : text.substring(0, dots));
    long high = nanos(name, dots < 0 ? text : text.substring(dots + 2));
    if (low > high) {
      problems.add(name + ": the range '" + text + "' begins after its end");
      return otherwise;
    }
    return new NanoRange(low, high);
  }

  /// A share from 0 to 1.
  double share(String name, double otherwise) {
    String text = value(name);
    if (text == null) {
      return otherwise;
    }
    try {
      double share = Double.parseDouble(text);
      if (share >= 0 && share <= 1) {
        return share;
      }
    } catch (NumberFormatException e) {
      // Reported below, like a number out of range.
    }
    problems.add(
        name + ": '" + text + "' is not a share; write a number from 0 to 1, such as 0.01");
    return otherwise;
  }

  /// A string.
  String text(String name, String otherwise) {
    String text = value(name);
    return text == null ? otherwise : text;
  }

  /// A required integer from 1 to a million.
  int requiredCount(String name, String example) {
    require(name, example);
    String text = value(name);
    if (text == null) {
      return 1;
    }
    if (!text.matches("[1-9]\\d{0,5}|1000000")) {
      problems.add(name + ": '" + text + "' is not a whole number from 1 to 1000000");
      return 1;
    }
    return Integer.parseInt(text);
  }

  /// Whether a parameter without a value is given.
  boolean flag(String name) {
    String text = value(name);
    if (text != null && !text.isEmpty()) {
      problems.add(name + ": takes no value, but has '" + text + "'");
    }
    return text != null;
  }

  /// One of some words; the first is the default.
  String choice(String name, String... words) {
    String text = value(name);
    if (text == null || List.of(words).contains(text)) {
      return text == null ? words[0] : text;
    }
    problems.add(name + ": must be " + String.join(" or ", words) + ", not '" + text + "'");
    return words[0];
  }

  /// Adds a problem that involves several parameters.
  void problem(String message) {
    problems.add(message);
  }

  /// All problems, including unknown names; call it after all parameters are read.
  List<String> problems() {
    List<String> all = new ArrayList<>(problems);
    for (String name : values.keySet()) {
      if (!known.contains(name)) {
        all.add(
            EnglishText.format(
                "unknown parameter '%s'; expected one of %s",
                name, String.join(", ", new TreeSet<>(known))));
      }
    }
    return all;
  }

  private void require(String name, String example) {
    if (!values.containsKey(name)) {
      problems.add("'" + name + "' is missing, such as " + name + "=" + example);
    }
  }

  private @Nullable String value(String name) {
    known.add(name);
    return values.get(name);
  }

  /// Parses a duration; after a problem returns 1, which is harmless everywhere.
  private long nanos(String name, String text) {
    if (text.strip().equals("0")) {
      return 0;
    }
    try {
      long nanos = Durations.parseNanos(text);
      if (nanos <= MAX_NANOS) {
        return nanos;
      }
      problems.add(name + ": '" + text + "' is longer than 365 days");
    } catch (ScheduleException e) {
      problems.add(name + ": " + e.getMessage());
    }
    return 1;
  }
}
