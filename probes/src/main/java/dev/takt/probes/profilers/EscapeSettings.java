package dev.takt.probes.profilers;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What to measure.
///
/// @param java the home of the JVM that runs the program; null for that of this process
/// @param cases which observers
/// @param asyncProfiler the jar of async-profiler (`tools.profiler:async-profiler`); null for none
public record EscapeSettings(
    @Nullable Path java, List<EscapeCase> cases, @Nullable Path asyncProfiler) {

  /// Copies the list.
  public EscapeSettings {
    cases = List.copyOf(cases);
  }
}
