package dev.takt.cassandra.stress.drive;

import dev.takt.cassandra.stress.command.RunLength;
import dev.takt.cassandra.stress.command.RunSettings;
import dev.takt.cassandra.stress.command.StressCommand;

/// How often cassandra-stress executes each operation before the run.
final class WarmUp {

  private static final long MAX_ITERATIONS = 50_000;

  private WarmUp() {}

  static long iterations(StressCommand.Run command, RunSettings settings) {
    if (!command.hasWarmUp()) {
      return 0;
    }
    long once =
        command.length() instanceof RunLength.Count(long partitions)
            ? Math.min(MAX_ITERATIONS, partitions / 4)
            : MAX_ITERATIONS;
    return once * Math.max(1, settings.connection().node().hosts().size());
  }
}
