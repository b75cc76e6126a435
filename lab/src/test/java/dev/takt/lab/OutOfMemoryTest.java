package dev.takt.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class OutOfMemoryTest {

  private final OutOfMemoryError memory = new OutOfMemoryError("made on purpose");

  @Test
  void adviceIsGivenWhicheverThreadRanOutOfMemory() {
    for (Throwable each :
        List.of(memory, new CompletionException(memory), new IllegalStateException(memory))) {
      assertThat(OutOfMemory.reason(each))
          .isEqualTo(
              "not enough memory for a run of this size; give more: _JAVA_OPTIONS=-Xmx4g takt …");
    }
  }

  @Test
  void otherFailuresAreNamed() {
    assertThat(OutOfMemory.reason(new IllegalStateException("broken")))
        .isEqualTo("java.lang.IllegalStateException: broken");
  }
}
