package dev.takt.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.model.Contention;
import dev.takt.runs.model.NotObservable;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.model.Stalls;
import dev.takt.watch.observer.Findings;
import dev.takt.watch.observer.Observer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WatchTest {

  @Test
  void startsInOrderAndFinishesInReverse() {
    List<String> calls = new ArrayList<>();
    Watch watch = new Watch(List.of(observer("a", calls), observer("b", calls)));
    watch.start();
    Stalls stalls = watch.finish();
    assertThat(calls).containsExactly("start a", "start b", "finish b", "finish a");
    assertThat(stalls.notObservable()).extracting(NotObservable::what).startsWith("a", "b");
  }

  private static Observer observer(String name, List<String> calls) {
    return new Observer() {
      @Override
      public void start() {
        calls.add("start " + name);
      }

      @Override
      public Findings finish() {
        calls.add("finish " + name);
        return Findings.ofNotObservable(new NotObservable(Side.HOST, name, "why"));
      }
    };
  }

  @Test
  void keepsLongestStallsOrderedByBegin() {
    List<Stall> stalls = List.of(stall(30, 35), stall(10, 12), stall(20, 24), stall(0, 1));
    assertThat(Watch.longest(stalls, 3))
        .containsExactly(stall(10, 12), stall(20, 24), stall(30, 35));
    assertThat(Watch.longest(stalls, 9)).hasSize(4).first().isEqualTo(stall(0, 1));
  }

  @Test
  void ordersLocksByTotalWaitTime() {
    Findings found =
        new Findings(
            List.of(), List.of(stall(3, 4)), List.of(), List.of(lock("a", 5), lock("b", 7)));
    Stalls stalls = Watch.merge(found, Map.of("swappiness", "60"));
    assertThat(stalls.contentions()).extracting(Contention::lock).containsExactly("b", "a");
    assertThat(stalls.omitted()).isZero();
    assertThat(stalls.host()).containsEntry("swappiness", "60");
  }

  private static Contention lock(String name, long total) {
    return new Contention(
        Side.TARGET,
        StallKind.LOCK_WAIT,
        name,
        new Contention.Waits(1, total, total),
        List.of(),
        List.of(),
        null,
        new Contention.Identity(null, null, null, null));
  }

  private static Stall stall(long begin, long end) {
    return Stall.of(StallKind.GC_PAUSE, Side.TARGET, new Stall.Interval(begin, end, 0, "s"));
  }
}
