package dev.takt.probes.command;

import dev.takt.cli.spi.render.Prose;
import dev.takt.counters.Count;
import dev.takt.counters.Event;
import dev.takt.counters.Reading;
import dev.takt.counters.StandardEvent;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.Units;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// Prints counters for people.
final class CounterTable {

  private static final double NANOS_PER_SECOND = 1e9;

  private static final int LABEL_WIDTH = 24;

  /// The column of the labels.
  private static final String INDENT = " ".repeat(20);

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
          switch (count) {
            case Count.Exact exact ->
                print(out, line(counter, exact.value(), cpu, nanos), notes(counter, result), width);
            case Count.Scaled scaled -> {
              List<String> notes = notes(counter, result);
              notes.add(scaling(scaled));
              print(out, line(counter, scaled.value(), cpu, nanos), notes, width);
            }
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

  private static void print(PrintStream out, String line, List<String> notes, int width) {
    out.println(line);
    notes.forEach(each -> out.println(Prose.wrapped(INDENT + each, width)));
  }

  private static List<String> notes(Event counter, CounterResult result) {
    List<String> notes = new ArrayList<>();
    Reading reading = result.reading();
    if (counter == StandardEvent.INSTRUCTIONS
        && reading.counts().containsKey(StandardEvent.CYCLES)) {
      reading
          .ratio(counter, StandardEvent.CYCLES)
          .ifPresent(each -> notes.add(EnglishText.format("%.2f a cycle", each)));
    }
    if (result.userOnly().contains(counter)) {
      notes.add("user mode only, without the kernel's part");
    }
    return notes;
  }

  private static String joined(String some, String more) {
    return some + ", " + more;
  }

  private static String scaling(Count.Scaled scaled) {
    return EnglishText.format(
        "an estimate: counted for %.0f %% of the time, times %.2f",
        100 * scaled.ratio(), 1 / scaled.ratio());
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
    String rate =
        seconds == 0
            ? ""
            : EnglishText.format("%,.0f /s%s", value / seconds, cpu.isPresent() ? " CPU" : "");
    return counter.label().length() > LABEL_WIDTH
        ? EnglishText.format("%,18d  %s%n%s%s", value, counter.label(), INDENT, rate)
            .stripTrailing()
        : EnglishText.format("%,18d  %-24s  %s", value, counter.label(), rate).stripTrailing();
  }
}
