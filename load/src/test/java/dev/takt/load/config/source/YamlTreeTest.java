package dev.takt.load.config.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.takt.runs.text.MachineText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class YamlTreeTest {

  @Test
  void knowsThePlaceOfEveryKeyAndValue() throws PlanException {
    Node.Mapping root = (Node.Mapping) YamlTree.parse("p", "a: 1\nb:\n  - x: 'hi'\n    y: \n");

    Node.Entry b = root.entries().get(1);
    assertThat(b.at()).isEqualTo(new Origin("p", 2, 1));
    Node.Mapping item = (Node.Mapping) ((Node.Sequence) b.value()).items().getFirst();
    assertThat(item.entries().getFirst().value())
        .isEqualTo(new Node.Scalar("hi", new Origin("p", 3, 8)));
    assertThat(item.entries().get(1).value().found()).isEqualTo("nothing");
  }

  @Test
  void keepsNumbersAsTheyWereWritten() throws PlanException {
    Node.Mapping root = (Node.Mapping) YamlTree.parse("p", "a: 0x10\nb: 1e3\nc: 010\nd: yes\n");

    assertThat(root.entries())
        .extracting(entry -> ((Node.Scalar) entry.value()).text())
        .containsExactly("0x10", "1e3", "010", "yes");
  }

  @Test
  void keepsBothOfTwoEqualKeysForTheReaderToComplainAbout() throws PlanException {
    Node.Mapping root = (Node.Mapping) YamlTree.parse("p", "a: 1\na: 2\n");

    assertThat(root.entries()).extracting(Node.Entry::key).containsExactly("a", "a");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a:\\n\\tb: 1         | p:2:1: not YAML: a tab cannot indent; use spaces
          a: [1, 2\\nb: 3      | p:2:2: not YAML: expected ',' or ']', but got :
          a: 20s\\n b: 3       | p:2:3: not YAML: mapping values are not allowed here
          a: 'x                | p:1:6: not YAML: found unexpected end of stream
          a: 1\\n---\\nb: 2    | p:3:1: expected one YAML document, found the start of another
          a: &x 1\\nb: *x      | p:2:4: anchors (&) and aliases (*) are not supported in a plan
          '# only a comment'   | p:1:1: the plan is empty; write {} for a plan of defaults
          """)
  void saysWhereAndWhatTheErrorIs(String text, String expected) {
    assertThat(problemOf(text.translateEscapes())).isEqualTo(expected);
  }

  @Test
  void refusesWhatWouldGrowOnExpansion() {
    StringBuilder laughs = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 20; i++) {
      String before = "*a" + (i - 1);
      laughs.append(MachineText.format("a%d: &a%d [%s, %s, %s]\n", i, i, before, before, before));
    }

    assertThat(problemOf(laughs.toString())).contains("anchors (&) and aliases (*)");
  }

  @Test
  void refusesDeepNestingWithoutOverflow() {
    assertThat(problemOf("[".repeat(100_000))).contains("p:1:17: nested deeper than 16 levels");
    assertThat(problemOf("- ".repeat(10_000) + "x")).contains("nested deeper than 16 levels");
  }

  private static String problemOf(String text) {
    PlanException e = catchThrowableOfType(PlanException.class, () -> YamlTree.parse("p", text));
    assertThat(e.problems()).hasSize(1);
    return e.problems().getFirst().toString();
  }
}
