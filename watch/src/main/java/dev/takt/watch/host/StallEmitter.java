package dev.takt.watch.host;

import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Emits stalls of one kind, side and source.
///
/// @param source the name of the source
/// @param sink receives the stalls
record StallEmitter(StallKind kind, Side side, String source, Consumer<Stall> sink) {

  void emit(
      long begin, long end, long error, @Nullable String cause, Map<String, Object> evidence) {
    sink.accept(
        new Stall(kind, side, begin, end, error, source, null, cause, null, null, evidence));
  }
}
