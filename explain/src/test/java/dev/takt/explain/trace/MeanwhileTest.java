package dev.takt.explain.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class MeanwhileTest {

  @Test
  void valueIsReturned() {
    assertThat(Meanwhile.of(() -> 47).get()).isEqualTo(47);
  }

  @Test
  void exceptionIsRethrownUnwrapped() {
    OutOfMemoryError memory = new OutOfMemoryError("made on purpose");
    IllegalStateException state = new IllegalStateException("made on purpose");
    Meanwhile<Integer> error =
        Meanwhile.of(() -> {
          throw memory;
        });
    Meanwhile<Integer> exception =
        Meanwhile.of(() -> {
          throw state;
        });

    assertThatThrownBy(error::get).isSameAs(memory);
    assertThatThrownBy(exception::get).isSameAs(state);
  }
}
