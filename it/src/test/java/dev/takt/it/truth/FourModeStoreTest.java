package dev.takt.it.truth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.it.harness.Takt;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.RunSummary;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The store by which Nitsan Wakart showed coordinated omission ("Correcting YCSB's Coordinated
/// Omission problem", 2015). One operation in ten thousand stops the world for 50 to 200 ms: too
/// few for the 99th percentile of service time, while one intended operation in eight falls into
/// such a stop.
@Tag("timing")
class FourModeStoreTest {

  private static final int RATE = 10_000;
  private static final long MS = 1_000_000;

  @TempDir private Path directory;

  @Test
  void responseTimeShowsCoordinatedOmission() throws Exception {
    Attempts.of(_ -> compare(15));
  }

  @Test
  @Tag("slow")
  void responseTimeShowsCoordinatedOmissionInOneMinute() throws Exception {
    Attempts.of(_ -> compare(60));
  }

  private void compare(int seconds) throws Exception {
    RunSummary summary =
        Takt.measure(
                directory,
                "--target=sim:four-mode",
                "--rate=" + RATE + "/s",
                "--workers=25",
                "--duration=" + seconds + "s",
                "--format=json")
            .printedSummary();
    long count = (long) RATE * seconds;
    assertThat(summary.results().balance()).isEqualTo(new Balance(count, count, 0, 0, 0, 0));
    Distribution service = summary.results().total().service();
    Distribution response = Objects.requireNonNull(summary.results().total().response());
    assertThat(service.count()).isEqualTo(count);
    assertThat(response.count()).isEqualTo(count);
    // 99 % of operations take 10 ms at most, and one in a hundred 10 to 50 ms.
    assertThat(service.p50()).isBetween(MS / 5, 2 * MS);
    assertThat(service.p99()).isBetween(9 * MS, 40 * MS);
    assertThat(response.p50()).isGreaterThanOrEqualTo(service.p50());
    assertThat(response.p99()).isGreaterThanOrEqualTo(4 * service.p99());
  }
}
