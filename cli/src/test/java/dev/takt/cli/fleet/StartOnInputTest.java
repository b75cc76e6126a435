package dev.takt.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.takt.cli.spi.CliContext;
import dev.takt.load.driver.DriverException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class StartOnInputTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final CountDownLatch stopped = new CountDownLatch(1);

  private StartOnInput reading(InputStream in) {
    PrintStream printed = new PrintStream(out, true, StandardCharsets.UTF_8);
    CliContext context =
        new CliContext(
            in, printed, printed, CliContext.Terminal.NONE, Map.of(), Path.of(""), _ -> () -> {});
    StartOnInput start = new StartOnInput(context, stopped::countDown);
    start.listen();
    return start;
  }

  private static InputStream text(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void saysThatItIsReadyAndTakesTheLine() throws Exception {
    try (PipedOutputStream program = new PipedOutputStream();
        PipedInputStream in = new PipedInputStream(program)) {
      StartOnInput start = reading(in);
      program.write("monotonic:42\n".getBytes(StandardCharsets.UTF_8));
      program.flush();
      assertThat(start.await()).hasToString("monotonic:42");
      assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("ready\n");
      assertThat(stopped.getCount()).as("the run goes on").isEqualTo(1);
    }
    assertThat(stopped.await(10, TimeUnit.SECONDS)).as("its program has ended").isTrue();
  }

  @Test
  void endOfInputStopsARunThatHasNoStart() throws Exception {
    StartOnInput start = reading(text(""));
    assertThat(stopped.await(10, TimeUnit.SECONDS)).isTrue();
    assertThatExceptionOfType(InterruptedException.class).isThrownBy(start::await);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-", "now", "", "monotonic:x"})
  void refusesWhatIsNoTime(String line) {
    StartOnInput start = reading(text(line + "\n"));
    assertThatExceptionOfType(DriverException.class)
        .isThrownBy(start::await)
        .withMessageContaining("the start on standard input: expected a time")
        .withMessageContaining("'" + line + "'");
  }
}
