package dev.takt.watch.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class FiguresTest {

  private static Figures of(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    Figures figures = new Figures(ByteBuffer.wrap(bytes));
    figures.reset(bytes.length);
    return figures;
  }

  @Test
  void numbersAreFoundInLines() {
    Figures figures = of("xa 1\na  22 33\nab 4\na total=5 x");

    assertThat(figures.toLine("a ")).isTrue();
    assertThat(figures.number()).isEqualTo(22);
    assertThat(figures.number()).isEqualTo(33);
    assertThat(figures.number()).isEqualTo(Figures.NONE);
    assertThat(figures.toWord("total=")).isFalse();
    assertThat(figures.toLine("a ")).isTrue();
    assertThat(figures.toWord("total=")).isTrue();
    assertThat(figures.number()).isEqualTo(5);
    assertThat(figures.number()).isEqualTo(Figures.NONE);
    assertThat(figures.toLine("a ")).isFalse();
  }

  @Test
  void emptyTextHasNoNumbers() {
    Figures figures = of("");

    assertThat(figures.toLine("a")).isFalse();
    assertThat(figures.number()).isEqualTo(Figures.NONE);
    assertThat(figures.character()).isEqualTo((char) 0);
  }

  @Test
  void programNameMayContainStateSyntax() {
    assertThat(StoppedSampler.isStopped(of("7 (a) T (b) S 1 2"))).isFalse();
    assertThat(StoppedSampler.isStopped(of("7 (a) S (b) T 1 2"))).isTrue();
    assertThat(StoppedSampler.isStopped(of("7 (t) t 1 2"))).isTrue();
    assertThat(StoppedSampler.isStopped(of(""))).isFalse();
  }
}
