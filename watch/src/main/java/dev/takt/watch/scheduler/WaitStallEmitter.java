package dev.takt.watch.scheduler;

import dev.takt.runs.model.Evidence;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.watch.host.ThreadNames;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Emits run-queue waits as stalls without a culprit, for mechanisms that do not see which thread
/// had the processor.
///
/// @param names of threads
/// @param sources the name of the source for each side
/// @param thresholdNanos the shortest wait that is reported
/// @param stalls receives the stalls
record WaitStallEmitter(
    ThreadNames names, Map<Side, String> sources, long thresholdNanos, Consumer<Stall> stalls) {

  void emit(
      Side side,
      int pid,
      int tid,
      long begin,
      long end,
      long errorNanos,
      @Nullable String cause,
      Evidence evidence) {
    stalls.accept(
        Stall.of(
                StallKind.RUN_QUEUE,
                side,
                new Stall.Interval(begin, end, errorNanos, sources.getOrDefault(side, "")))
            .withThread(names.actor(pid, tid))
            .withCause(cause)
            .withEvidence(evidence));
  }
}
