package dev.takt.cli.render.run;

import dev.takt.cli.spi.render.Ansi;
import dev.takt.load.text.Units;
import dev.takt.runs.model.AssertionResult;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.OperationSummary;
import dev.takt.runs.model.Rate;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.TargetAddresses;
import dev.takt.runs.text.EnglishText;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A run's summary as text. Its first line is the verdict on the generator, which decides whether
/// the rest can be trusted. If no operation completed, another line comes first: there are then no
/// times to doubt.
public final class SummaryTable {

  private static final String HEAD_FORMAT = "%-12s%11s%9s%9s%9s%9s%9s%9s%9s";
  private static final int LABEL_WIDTH = 12;

  private final RunSummary run;
  private final Ansi paint;
  private final StringBuilder out = new StringBuilder();

  private SummaryTable(RunSummary run, Ansi paint) {
    this.run = run;
    this.paint = paint;
  }

  /// The table, with a trailing line break.
  ///
  /// @param doubts further reasons not to trust the measurement, besides the verdict on the
  ///   generator
  /// @param isNotTrusted whether the exit code says that the measurement is not to be trusted
  public static String render(
      RunSummary run, List<String> doubts, boolean isNotTrusted, Ansi paint) {
    SummaryTable table = new SummaryTable(run, paint);
    String failed = NothingCompleted.headline(run);
    if (failed != null) {
      table.line(paint.bad(failed));
    }
    table.generator(run.generator());
    doubts.forEach(doubt -> table.line(paint.bad(doubt)));
    table.head();
    table.operations();
    table.errors();
    table.warnings();
    table.assertions(isNotTrusted);
    table.line("");
    table.labelled("files", run.runDirectory());
    return table.out.toString();
  }

  private void generator(GeneratorReport generator) {
    String advice = NothingCompleted.advice(run);
    String lateness = lateness(generator);
    String stalls =
        EnglishText.format(
            "%d stalls, %s in all, longest %s",
            generator.stalls(),
            Units.time(generator.stalledNanos()),
            Units.time(generator.longestStall()));
    line(
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
    generator.findings().forEach(finding -> line("  - " + finding));
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

  private void head() {
    line("");
    labelled("target", run.target());
    addresses(run.addresses());
    labelled("mode", run.mode() + ", " + Units.time(run.durationNanos()) + incomplete());
    labelled("rate", rate(run.rate()));
    labelled("balance", balance(run.balance()));
    if (run.warmup().intended() > 0) {
      labelled("warm-up", Units.count(run.warmup().intended()) + " operations, left out below");
    }
  }

  /// Which address was measured, if a name has several.
  private void addresses(@Nullable TargetAddresses addresses) {
    if (addresses != null && addresses.known().size() > 1) {
      String used = String.join(", then ", addresses.used());
      labelled("address", used + " (of " + addresses.known().size() + ")");
    }
  }

  private String incomplete() {
    return run.complete() ? "" : paint.warning(" (stopped before its end)");
  }

  private static String rate(Rate rate) {
    String achieved = Units.rate(rate.achieved()) + " achieved";
    Double intended = rate.intended();
    return intended == null
        ? achieved
        : achieved
            + " of "
            + Units.rate(intended)
            + " intended ("
            + Units.percent(rate.achieved() / intended)
            + ")";
  }

  private static String balance(Balance balance) {
    return Units.count(balance.intended())
        + " intended = "
        + Units.count(balance.completed())
        + " completed + "
        + Units.count(balance.failed())
        + " failed + "
        + Units.count(balance.timedOut())
        + " timed out + "
        + Units.count(balance.unfinished())
        + " unfinished + "
        + Units.count(balance.neverSent())
        + " never sent";
  }

  private void operations() {
    line("");
    line(
        paint.faint(
            EnglishText.format(
                HEAD_FORMAT, "", "count", "mean", "p50", "p90", "p99", "p99.9", "p99.99", "max")));
    run.operations().forEach(this::operation);
    if (run.operations().size() > 1) {
      operation(run.total());
    }
  }

  /// Service time comes first if the plan made it the headline.
  private void operation(OperationSummary operation) {
    line(paint.bold(operation.name()));
    boolean serviceFirst = !run.mode().equals("fixed");
    if (serviceFirst) {
      row("service", operation.service(), true);
    }
    row("response", operation.response(), !serviceFirst);
    if (!serviceFirst) {
      row("service", operation.service(), false);
    }
    row("wait", operation.waiting(), false);
    statuses(operation.statuses());
  }

  private void statuses(@Nullable Map<String, Long> statuses) {
    if (statuses != null) {
      line(
          statuses.entrySet().stream()
              .map(each -> each.getKey() + " × " + Units.count(each.getValue()))
              .collect(Collectors.joining(", ", "  status      ", "")));
    }
  }

  private void row(String measure, @Nullable Distribution of, boolean headline) {
    if (of == null) {
      return;
    }
    String row =
        EnglishText.format(
            HEAD_FORMAT,
            "  " + measure,
            Units.count(of.count()),
            cell(of, Units.time(of.mean())),
            cell(of, Units.time(of.p50())),
            cell(of, Units.time(of.p90())),
            cell(of, Units.time(of.p99())),
            cell(of, Units.time(of.p999())),
            cell(of, Units.time(of.p9999())),
            cell(of, Units.time(of.max())));
    line(headline ? paint.bold(row) : row);
  }

  /// An empty distribution has no value, not even 0.
  private static String cell(Distribution of, String figure) {
    return of.count() == 0 ? "-" : figure;
  }

  private void errors() {
    if (run.errors().isEmpty()) {
      return;
    }
    line("");
    line(paint.bad("errors"));
    run.errors().entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .forEach(this::error);
  }

  private void error(Map.Entry<String, Long> error) {
    line(EnglishText.format("%11s  %s", Units.count(error.getValue()), error.getKey()));
    Map<String, String> files = run.failureFiles();
    if (files != null && files.containsKey(error.getKey())) {
      String file = run.runDirectory() + "/" + files.get(error.getKey());
      line(" ".repeat(13) + paint.faint("the first: " + file));
    }
  }

  private void warnings() {
    if (run.warnings().isEmpty()) {
      return;
    }
    line("");
    line(paint.warning("warnings"));
    run.warnings().forEach(warning -> line("  - " + warning));
  }

  private void assertions(boolean isNotTrusted) {
    if (run.assertions().isEmpty()) {
      return;
    }
    line("");
    line("fail if");
    run.assertions().forEach(this::assertion);
    boolean isBroken = run.hasBrokenRule();
    if (isNotTrusted && isBroken) {
      line("  exit code 5 instead of 3: the measurement is not to be trusted");
    }
  }

  private void assertion(AssertionResult result) {
    String verdict = result.broken() ? paint.bad("BROKEN") : paint.good("ok    ");
    line(EnglishText.format("  %s  %s  (it is %s)", verdict, result.rule(), result.actual()));
  }

  private void labelled(String label, String text) {
    line(paint.faint(label) + " ".repeat(LABEL_WIDTH - label.length()) + text);
  }

  private void line(String text) {
    out.append(text).append('\n');
  }
}
