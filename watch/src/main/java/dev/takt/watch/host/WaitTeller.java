package dev.takt.watch.host;

import dev.takt.runs.Side;
import dev.takt.runs.Stall;
import dev.takt.runs.StallKind;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Tells of threads that waited for a processor, where nobody knows who had it meanwhile.
///
/// @param names of threads
/// @param sources the name of the source for each side
/// @param thresholdNanos how long a wait is at least that is told
/// @param stalls takes them
record WaitTeller(
    ThreadNames names, Map<Side, String> sources, long thresholdNanos, Consumer<Stall> stalls) {

  void tell(
      Side side,
      int pid,
      int tid,
      long begin,
      long end,
      long errorNanos,
      @Nullable String cause,
      Map<String, Object> evidence) {
    stalls.accept(
        new Stall(
            StallKind.RUN_QUEUE,
            side,
            begin,
            end,
            errorNanos,
            sources.getOrDefault(side, ""),
            names.actor(pid, tid),
            cause,
            null,
            null,
            evidence));
  }
}
