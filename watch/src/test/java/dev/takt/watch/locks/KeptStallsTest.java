package dev.takt.watch.locks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.Contention;
import dev.takt.runs.NotObservable;
import dev.takt.runs.Side;
import dev.takt.runs.Stall;
import dev.takt.runs.StallKind;
import dev.takt.watch.jfr.StallSink;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KeptStallsTest {

  @Test
  void keepsTheLongestAndSaysHowManyItDoesNot() {
    KeptStalls kept = new KeptStalls(2);
    for (long nanos : new long[] {5, 0, 9, 7}) {
      kept.add(
          new Stall(
              StallKind.FILE_IO, Side.TARGET, 0, nanos, 0, "x", null, null, null, null, Map.of()));
    }
    List<Long> lengths = new ArrayList<>();
    List<NotObservable> told = new ArrayList<>();
    kept.tell(
        Side.TARGET,
        new StallSink() {
          @Override
          public void add(Stall stall) {
            lengths.add(stall.nanos());
          }

          @Override
          public void add(Contention contention) {}

          @Override
          public void add(NotObservable what) {
            told.add(what);
          }
        });

    assertThat(lengths).containsExactlyInAnyOrder(9L, 7L);
    assertThat(told)
        .singleElement()
        .extracting(NotObservable::what)
        .isEqualTo("2 of the shortest waits");
  }
}
