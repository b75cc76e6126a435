package dev.takt.cli.render.run;

import dev.takt.cli.render.TextPage;
import dev.takt.cli.spi.render.TextStyle;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.Units;

/// The verdict on a run's generator, as text.
public final class GeneratorText {

  /// The state of a generator that kept its schedule and still caused part of the excess.
  public static final String PARTLY_TO_BLAME = "on schedule, but it caused part of the slow time";

  private GeneratorText() {}

  /// The verdict, and what was found out about the generator.
  static void print(RunSummary run, TextPage page) {
    page.line(line(run, page.paint()));
    run.generator().findings().forEach(page::point);
  }

  /// The verdict in one line.
  public static String line(RunSummary run, TextStyle paint) {
    GeneratorReport generator = run.generator();
    String lateness = lateness(generator);
    String stalls =
        EnglishText.format(
            "%d stalls, %s in all, longest %s",
            generator.stalls().count(),
            Units.time(generator.stalls().totalNanos()),
            Units.time(generator.stalls().longestNanos()));
    String transport = "nio".equals(generator.transport()) ? " (NIO transport)" : "";
    String verdict =
        switch (generator.verdict()) {
          case OK ->
              (generator.partToBlame() != null
                      ? paint.warning("generator " + PARTLY_TO_BLAME)
                      : paint.good(isJudged(generator) ? "generator ok" : "generator not judged"))
                  + ": "
                  + lateness;
          case LATE -> paint.bad("GENERATOR LATE") + ": " + lateness;
          case STALLED -> paint.bad("GENERATOR STALLED") + ": " + stalls;
          case SATURATED -> paint.bad("GENERATOR SATURATED") + ": " + lateness;
        };
    return verdict + transport;
  }

  /// Whether anything was measured that could count against the generator.
  private static boolean isJudged(GeneratorReport generator) {
    return generator.lateness() != null || generator.utilisation() != null;
  }

  private static String lateness(GeneratorReport generator) {
    GeneratorReport.Lateness lateness = generator.lateness();
    if (lateness != null) {
      return "lateness p99 " + Units.time(lateness.p99()) + ", max " + Units.time(lateness.max());
    }
    Double utilisation = generator.utilisation();
    return utilisation == null
        ? "without a schedule it is never late, and the load of its workers is not measured"
        : "its busiest thread was at work " + Units.percent(utilisation);
  }
}
