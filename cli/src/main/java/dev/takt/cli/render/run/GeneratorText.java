package dev.takt.cli.render.run;

import dev.takt.cli.render.TextPage;
import dev.takt.cli.spi.render.Ansi;
import dev.takt.load.text.Units;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.text.EnglishText;

/// The verdict on a run's generator, as text.
final class GeneratorText {

  private GeneratorText() {}

  static void print(RunSummary run, TextPage page) {
    Ansi paint = page.paint();
    GeneratorReport generator = run.generator();
    String advice = NothingCompleted.advice(run);
    String lateness = lateness(generator);
    String stalls =
        EnglishText.format(
            "%d stalls, %s in all, longest %s",
            generator.stalls(),
            Units.time(generator.stalledNanos()),
            Units.time(generator.longestStall()));
    page.line(
        switch (generator.verdict()) {
          case OK ->
              (generator.partToBlame() != null
                      ? paint.warning("generator on time, but to blame in part")
                      : paint.good(isJudged(generator) ? "generator ok" : "generator not judged"))
                  + ": "
                  + lateness;
          case LATE -> paint.bad("GENERATOR LATE: " + advice) + ": " + lateness;
          case STALLED -> paint.bad("GENERATOR STALLED: " + advice) + ": " + stalls;
          case SATURATED -> paint.bad("GENERATOR SATURATED: " + advice) + ": " + lateness;
        });
    generator.findings().forEach(finding -> page.line("  - " + finding));
  }

  /// Whether anything was measured that could count against the generator.
  private static boolean isJudged(GeneratorReport generator) {
    return generator.latenessP99() != null || generator.utilisation() != null;
  }

  private static String lateness(GeneratorReport generator) {
    Long p99 = generator.latenessP99();
    Long max = generator.latenessMax();
    if (p99 != null && max != null) {
      return "lateness p99 " + Units.time(p99) + ", max " + Units.time(max);
    }
    Double utilisation = generator.utilisation();
    return utilisation == null
        ? "without a schedule it is never late, and the load of its workers is not measured"
        : "its busiest thread was at work " + Units.percent(utilisation);
  }
}
