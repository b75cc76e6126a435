package dev.takt.cli.render.run;

import dev.takt.load.text.Units;
import dev.takt.runs.counters.EventRate;
import dev.takt.runs.text.EnglishText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// What the target's counters counted per operation, as text.
final class CounterText {

  private static final String CPU_TIME = "task-clock";
  private static final String INSTRUCTIONS = "instructions";
  private static final String CYCLES = "cycles";

  private CounterText() {}

  /// `82.1 µs CPU time, 2.00 context-switches, … an operation; 1.21 instructions a cycle`.
  static String of(List<EventRate> rates) {
    String text =
        rates.stream().map(CounterText::of).collect(Collectors.joining(", ", "", " an operation"));
    List<Double> pair = new ArrayList<>();
    for (String each : List.of(INSTRUCTIONS, CYCLES)) {
      rates.stream()
          .filter(rate -> rate.event().equals(each) && rate.perOperation() > 0)
          .forEach(rate -> pair.add(rate.perOperation()));
    }
    return pair.size() < 2
        ? text
        : text + EnglishText.format("; %.2f instructions a cycle", pair.get(0) / pair.get(1));
  }

  private static String of(EventRate rate) {
    String value =
        rate.event().equals(CPU_TIME)
            ? Units.time(rate.perOperation()) + " CPU time"
            : number(rate.perOperation()) + " " + rate.event();
    return rate.timeShare() < 1
        ? value
            + EnglishText.format(
                " (estimated: counted for %.0f %% of the time)", 100 * rate.timeShare())
        : value;
  }

  private static String number(double value) {
    return EnglishText.format(value < 1000 ? "%.2f" : "%,.0f", value);
  }
}
