package dev.takt.explain.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ParallelRangesTest {

  @Test
  void eachElementIsProcessedOnceInOrder() {
    List<Integer> things = IntStream.range(0, 1000).boxed().toList();
    Set<Integer> done = ConcurrentHashMap.newKeySet();

    List<String> results =
        ParallelRanges.mapList(
            things,
            each -> {
              assertThat(done.add(each)).isTrue();
              return "of " + each;
            });

    assertThat(done).hasSize(things.size());
    assertThat(results).isEqualTo(things.stream().map(each -> "of " + each).toList());
    assertThat(ParallelRanges.mapList(List.of(), Object::toString)).isEmpty();
  }

  @Test
  void exceptionOfATaskIsRethrown() {
    assertThatThrownBy(() -> ParallelRanges.mapList(List.of("x", "1"), Integer::valueOf))
        .isInstanceOf(NumberFormatException.class);
  }

  @Test
  void rangesCoverAllNumbersInTheirOrder() {
    int size = 1_000_003;
    int next = 0;
    for (int[] range : ParallelRanges.map(size, (from, to) -> new int[] {from, to})) {
      assertThat(range[0]).isEqualTo(next);
      next = range[1];
    }
    assertThat(next).isEqualTo(size);
  }
}
