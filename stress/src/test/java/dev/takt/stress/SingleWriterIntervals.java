package dev.takt.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.takt.record.RecorderRegistry;
import dev.takt.record.SingleWriterRecorder;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/// A writer of three values, two of them equal, against a reader that collects. Any of them may be
/// in the first interval; what two intervals have together is what was written.
@JCStressTest
@Outcome(id = "\\d+\\+\\d+, 20000\\+10000", expect = ACCEPTABLE, desc = "Each in one interval.")
@Outcome(expect = FORBIDDEN, desc = "Lost, doubled or torn.")
@State
public class SingleWriterIntervals {

  private final RecorderRegistry registry = new RecorderRegistry();
  private final SingleWriterRecorder recorder = registry.singleWriter("t");
  private final Intervals intervals = new Intervals(registry);

  @Actor
  public void writer() {
    for (int i = 0; i < 10_000; i++) {
      recorder.record(Intervals.SMALL);
      recorder.record(Intervals.LARGE);
      recorder.record(Intervals.SMALL);
    }
  }

  @Actor
  public void reader(LL_Result result) {
    result.r1 = intervals.collected();
  }

  @Arbiter
  public void all(LL_Result result) {
    result.r2 = intervals.collected();
  }
}
