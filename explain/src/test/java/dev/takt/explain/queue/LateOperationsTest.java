package dev.takt.explain.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Compares with a dense array.
final class LateOperationsTest {

  private static LateOperations.Part part(long[] late, int from, int to) {
    LateOperations.Part part = new LateOperations.Part();
    for (int i = from; i < to; i++) {
      if (late[i] > 0) {
        part.add(i, late[i]);
      }
    }
    return part;
  }

  private static void assertSame(LateOperations found, long[] late) {
    int count = 0;
    for (int i = 0; i < late.length; i++) {
      assertThat(found.of(i)).as("operation " + i).isEqualTo(late[i]);
      if (late[i] > 0) {
        assertThat(found.operation(count)).isEqualTo(i);
        assertThat(found.nanos(count)).isEqualTo(late[i]);
        count++;
      }
    }
    assertThat(found.size()).isEqualTo(count);
  }

  /// Sizes around that of a word of bits, and a part that grows.
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 63, 64, 65, 127, 128, 129, 1_000})
  void latenessIsFoundForAnySplitIntoParts(int size) {
    Random random = new Random(size);
    for (int oneIn : new int[] {1, 2, 7, 100}) {
      long[] late = new long[size];
      for (int i = 0; i < size; i++) {
        late[i] = random.nextInt(oneIn) == 0 ? 1 + (random.nextLong() >>> 2) : 0;
      }
      int cut = random.nextInt(size + 1);

      assertSame(LateOperations.of(size, List.of(part(late, 0, size))), late);
      assertSame(
          LateOperations.of(
              size, List.of(part(late, 0, cut), part(late, cut, cut), part(late, cut, size))),
          late);
    }
  }

  @Test
  void operationsAtWordBoundariesAreFound() {
    long[] late = new long[192];
    late[0] = 10;
    late[63] = 20;
    late[64] = 30;
    late[191] = 40;

    assertSame(LateOperations.of(192, List.of(part(late, 0, 192))), late);
  }

  @Test
  void thereCanBeNoLateOperations() {
    assertSame(LateOperations.of(0, List.of()), new long[0]);
    assertSame(LateOperations.of(64, List.of()), new long[64]);
  }
}
