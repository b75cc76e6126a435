package dev.takt.probes.profilers;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What to score.
///
/// @param java the home of the JVM that runs the program; null for that of this process
/// @param cpuMillis the CPU time that each workload burns
/// @param workloads which ones
/// @param profilers which ones
/// @param asyncProfiler the jar of async-profiler (`tools.profiler:async-profiler`); null for none
public record ProfilersSettings(
    @Nullable Path java,
    int cpuMillis,
    List<KnownWorkload> workloads,
    List<Profiler> profilers,
    @Nullable Path asyncProfiler) {

  /// Copies the lists, so that the record is immutable.
  public ProfilersSettings {
    workloads = List.copyOf(workloads);
    profilers = List.copyOf(profilers);
  }
}
