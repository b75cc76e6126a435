package dev.takt.cli.output;

import dev.takt.cli.output.ProbeDocument.Column;
import dev.takt.cli.output.ProbeDocument.Fact;
import dev.takt.cli.output.ProbeDocument.Remarks;
import dev.takt.cli.output.ProbeDocument.Section;
import dev.takt.cli.output.ProbeDocument.Table;
import java.io.IOException;
import java.util.List;

/// A [ProbeDocument] for people.
final class ProbeText {

  private static final int GAP = 2;

  private final Appendable out;
  private boolean inFacts = true;

  ProbeText(Appendable out) {
    this.out = out;
  }

  void write(List<Section> sections) throws IOException {
    int width =
        sections.stream()
            .mapToInt(each -> each instanceof Fact fact ? fact.label().length() : 0)
            .max()
            .orElse(0);
    for (Section each : sections) {
      switch (each) {
        case Fact fact -> fact(fact, width);
        case Table table -> table(table);
        case Remarks remarks -> remarks(remarks);
      }
    }
  }

  private void fact(Fact fact, int width) throws IOException {
    if (!inFacts) {
      line("");
      inFacts = true;
    }
    String space = " ".repeat(width + GAP - fact.label().length());
    line(fact.label() + space + fact.value().text());
  }

  private void table(Table table) throws IOException {
    heading(table.title());
    Columns columns = new Columns(out);
    columns.begin(table.columns().stream().map(Column::head).toList(), 0);
    for (List<ProbeDocument.Cell> row : table.rows()) {
      columns.row(row.stream().map(ProbeDocument.Cell::text).toList());
    }
    columns.end();
  }

  private void remarks(Remarks remarks) throws IOException {
    if (remarks.texts().isEmpty()) {
      return;
    }
    heading(remarks.title());
    for (String each : remarks.texts()) {
      line(Prose.point(each));
    }
  }

  private void heading(String title) throws IOException {
    inFacts = false;
    line("");
    if (!title.isEmpty()) {
      line(title);
    }
  }

  private void line(String text) throws IOException {
    out.append(text).append('\n');
  }
}
