package dev.takt.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.takt.record.RecorderRegistry;
import dev.takt.record.SharedRecorder;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/// Two writers of one recorder, one of which collects in between.
@JCStressTest
@Outcome(id = "\\d+\\+\\d+, 8000\\+4000", expect = ACCEPTABLE, desc = "Each in one interval.")
@Outcome(expect = FORBIDDEN, desc = "Lost, doubled or torn.")
@State
public class SharedIntervals {

  private final RecorderRegistry registry = new RecorderRegistry();
  private final SharedRecorder recorder = registry.shared("t");
  private final Intervals intervals = new Intervals(registry);

  @Actor
  public void writer() {
    write(2_000);
  }

  @Actor
  public void writerAndReader(LL_Result result) {
    write(1_000);
    result.r1 = intervals.collected();
    write(1_000);
  }

  private void write(int times) {
    for (int i = 0; i < times; i++) {
      recorder.record(Intervals.SMALL);
      recorder.record(Intervals.LARGE);
      recorder.record(Intervals.SMALL);
    }
  }

  @Arbiter
  public void all(LL_Result result) {
    result.r2 = intervals.collected();
  }
}
