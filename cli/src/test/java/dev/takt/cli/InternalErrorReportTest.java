package dev.takt.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cli.spi.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class InternalErrorReportTest {

  @Test
  void outOfMemoryIsReportedWithAdvice() {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream err = new PrintStream(printed, true, StandardCharsets.UTF_8);
    Throwable memory = new CompletionException(new OutOfMemoryError("made on purpose"));

    assertThat(InternalErrorReport.report(memory, false, err)).isEqualTo(ExitCode.FAILED);

    assertThat(printed.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            "takt: not enough memory for a run of this size; use fewer --workers or --connections,"
                + " or give more: _JAVA_OPTIONS=-Xmx4g takt …\n");
  }
}
