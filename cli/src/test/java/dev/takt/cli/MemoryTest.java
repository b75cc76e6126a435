package dev.takt.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class MemoryTest {

  private final OutOfMemoryError memory = new OutOfMemoryError("made on purpose");

  @Test
  void itIsSaidWhatToDoWhicheverThreadHadNone() {
    for (Throwable each :
        new Throwable[] {
          memory, new CompletionException(memory), new IllegalStateException(memory)
        }) {
      assertThat(Memory.reason(each))
          .isEqualTo(
              "not enough memory for a run of this size; give more: _JAVA_OPTIONS=-Xmx4g takt …");
    }
  }

  @Test
  void whatElseIsWrongIsSaidAsItIs() {
    assertThat(Memory.reason(new IllegalStateException("broken")))
        .isEqualTo("java.lang.IllegalStateException: broken");
  }

  @Test
  void itIsNoBug() {
    ByteArrayOutputStream told = new ByteArrayOutputStream();
    PrintStream err = new PrintStream(told, true, StandardCharsets.UTF_8);

    assertThat(Bug.tell(new CompletionException(memory), false, err)).isEqualTo(ExitCode.FAILED);

    assertThat(told.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            "takt: not enough memory for a run of this size; use fewer --workers or --connections,"
                + " or give more: _JAVA_OPTIONS=-Xmx4g takt …\n");
  }
}
