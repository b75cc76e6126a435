package dev.takt.watch.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.watch.scheduler.StoppedSampler;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class NumberScannerTest {

  private static NumberScanner of(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    NumberScanner figures = new NumberScanner(ByteBuffer.wrap(bytes));
    figures.reset(bytes.length);
    return figures;
  }

  @Test
  void numbersAreFoundInLines() {
    NumberScanner figures = of("xa 1\na  22 33\nab 4\na total=5 x");

    assertThat(figures.skipToLine("a ")).isTrue();
    assertThat(figures.nextNumber()).isEqualTo(22);
    assertThat(figures.nextNumber()).isEqualTo(33);
    assertThat(figures.nextNumber()).isEqualTo(NumberScanner.NONE);
    assertThat(figures.skipPastWord("total=")).isFalse();
    assertThat(figures.skipToLine("a ")).isTrue();
    assertThat(figures.skipPastWord("total=")).isTrue();
    assertThat(figures.nextNumber()).isEqualTo(5);
    assertThat(figures.nextNumber()).isEqualTo(NumberScanner.NONE);
    assertThat(figures.skipToLine("a ")).isFalse();
  }

  @Test
  void emptyTextHasNoNumbers() {
    NumberScanner figures = of("");

    assertThat(figures.skipToLine("a")).isFalse();
    assertThat(figures.nextNumber()).isEqualTo(NumberScanner.NONE);
    assertThat(figures.peekCharacter()).isEqualTo((char) 0);
  }

  @Test
  void programNameMayContainStateSyntax() {
    assertThat(StoppedSampler.isStopped(of("7 (a) T (b) S 1 2"))).isFalse();
    assertThat(StoppedSampler.isStopped(of("7 (a) S (b) T 1 2"))).isTrue();
    assertThat(StoppedSampler.isStopped(of("7 (t) t 1 2"))).isTrue();
    assertThat(StoppedSampler.isStopped(of(""))).isFalse();
  }
}
