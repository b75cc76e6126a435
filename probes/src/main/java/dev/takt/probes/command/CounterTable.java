package dev.takt.probes.command;

import dev.takt.cli.spi.render.Prose;
import dev.takt.counters.Count;
import dev.takt.counters.Event;
import dev.takt.counters.Reading;
import dev.takt.counters.StandardEvent;
import dev.takt.load.text.Units;
import dev.takt.runs.text.EnglishText;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/// Prints counters for people.
final class CounterTable {

  private static final double NANOS_PER_SECOND = 1e9;

  private CounterTable() {}

  static void print(PrintStream out, CounterResult result, int width) {
    Reading reading = result.reading();
    long nanos = result.nanos();
    out.println();
    out.println(
        Prose.wrapped("Counted for " + result.subject() + " in " + Units.time(nanos) + ":", width));
    out.println();
    OptionalLong cpu =
        reading.counts().containsKey(StandardEvent.TASK_CLOCK)
            ? reading.value(StandardEvent.TASK_CLOCK)
            : OptionalLong.empty();
    Map<String, String> missing = new LinkedHashMap<>();
    reading
        .counts()
        .forEach((counter, count) -> {
          String user = result.userOnly().contains(counter) ? ", without the kernel's part" : "";
          switch (count) {
            case Count.Exact exact ->
                out.println(
                    line(counter, exact.value(), cpu, nanos) + perCycle(counter, reading) + user);
            case Count.Scaled scaled ->
                out.println(
                    line(counter, scaled.value(), cpu, nanos)
                        + perCycle(counter, reading)
                        + user
                        + scaling(scaled));
            case Count.NeverCounted _ ->
                missing.merge("never had its turn", counter.label(), CounterTable::joined);
            case Count.NotSupported none ->
                missing.merge(none.why(), counter.label(), CounterTable::joined);
          }
        });
    if (!missing.isEmpty()) {
      out.println();
      missing.forEach((why, counters) ->
          out.println(Prose.wrapped("Not counted: " + counters + ": " + why, width)));
    }
    if (result.unseenThreads() > 0) {
      out.println();
      out.println(Prose.wrapped(unseen(result), width));
    }
  }

  private static String unseen(CounterResult result) {
    return "Threads that may be missing: "
        + result.unseenThreads()
        + ", which started while the counters were opened";
  }

  private static String perCycle(Event counter, Reading reading) {
    return counter == StandardEvent.INSTRUCTIONS
            && reading.counts().containsKey(StandardEvent.CYCLES)
            && reading.ratio(counter, StandardEvent.CYCLES).isPresent()
        ? EnglishText.format(
            ", %.2f a cycle", reading.ratio(counter, StandardEvent.CYCLES).getAsDouble())
        : "";
  }

  private static String joined(String some, String more) {
    return some + ", " + more;
  }

  private static String scaling(Count.Scaled scaled) {
    return EnglishText.format(
        "%n%20san estimate: counted for %.0f %% of the time, times %.2f",
        "", 100 * scaled.ratio(), 1 / scaled.ratio());
  }

  private static String line(Event counter, long value, OptionalLong cpu, long nanos) {
    if (counter == StandardEvent.TASK_CLOCK) {
      return EnglishText.format(
          "%18s  %-24s  %.2f processors used",
          Units.time(value), counter.label(), (double) value / nanos);
    }
    // Rates of processor events are per second of CPU time. Without that, per second of elapsed
    // time.
    double seconds = cpu.orElse(nanos) / NANOS_PER_SECOND;
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
