package dev.takt.watch.host;

import dev.takt.runs.model.Evidence;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Emits stalls of one kind, side and source.
///
/// @param source the name of the source
/// @param sink receives the stalls
record StallEmitter(StallKind kind, Side side, String source, Consumer<Stall> sink) {

  void emit(long begin, long end, long error, @Nullable String cause, Evidence evidence) {
    sink.accept(
        Stall.of(kind, side, new Stall.Interval(begin, end, error, source))
            .withCause(cause)
            .withEvidence(evidence));
  }
}
