package dev.takt.cli.render.stress;

import dev.takt.cassandra.stress.command.Columns;
import dev.takt.cassandra.stress.command.Insert;
import dev.takt.cassandra.stress.command.Population;

/// The groups of settings about partitions and rows.
record DataText(SettingsText text) {

  void population(Population population) {
    text.group("Population");
    population
        .sequence()
        .ifPresent(seeds -> text.line("Sequence", seeds.first() + ".." + seeds.last()));
    text.lineIfPresent("Read Look Back", population.lookback());
    text.lineIfPresent("Distribution", population.distribution());
    text.line("Order", population.contents().map(Object::toString).orElse("ARBITRARY"));
    text.line("Wrap", population.wraps());
  }

  void insert(Insert insert) {
    text.group("Insert");
    text.line("Revisits", insert.revisit());
    text.line("Visits", insert.visits());
    text.lineIfPresent("Partitions", insert.partitions());
    text.lineIfPresent("Select Ratio", insert.select());
    text.lineIfPresent("Row Population Ratio", insert.rowPopulation());
    text.line("Batch Type", insert.batchType().map(Object::toString).orElse("not batching"));
  }

  void columns(Columns columns) {
    text.group("Columns");
    text.line("Max Columns Per Key", columns.names().size());
    text.line("Column Names", columns.names());
    text.line(
        "Timestamp", columns.timestamp().isPresent() ? columns.timestamp().getAsLong() : "null");
    text.line("Variable Column Count", false);
    text.line("Slice", columns.isSlice());
    text.line("Size Distribution", columns.size());
    text.line("Count Distribution", "FIXED(" + columns.names().size() + ")");
  }
}
