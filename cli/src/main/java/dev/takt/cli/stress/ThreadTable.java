package dev.takt.cli.stress;

import dev.takt.cli.render.TextPage;
import dev.takt.cli.spi.render.TextStyle;
import dev.takt.lab.RunResult;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.OperationSummary;
import dev.takt.runs.text.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// The results of several numbers of threads, a row each.
final class ThreadTable {

  private final List<List<String>> rows = new ArrayList<>();

  void add(int threads, RunResult result) {
    OperationSummary total = result.summary().results().total();
    Distribution service = total.service();
    rows.add(
        List.of(
            Units.count(threads),
            Units.rate(result.summary().results().rate().achieved()),
            time(service, Distribution::p50),
            time(service, Distribution::p99),
            time(service, Distribution::max),
            Units.count(total.balance().failed() + total.balance().timedOut())));
  }

  private static String time(@Nullable Distribution of, ToLongFunction<Distribution> figure) {
    return of == null || of.count() == 0 ? "-" : Units.time(figure.applyAsLong(of));
  }

  /// The table, with a trailing line break.
  String render(TextStyle style) {
    TextPage page = new TextPage(style);
    page.table(List.of("threads", "rate", "p50", "p99", "max", "errors"), rows);
    return page.toString();
  }
}
