package dev.takt.probes.command;

import dev.takt.counters.Count;
import dev.takt.counters.Event;
import dev.takt.probes.render.ProbeDocument;
import dev.takt.probes.render.ProbeDocument.Cell;
import dev.takt.probes.render.ProbeDocument.Column;
import java.util.ArrayList;
import java.util.List;

/// Counters for machines. A count that is not known is null, and its `why` says why.
final class CounterDocument {

  private static final List<Column> COLUMNS =
      List.of(
          new Column("event", "event"),
          new Column("count", "count"),
          new Column("counted", "counted"),
          new Column("timeShare", "of the time"),
          new Column("mode", "mode"),
          new Column("why", "why"));

  private static final String NEVER = "it never had its turn";

  private CounterDocument() {}

  static ProbeDocument of(CounterResult result) {
    ProbeDocument document = new ProbeDocument("counters");
    document.fact("subject", "counted", Cell.text(result.subject()));
    document.fact("nanos", "for", Cell.nanos(result.nanos()));
    document.fact("unseenThreads", "unseen threads", Cell.count(result.unseenThreads()));
    List<List<Cell>> rows = new ArrayList<>();
    result
        .reading()
        .counts()
        .forEach((event, count) ->
            rows.add(row(event, count, result.userOnly().contains(event) ? "user" : "all")));
    return document.table("counters", "Counters", COLUMNS, rows);
  }

  private static List<Cell> row(Event event, Count count, String mode) {
    Cell name = Cell.text(event.label());
    return switch (count) {
      case Count.Exact exact ->
          List.of(
              name,
              Cell.count(exact.value()),
              Cell.count(exact.value()),
              Cell.share(1),
              Cell.text(mode),
              Cell.NONE);
      case Count.Scaled scaled ->
          List.of(
              name,
              Cell.count(scaled.value()),
              Cell.count(scaled.counted()),
              Cell.share(scaled.ratio()),
              Cell.text(mode),
              Cell.NONE);
      case Count.NeverCounted _ -> unknown(name, NEVER);
      case Count.NotSupported none -> unknown(name, none.why());
    };
  }

  private static List<Cell> unknown(Cell name, String why) {
    return List.of(name, Cell.NONE, Cell.NONE, Cell.NONE, Cell.NONE, Cell.text(why));
  }
}
