package dev.takt.cli.spi.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.testing.InEachLocale;
import java.util.List;
import org.junit.jupiter.api.Test;

@InEachLocale
class ProseTest {

  @Test
  void aPointIsBrokenBetweenWordsUnderItsBegin() {
    String word = "x".repeat(45);

    assertThat(Prose.point(word + ' ' + word + ' ' + word, 100))
        .isEqualTo("  - " + word + ' ' + word + "\n    " + word);
    assertThat(Prose.point(word + ' ' + word + " 1234", 100)).doesNotContain("\n");
    assertThat(Prose.point(word + ' ' + word + " 12345", 100)).contains("\n");
  }

  @Test
  void aWordLongerThanALineStaysWhole() {
    assertThat(Prose.point("a " + "y".repeat(200) + " b", 100))
        .isEqualTo("  - a\n    " + "y".repeat(200) + "\n    b");
  }

  @Test
  void aNumberStaysBesideItsUnit() {
    assertThat(Prose.wrapped("p99 would be 3.66 ms.", 19)).isEqualTo("p99 would be\n3.66 ms.");
    assertThat(Prose.wrapped("p99 would be 3 sets.", 15)).isEqualTo("p99 would be 3\nsets.");
    assertThat(Prose.wrapped("caused 83.5 % of it", 11)).isEqualTo("caused\n83.5 % of\nit");
  }

  @Test
  void namesThatDoNotFitAreCounted() {
    List<String> names = List.of("pool-1", "pool-2", "pool-3");

    assertThat(Prose.names(names, 22)).isEqualTo("pool-1, pool-2, pool-3");
    assertThat(Prose.names(names, 21)).isEqualTo("pool-1 and 2 more");
    assertThat(Prose.names(names, 15)).isEqualTo("…l-1 and 2 more");
    assertThat(Prose.names(List.of("pool-1"), 4)).isEqualTo("…l-1");
    assertThat(Prose.names(List.of(), 4)).isEmpty();
  }
}
