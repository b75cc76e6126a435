package dev.takt.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunQueueWaitCounterTest {

  private static final long MILLI = 1_000_000;

  @TempDir private Path folder;

  @Test
  void growthOfSecondNumberIsReturned() throws IOException {
    RunQueueWaitCounter count = RunQueueWaitCounter.fromFile(schedstat("7 1000 3"));
    count.reset(MILLI);
    schedstat("8 251000 4");
    assertThat(count.take(2 * MILLI)).isEqualTo(250_000);
    assertThat(count.take(3 * MILLI)).as("taken").isZero();
  }

  @Test
  void waitsBeforePauseAreDropped() throws IOException {
    RunQueueWaitCounter count = RunQueueWaitCounter.fromFile(schedstat("7 1000 3"));
    count.reset(MILLI);
    schedstat("8 3000 4");
    count.advance(2 * MILLI);
    count.advance(2 * MILLI + 50);
    schedstat("8 3400 5");
    assertThat(count.take(3 * MILLI)).isEqualTo(400);
  }

  /// The thread is paused while it reads, and the count has grown when it continues.
  @Test
  void pauseDuringReadIsCounted() throws IOException {
    RunQueueWaitCounter count = RunQueueWaitCounter.fromFile(schedstat("7 1000 3"));
    count.reset(MILLI);
    schedstat("8 9000 4");
    count.advance(2 * MILLI);
    assertThat(count.take(9 * MILLI)).isEqualTo(8000);
  }

  @Test
  void missingFileGivesZero() throws IOException {
    RunQueueWaitCounter missing = RunQueueWaitCounter.fromFile(folder.resolve("nothing"));
    missing.reset(MILLI);
    assertThat(missing.take(2 * MILLI)).isZero();
    RunQueueWaitCounter empty = RunQueueWaitCounter.fromFile(schedstat(""));
    empty.reset(MILLI);
    assertThat(empty.take(2 * MILLI)).isZero();
  }

  /// Writes the same file each time.
  private Path schedstat(String text) throws IOException {
    return Files.writeString(folder.resolve("schedstat"), text);
  }
}
