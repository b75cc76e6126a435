package dev.takt.watch.locks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.model.Contention;
import dev.takt.runs.model.NotObservable;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.watch.jfr.StallSink;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StallCollectorTest {

  /// Collects the passed stalls.
  private static final class Collector implements StallSink {
    final List<Long> lengths = new ArrayList<>();
    final List<NotObservable> not = new ArrayList<>();

    Collector(StallCollector kept) {
      kept.report(Side.TARGET, this);
    }

    @Override
    public void add(Stall stall) {
      lengths.add(stall.nanos());
    }

    @Override
    public void add(Contention contention) {}

    @Override
    public void add(NotObservable what) {
      not.add(what);
    }
  }

  @Test
  void keepsLongestAndReportsNumberOfOthers() {
    StallCollector kept = new StallCollector(2);
    for (long nanos : new long[] {5, 0, 9, 7}) {
      kept.add(stall(nanos, null));
    }
    Collector collector = new Collector(kept);

    assertThat(collector.lengths).containsExactlyInAnyOrder(9L, 7L);
    assertThat(collector.not)
        .singleElement()
        .extracting(NotObservable::what)
        .isEqualTo("2 of the shortest waits");
  }

  /// A target has these threads only because it is watched.
  @Test
  void stallsOfAgentThreadsAreLeftOut() {
    StallCollector kept = new StallCollector(5);
    kept.add(stall(1, "takt-hiccup-log"));
    kept.add(stall(2, "takt-agent-end-watch"));
    kept.add(stall(3, "Attach Listener"));
    kept.add(stall(4, "takt"));
    Collector collector = new Collector(kept);

    assertThat(collector.lengths).containsExactly(4L);
    assertThat(collector.not).isEmpty();
  }

  private static Stall stall(long nanos, @Nullable String thread) {
    Stall.Actor actor = thread == null ? null : Stall.Actor.named(thread);
    return Stall.of(StallKind.FILE_IO, Side.TARGET, new Stall.Interval(0, nanos, 0, "x"))
        .withThread(actor);
  }
}
