package dev.takt.probes.nepotism;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What to run.
///
/// @param java the home of the JVM that runs the program; null for that of this process
/// @param collectors which ones
/// @param elements how many pass through each queue
public record NepotismSettings(@Nullable Path java, List<Collector> collectors, long elements) {

  /// Copies the list, so that the record is immutable.
  public NepotismSettings {
    collectors = List.copyOf(collectors);
  }
}
