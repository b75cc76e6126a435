package dev.takt.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.model.NotObservable;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.model.StallSource;
import dev.takt.runs.model.Stalls;
import dev.takt.watch.observer.Findings;
import dev.takt.watch.observer.LiveFigure;
import dev.takt.watch.observer.Observer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WatchFailuresTest {

  /// Does nothing, and remembers that it was called.
  private static final class Good implements Observer {
    private boolean started;
    private boolean finished;

    @Override
    public void start() {
      started = true;
    }

    @Override
    public List<LiveFigure> live() {
      return List.of(new LiveFigure("good", "1"));
    }

    @Override
    public Findings finish() {
      finished = true;
      return Findings.NONE;
    }
  }

  private static final class Failing implements Observer {
    @Override
    public void start() {
      throw new IllegalStateException("at the begin");
    }

    @Override
    public List<LiveFigure> live() {
      throw new IllegalStateException("meanwhile");
    }

    @Override
    public Findings finish() {
      throw new IllegalStateException("at the end");
    }
  }

  @Test
  void failingObserverDoesNotAffectOthers() {
    Good first = new Good();
    Good last = new Good();
    Watch watch = new Watch(List.of(first, new Failing(), last));

    watch.start();
    assertThat(watch.live()).hasSize(2);
    Stalls stalls = watch.finish();

    assertThat(List.of(first.started, last.started, first.finished, last.finished))
        .containsOnly(true);
    assertThat(stalls.notObservable())
        .filteredOn(each -> each.what().equals("what Failing sees"))
        .extracting(NotObservable::why)
        .satisfiesExactly(
            why -> assertThat(why).contains("at the begin"),
            why -> assertThat(why).contains("at the end"));
  }

  @Test
  void throttlingFromTwoSourcesIsOneStall() {
    Stall sampled = throttled("target-sampler");
    Stall recorded = throttled("target-jfr");
    Findings both =
        new Findings(
            List.of(source("target-sampler"), source("target-jfr")),
            List.of(sampled, recorded),
            List.of(),
            List.of());
    Findings recording =
        new Findings(List.of(source("target-jfr")), List.of(recorded), List.of(), List.of());

    assertThat(Watch.merge(both, Map.of()).stalls()).containsExactly(sampled);
    assertThat(Watch.merge(both, Map.of()).omitted()).isZero();
    assertThat(Watch.merge(recording, Map.of()).stalls()).containsExactly(recorded);
  }

  private static StallSource source(String name) {
    return new StallSource(
        name,
        Side.TARGET,
        "x",
        new StallSource.ClockAlignment(0, "x"),
        0,
        0L,
        List.of(StallKind.THROTTLED),
        List.of());
  }

  private static Stall throttled(String source) {
    return Stall.of(StallKind.THROTTLED, Side.TARGET, new Stall.Interval(1, 9, 0, source));
  }
}
