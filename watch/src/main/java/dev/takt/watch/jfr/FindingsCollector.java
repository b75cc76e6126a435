package dev.takt.watch.jfr;

import dev.takt.runs.allocation.AllocatedBytes;
import dev.takt.runs.model.Contention;
import dev.takt.runs.model.NotObservable;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallSource;
import dev.takt.watch.observer.Findings;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Collects the results of event handlers.
final class FindingsCollector implements StallSink {

  private final Side side;
  private final List<Stall> stalls = new ArrayList<>();
  private final List<Contention> contentions = new ArrayList<>();
  private final List<NotObservable> notObservable = new ArrayList<>();
  private @Nullable AllocatedBytes allocated;

  FindingsCollector(Side side) {
    this.side = side;
  }

  Side side() {
    return side;
  }

  @Override
  public void add(Stall stall) {
    stalls.add(stall);
  }

  @Override
  public void add(Contention contention) {
    contentions.add(contention);
  }

  @Override
  public void add(NotObservable what) {
    notObservable.add(what);
  }

  @Override
  public void set(AllocatedBytes bytes) {
    allocated = bytes;
  }

  Findings toFindings(StallSource source) {
    return new Findings(List.of(source), stalls, notObservable, contentions, allocated);
  }
}
