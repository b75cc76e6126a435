package dev.takt.load.text;

import dev.takt.runs.counters.EventRate;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.Units;
import java.util.List;
import java.util.stream.Collectors;

/// What the target's counters counted per operation, as text.
public final class CounterText {

  private CounterText() {}

  /// `82.1 µs CPU time, 2.00 context-switches, … an operation; 1.21 instructions a cycle`.
  public static String of(List<EventRate> rates) {
    String text =
        rates.stream().map(CounterText::of).collect(Collectors.joining(", ", "", " an operation"));
    EventRate ipc = EventRate.instructionsPerCycle(rates);
    return ipc == null
        ? text
        : text + "; " + value(EventRate.IPC, ipc.perOperation()) + " instructions a cycle";
  }

  /// A count per operation, a time for CPU time: `82.1 µs`, `2.00`.
  ///
  /// @param event as in [EventRate]
  public static String value(String event, double value) {
    return event.equals(EventRate.CPU_TIME) ? Units.time(value) : number(value);
  }

  private static String of(EventRate rate) {
    String value =
        value(rate.event(), rate.perOperation())
            + (rate.event().equals(EventRate.CPU_TIME) ? " CPU time" : " " + rate.event());
    return rate.timeShare() < 1
        ? value
            + EnglishText.format(
                " (estimated: counted for %.0f %% of the time)", 100 * rate.timeShare())
        : value;
  }

  private static String number(double value) {
    return EnglishText.format(Math.abs(value) < 1000 ? "%.2f" : "%,.0f", value);
  }
}
