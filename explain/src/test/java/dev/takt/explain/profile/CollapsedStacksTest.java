package dev.takt.explain.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class CollapsedStacksTest {

  private static final CollapsedStacks MICROS = new CollapsedStacks(1_000);

  /// How flamegraph.pl parses a line: the last number, or the last two, and the stack before.
  private static final Pattern ONE = Pattern.compile("^(.*)\\s+?(\\d+(?:\\.\\d*)?)$");

  private static String all(CallTree tree) throws IOException {
    StringBuilder out = new StringBuilder();
    MICROS.write(tree, out);
    return out.toString();
  }

  private static String difference(CallTree tree) throws IOException {
    StringBuilder out = new StringBuilder();
    MICROS.writeDifference(tree, out);
    return out.toString();
  }

  @Test
  void eachStackIsALineWithItsMicroseconds() throws IOException {
    CallTree tree = CallTree.root();
    tree.add(List.of("a", "b", "c"), true, 10_000_000, 1);
    tree.add(List.of("a", "b"), false, 20_000_000, 2);
    tree.add(List.of("a", "b"), true, 1_000, 1);
    tree.add(List.of("d"), false, 499, 1);

    assertThat(all(tree)).isEqualTo("a;b 20001\na;b;c 10000\nd 0\n");
  }

  @Test
  void restIsNormalisedToTheSlowMoments() throws IOException {
    CallTree tree = CallTree.root();
    tree.add(List.of("a"), true, 30_000_000, 3);
    tree.add(List.of("b"), true, 10_000_000, 1);
    tree.add(List.of("a"), false, 40_000_000, 4);
    tree.add(List.of("c", "c"), false, 40_000_000, 4);

    assertThat(difference(tree)).isEqualTo("a 20000 30000\nb 0 10000\nc;c 20000 0\n");
  }

  @Test
  void differenceIsEmptyIfOneSideIsEmpty() throws IOException {
    CallTree tree = CallTree.root();
    assertThat(all(tree)).isEmpty();
    assertThat(difference(tree)).isEmpty();
    tree.add(List.of("a"), false, 40_000_000, 4);
    assertThat(difference(tree)).isEmpty();
  }

  @Test
  void separatorsInNamesAreReplaced() throws IOException {
    CallTree tree = CallTree.root();
    tree.add(List.of("a;b", "two words 12", "line\nbreak\u2028\u00a0\u0007", ""), true, 5_000, 1);

    String line = all(tree).strip();
    assertThat(line).isEqualTo("a:b;two_words_12;line_break___;_ 5");
    Matcher read = ONE.matcher(line);
    assertThat(read.matches()).isTrue();
    assertThat(read.group(2)).isEqualTo("5");
  }

  @Test
  void deepStackIsWritten() throws IOException {
    CallTree tree = CallTree.root();
    tree.add(Collections.nCopies(20_000, "f"), true, 1_000, 1);
    assertThat(all(tree)).hasSize(20_000 * 2 + 2);
  }

  @Test
  void bytesAreNotDivided() throws IOException {
    CallTree tree = CallTree.root();
    tree.add(List.of("a", "[byte[]]"), false, 123_456, 1);
    StringBuilder out = new StringBuilder();

    new CollapsedStacks(1).write(tree, out);

    assertThat(out).hasToString("a;[byte[]] 123456\n");
  }
}
