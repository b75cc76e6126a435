package dev.takt.probes.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cli.spi.render.Prose;
import dev.takt.probes.render.ProbeDocument.Cell;
import dev.takt.probes.render.ProbeDocument.Column;
import dev.takt.testing.InEachLocale;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

@InEachLocale
class ProbeTextTest {

  private static final int WIDTH = 100;

  @Test
  void aTableThatFitsStaysInOnePiece() throws IOException {
    assertThat(text(table(3, 8, "volatile store")))
        .isEqualTo(
            """

            Costs
                                  c1        c2        c3
            volatile store  11111111  22222222  33333333
            """);
  }

  @Test
  void remarksAtBeginAreTheFirstLine() throws IOException {
    ProbeDocument document = new ProbeDocument("x");
    document.remarks("disturbed", "", List.of("3 of 20 rounds were disturbed"));
    document.fact("rounds", "rounds", Cell.count(20));
    document.remarks("notes", "notes", List.of("a note"));

    assertThat(text(document))
        .isEqualTo(
            """
            3 of 20 rounds were disturbed

            rounds  20

            notes
              - a note
            """);
  }

  @Test
  void aTableThatIsTooWideIsBrokenBetweenColumns() throws IOException {
    String text = text(table(12, 8, "volatile store"));

    assertThat(text.lines()).allMatch(line -> Prose.length(line) <= WIDTH);
    // 14 for the words, and ten for each column: eight columns fit.
    assertThat(text.lines().filter(line -> line.startsWith("volatile store")).toList())
        .satisfiesExactly(
            one -> assertThat(one).endsWith("88888888"),
            other -> assertThat(other).startsWith("volatile store  99999999").endsWith("cccccccc"));
  }

  @Test
  void columnsThatBelongTogetherStayTogether() throws IOException {
    List<Column> columns =
        IntStream.rangeClosed(0, 12)
            .mapToObj(i -> new Column("k" + i, i == 0 ? "" : "c" + i, i % 4 != 1))
            .toList();
    ProbeDocument document = new ProbeDocument("x");
    document.table("t", "Costs", columns, List.of(row(12, 9, "volatile store")));

    List<String> heads =
        text(document).lines().filter(line -> line.strip().startsWith("c")).toList();
    // Seven would fit.
    assertThat(heads)
        .extracting(line -> line.strip().split(" +", -1))
        .containsExactly(
            new String[] {"c1", "c2", "c3", "c4"},
            new String[] {"c5", "c6", "c7", "c8"},
            new String[] {"c9", "c10", "c11", "c12"});
  }

  @Test
  void longWordsAreCutBeforeATableIsBroken() throws IOException {
    String text = text(table(4, 10, "a".repeat(200)));

    assertThat(text.lines().filter(line -> line.startsWith("aaa")))
        .singleElement()
        .satisfies(line -> assertThat(Prose.length(line)).isEqualTo(WIDTH))
        .asString()
        .contains("a…  1111111111");
  }

  @Test
  void longFactWrapsWithHangingIndent() throws IOException {
    ProbeDocument document = new ProbeDocument("x");
    document.fact("flags", "processor", Cell.text("constant_tsc ".repeat(10).strip()));

    assertThat(text(document).lines().toList())
        .containsExactly(
            "processor  " + "constant_tsc ".repeat(6).strip(),
            " ".repeat(11) + "constant_tsc ".repeat(4).strip());
  }

  private static ProbeDocument table(int columns, int width, String first) {
    List<Column> heads =
        IntStream.rangeClosed(0, columns)
            .mapToObj(i -> new Column("k" + i, i == 0 ? "" : "c" + i))
            .toList();
    ProbeDocument document = new ProbeDocument("x");
    document.table("t", "Costs", heads, List.of(row(columns, width, first)));
    return document;
  }

  private static List<Cell> row(int columns, int width, String first) {
    return IntStream.rangeClosed(0, columns)
        .mapToObj(i -> Cell.text(i == 0 ? first : Integer.toHexString(i).repeat(width)))
        .toList();
  }

  private static String text(ProbeDocument document) throws IOException {
    StringBuilder out = new StringBuilder();
    document.writeText(out, WIDTH);
    return out.toString();
  }
}
