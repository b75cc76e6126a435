package dev.takt.cli.render.run;

import dev.takt.cli.render.TextPage;
import dev.takt.load.text.CounterText;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Rate;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.TargetAddresses;
import dev.takt.runs.text.ByteText;
import dev.takt.runs.text.Units;

/// What was run, how fast, and what became of the operations, as text.
record SummaryHead(RunSummary run, TextPage page) {

  void print() {
    page.blank();
    page.labelled("target", run.execution().target());
    addresses(page);
    page.labelled(
        "mode", mode() + ", " + Units.time(run.execution().durationNanos()) + incomplete());
    page.labelled("rate", rate(run.results()));
    page.labelled("balance", balance(run.results().balance()));
    if (run.results().allocation() != null) {
      page.labelled("allocated", ByteText.of(run.results().allocation()));
    }
    if (run.results().counters() != null) {
      page.labelled("counters", CounterText.of(run.results().counters()));
    }
    if (run.results().warmup().intended() > 0) {
      page.labelled(
          "warm-up",
          Units.count(run.results().warmup().intended()) + " operations, left out below");
    }
  }

  /// Which address was measured, if a name has several.
  private void addresses(TextPage page) {
    TargetAddresses addresses = run.execution().addresses();
    if (addresses != null && addresses.known().size() > 1) {
      String used = String.join(", then ", addresses.used());
      page.labelled("address", used + " (of " + addresses.known().size() + ")");
    }
  }

  private String mode() {
    Integer users = run.execution().users();
    return run.execution().mode()
        + (users == null ? "" : ": " + Units.count(users) + (users == 1 ? " user" : " users"));
  }

  private String incomplete() {
    return run.execution().complete() ? "" : page.paint().warning(" (stopped before its end)");
  }

  /// What a lost machine did after its last interval is not in the achieved rate.
  private static String rate(RunSummary.Results results) {
    Rate rate = results.rate();
    String achieved =
        (results.lost() == 0 ? "" : "at least ") + Units.rate(rate.achieved()) + " achieved";
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
        + " never sent"
        + (balance.lost() == 0 ? "" : " + " + Units.count(balance.lost()) + " unknown");
  }
}
