package dev.takt.load.workload;

import dev.takt.runs.trace.TraceContext;
import java.util.Map;

/// What the placeholders of a run's templates stand for.
///
/// @param named the plan's generators by name; those of [Template#DEFAULT_GENERATORS] may be
///   omitted
/// @param traces the trace contexts of the run, for the generator `traceparent`
public record Generators(Map<String, String> named, TraceContext traces) {

  /// Without named generators, for no certain run.
  public static final Generators NONE = new Generators(Map.of(), new TraceContext(0, 0));
}
