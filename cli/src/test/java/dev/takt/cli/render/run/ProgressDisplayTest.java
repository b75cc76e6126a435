package dev.takt.cli.render.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cli.output.Samples;
import dev.takt.load.engine.recording.Progress.Phase;
import dev.takt.testing.InEachLocale;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@InEachLocale
class ProgressDisplayTest {

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

  @Test
  void printsOneLineForEachSecond() {
    try (ProgressDisplay display = ProgressDisplay.lines(out)) {
      display.progressed(Samples.progress(Phase.MEASURE, true));
    }
    assertThat(text().lines())
        .satisfiesExactly(
            head -> assertThat(head).startsWith("response "),
            line -> assertThat(line).startsWith("measure "));
    assertThat(text()).doesNotContain("\u001b");
  }

  @Test
  void takesTheLiveViewOffTheTerminalAtTheEnd() {
    try (ProgressDisplay display = ProgressDisplay.live(out, "sim:x", 80)) {
      display.progressed(Samples.progress(Phase.MEASURE, true));
    }
    assertThat(text()).startsWith("takt  measure").endsWith("\u001b[8F\u001b[J");
  }

  @Test
  @Timeout(5)
  void isNotHeldUpByATerminalThatStands() {
    CountDownLatch never = new CountDownLatch(1);
    PrintStream stuck =
        new PrintStream(
            new OutputStream() {
              @Override
              public void write(int b) {
                try {
                  never.await();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              }
            },
            true,
            StandardCharsets.UTF_8);

    try (ProgressDisplay display = ProgressDisplay.lines(stuck)) {
      for (int i = 0; i < 1000; i++) {
        display.progressed(Samples.progress(Phase.MEASURE, true));
      }
    }
    never.countDown();
  }

  private String text() {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
