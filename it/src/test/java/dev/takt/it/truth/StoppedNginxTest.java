package dev.takt.it.truth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.it.harness.Ran;
import dev.takt.it.harness.TaktProcess;
import dev.takt.it.targets.Nginx;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Distribution;
import java.nio.file.Path;
import java.util.Objects;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// An nginx over HTTP/2 that is stopped. It also ends each connection after 1,000 requests, of
/// which nothing fails.
@EnabledOnOs(OS.LINUX) // for the numbers of the signals
@Tag("timing")
class StoppedNginxTest {

  private static final long MS = 1_000_000;
  private static final Offset<Long> TOLERANCE = Offset.offset(15 * MS);

  @TempDir private Path directory;

  @Test
  void responseTimeIsThatOfTheClosedForm() throws Exception {
    check(2000, 3);
  }

  /// The true p90 is 0.5 s, where `h2load --rps` reports a p99 of 0.75 ms.
  @Test
  @Tag("slow")
  void responseTimeIsThatOfTheClosedFormInALongRun() throws Exception {
    check(5000, 5);
  }

  /// Stops it for a fifth of the run, a second after its beginning: a tenth of the operations wait
  /// longer than half of the stop.
  private void check(int rate, int seconds) throws Exception {
    Attempts.of(host -> {
      long stop = seconds * 1000L * MS / 5;
      int count = rate * seconds;
      try (Nginx nginx = new Nginx(directory);
          TaktProcess takt =
              TaktProcess.measure(
                  directory,
                  "--target=" + nginx.url(),
                  "--http=2",
                  "--streams=50",
                  "--connections=4",
                  "--rate=" + rate + "/s",
                  "--duration=" + seconds + "s",
                  "--format=json")) {
        long from = takt.awaitOrigin() + 1000 * MS;
        new Freezer(nginx.process()).freeze(from, from + stop);
        Ran run = takt.await();
        assertThat(run.printedSummary().results().balance())
            .isEqualTo(new Balance(count, count, 0, 0, 0, 0));
        Distribution response =
            Objects.requireNonNull(run.printedSummary().results().total().response());
        assertThat(response.p90()).isGreaterThan(stop / 2 - TOLERANCE.value);
        if (!host.isBusy()) {
          assertThat(response.p90()).isCloseTo(stop / 2, TOLERANCE);
        }
      }
    });
  }
}
