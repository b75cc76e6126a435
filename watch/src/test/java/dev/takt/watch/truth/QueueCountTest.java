package dev.takt.watch.truth;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QueueCountTest {

  private static final long MILLI = 1_000_000;

  @TempDir private Path folder;

  @Test
  void tellsByHowMuchTheSecondNumberHasGrown() throws IOException {
    QueueCount count = QueueCount.in(schedstat("7 1000 3"));
    count.begin(MILLI);
    schedstat("8 251000 4");
    assertThat(count.take(2 * MILLI)).isEqualTo(250_000);
    assertThat(count.take(3 * MILLI)).as("taken").isZero();
  }

  @Test
  void forgetsWhatWasOverBefore() throws IOException {
    QueueCount count = QueueCount.in(schedstat("7 1000 3"));
    count.begin(MILLI);
    schedstat("8 3000 4");
    count.pass(2 * MILLI);
    count.pass(2 * MILLI + 50);
    schedstat("8 3400 5");
    assertThat(count.take(3 * MILLI)).isEqualTo(400);
  }

  /// The thread is stopped while it reads, and the count has risen when it goes on.
  @Test
  void aGapMayComeWhileTheCountIsRead() throws IOException {
    QueueCount count = QueueCount.in(schedstat("7 1000 3"));
    count.begin(MILLI);
    schedstat("8 9000 4");
    count.pass(2 * MILLI);
    assertThat(count.take(9 * MILLI)).isEqualTo(8000);
  }

  @Test
  void countsNothingWhereNobodyDoes() throws IOException {
    QueueCount nobody = QueueCount.in(folder.resolve("nothing"));
    nobody.begin(MILLI);
    assertThat(nobody.take(2 * MILLI)).isZero();
    QueueCount empty = QueueCount.in(schedstat(""));
    empty.begin(MILLI);
    assertThat(empty.take(2 * MILLI)).isZero();
  }

  /// The same file each time, as the kernel's is.
  private Path schedstat(String text) throws IOException {
    return Files.writeString(folder.resolve("schedstat"), text);
  }
}
