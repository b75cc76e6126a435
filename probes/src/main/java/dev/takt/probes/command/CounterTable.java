package dev.takt.probes.command;

import dev.takt.load.text.Units;
import dev.takt.runs.text.EnglishText;
import dev.takt.watch.counters.Count;
import dev.takt.watch.counters.Counter;
import dev.takt.watch.counters.Reading;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/// Prints counters for people.
final class CounterTable {

  private static final double NANOS_A_SECOND = 1e9;

  private CounterTable() {}

  /// @param nanos the duration of the command
  static void print(
      PrintStream out, List<String> words, Reading reading, Set<Counter> userOnly, long nanos) {
    out.println();
    out.println("Counted for " + String.join(" ", words) + " in " + Units.time(nanos) + ":");
    out.println();
    OptionalLong cpu =
        reading.counts().containsKey(Counter.TASK_CLOCK)
            ? reading.value(Counter.TASK_CLOCK)
            : OptionalLong.empty();
    Map<String, String> missing = new LinkedHashMap<>();
    reading
        .counts()
        .forEach((counter, count) -> {
          String user = userOnly.contains(counter) ? ", without the kernel's part" : "";
          switch (count) {
            case Count.Exact exact -> out.println(line(counter, exact.value(), cpu, nanos) + user);
            case Count.Scaled scaled ->
                out.println(line(counter, scaled.value(), cpu, nanos) + user + scaling(scaled));
            case Count.NeverCounted _ ->
                missing.merge("never had its turn", counter.label(), CounterTable::joined);
            case Count.NotSupported none ->
                missing.merge(none.why(), counter.label(), CounterTable::joined);
          }
        });
    if (!missing.isEmpty()) {
      out.println();
      missing.forEach((why, counters) -> out.println("Not counted: " + counters + ": " + why));
    }
  }

  private static String joined(String some, String more) {
    return some + ", " + more;
  }

  private static String scaling(Count.Scaled scaled) {
    return EnglishText.format(
        ", an estimate: counted for %.0f %% of the time, times %.2f",
        100 / scaled.factor(), scaled.factor());
  }

  private static String line(Counter counter, long value, OptionalLong cpu, long nanos) {
    if (counter == Counter.TASK_CLOCK) {
      return EnglishText.format(
          "%18s  %-24s  %.2f processors used",
          Units.time(value), counter.label(), (double) value / nanos);
    }
    // Rates of processor events are per second of CPU time. Without that, per second of elapsed
    // time.
    double seconds = cpu.orElse(nanos) / NANOS_A_SECOND;
    return EnglishText.format(
        "%,18d  %-24s  %s",
        value,
        counter.label(),
        seconds == 0
            ? ""
            : EnglishText.format(
                "%,.0f a second%s", value / seconds, cpu.isPresent() ? " of processor time" : ""));
  }
}
