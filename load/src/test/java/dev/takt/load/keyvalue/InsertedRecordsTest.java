package dev.takt.load.keyvalue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

class InsertedRecordsTest {

  private final InsertedRecords records = new InsertedRecords(100);

  @Test
  void movesOnInTheOrderOfTheNumbers() {
    assertThat(records.last()).isEqualTo(99);
    long first = records.take();
    long second = records.take();
    long third = records.take();

    records.ended(third, true);
    assertThat(records.last()).isEqualTo(99);
    records.ended(first, true);
    assertThat(records.last()).isEqualTo(100);
    records.ended(second, true);
    assertThat(records.last()).isEqualTo(102);
  }

  @Test
  void passesByWhatFailedAndRemembersIt() {
    long first = records.take();
    long second = records.take();

    records.ended(first, false);
    records.ended(second, true);

    assertThat(records.last()).isEqualTo(101);
    assertThat(records.isMissing(first)).isTrue();
    assertThat(records.isMissing(second)).isFalse();
    assertThat(records.isMissing(5)).isFalse();
    assertThat(records.isMissing(1_000_000)).isFalse();
  }

  /// A hanging insert does not block the others forever.
  @Test
  void oneThatIsOvertakenByAWindowIsGivenUp() {
    long hangs = records.take();
    for (int i = 0; i <= InsertedRecords.WINDOW; i++) {
      records.ended(records.take(), true);
    }

    assertThat(records.last()).isEqualTo(100L + InsertedRecords.WINDOW + 1);
    assertThat(records.isMissing(hangs)).isTrue();
    records.ended(hangs, true);
    records.ended(records.take(), true);
    assertThat(records.last()).isEqualTo(100L + InsertedRecords.WINDOW + 2);
  }

  @Test
  void manyThreadsLoseNothing() throws InterruptedException {
    int each = 100_000;
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      threads.add(
          Thread.ofPlatform()
              .start(() -> {
                for (int i = 0; i < each; i++) {
                  long record = records.take();
                  records.ended(record, ThreadLocalRandom.current().nextInt(10) > 0);
                }
              }));
    }
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(records.last()).isEqualTo(99L + 4L * each);
  }
}
