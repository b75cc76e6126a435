package dev.takt.explain.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class AsyncTest {

  @Test
  void valueIsReturned() {
    assertThat(Async.start(() -> 47).get()).isEqualTo(47);
  }

  @Test
  void exceptionIsRethrownUnwrapped() {
    OutOfMemoryError memory = new OutOfMemoryError("made on purpose");
    IllegalStateException state = new IllegalStateException("made on purpose");
    Async<Integer> error =
        Async.start(() -> {
          throw memory;
        });
    Async<Integer> exception =
        Async.start(() -> {
          throw state;
        });

    assertThatThrownBy(error::get).isSameAs(memory);
    assertThatThrownBy(exception::get).isSameAs(state);
  }
}
