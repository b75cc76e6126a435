package dev.takt.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.ExitCode;
import dev.takt.testing.Unwrapped;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class InternalErrorReportTest {

  @Test
  void outOfMemoryIsReportedWithAdvice() {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream err = new PrintStream(printed, true, StandardCharsets.UTF_8);
    CliContext context =
        new CliContext(
            InputStream.nullInputStream(),
            err,
            err,
            CliContext.Terminal.NONE,
            Map.of(),
            Path.of(""),
            _ -> () -> {});
    Throwable memory = new CompletionException(new OutOfMemoryError("made on purpose"));

    assertThat(InternalErrorReport.report(memory, false, context)).isEqualTo(ExitCode.FAILED);

    assertThat(Unwrapped.text(printed.toString(StandardCharsets.UTF_8)))
        .isEqualTo(
            "takt: not enough memory for a run of this size; use fewer --workers or --connections,"
                + " or give more: _JAVA_OPTIONS=-Xmx4g takt …\n");
  }
}
