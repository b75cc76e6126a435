package dev.takt.load.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TimeOrderTest {

  /// Against the library's stable sort: random, almost in order, reversed, and with few values.
  @Test
  void sortsStably() {
    SplittableRandom random = new SplittableRandom(7);
    for (int run = 0; run < 2000; run++) {
      int size = random.nextInt(200);
      long spread = 1L + random.nextInt(60);
      long drift = random.nextLong(-1, 3);
      long[] times = new long[size];
      Arrays.setAll(times, i -> i * drift + random.nextLong(spread));
      long[] before = times.clone();
      int[] numbers = IntStream.range(0, size).toArray();
      int[] durations = run % 2 == 0 ? null : numbers.clone();

      TimeOrder.sort(times, numbers, durations, size);

      int[] expected =
          IntStream.range(0, size)
              .boxed()
              .sorted(Comparator.comparingLong(i -> before[i]))
              .mapToInt(i -> i)
              .toArray();
      assertThat(numbers).containsExactly(expected);
      assertThat(times).isSorted();
      if (durations != null) {
        assertThat(durations).containsExactly(expected);
      }
    }
  }
}
