package dev.takt.cli.stress;

import dev.takt.cli.render.TextPage;
import dev.takt.cli.spi.render.TextStyle;
import dev.takt.lab.RunResult;
import dev.takt.load.text.Units;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.OperationSummary;
import java.util.ArrayList;
import java.util.List;

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
            service == null ? "-" : Units.time(service.p50()),
            service == null ? "-" : Units.time(service.p99()),
            service == null ? "-" : Units.time(service.max()),
            Units.count(total.balance().failed() + total.balance().timedOut())));
  }

  /// The table, with a trailing line break.
  String render(TextStyle style) {
    TextPage page = new TextPage(style);
    page.table(List.of("threads", "rate", "p50", "p99", "max", "errors"), rows);
    return page.toString();
  }
}
