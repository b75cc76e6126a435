package dev.takt.probes.render;

import dev.takt.probes.render.ProbeDocument.Cell;
import dev.takt.probes.render.ProbeDocument.Fact;
import dev.takt.probes.render.ProbeDocument.Remarks;
import dev.takt.probes.render.ProbeDocument.Section;
import dev.takt.probes.render.ProbeDocument.Table;
import dev.takt.report.text.JsonWriter;
import java.io.IOException;
import java.util.List;

/// A [ProbeDocument] as JSON: one object with a member per section. A table is an array of objects.
/// Unknown values are null.
final class ProbeJson {

  private final JsonWriter json;

  ProbeJson(Appendable out) {
    this.json = new JsonWriter(out);
  }

  void write(String probe, List<Section> sections) throws IOException {
    json.open('{');
    json.name("format").string(ProbeDocument.FORMAT);
    json.name("probe").string(probe);
    for (Section each : sections) {
      switch (each) {
        case Fact fact -> cell(fact.key(), fact.value());
        case Table table -> table(table);
        case Remarks remarks -> remarks(remarks);
      }
    }
    json.close('}');
  }

  private void cell(String key, Cell cell) throws IOException {
    json.name(key);
    if (cell.number() != null) {
      json.number(cell.number());
    } else {
      json.string(cell.equals(Cell.NONE) ? null : cell.text());
    }
  }

  private void table(Table table) throws IOException {
    json.name(table.key()).open('[');
    for (List<Cell> row : table.rows()) {
      json.open('{');
      for (int i = 0; i < row.size(); i++) {
        cell(table.columns().get(i).key(), row.get(i));
      }
      json.close('}');
    }
    json.close(']');
  }

  private void remarks(Remarks remarks) throws IOException {
    json.name(remarks.key()).open('[');
    for (String each : remarks.texts()) {
      json.string(each);
    }
    json.close(']');
  }
}
