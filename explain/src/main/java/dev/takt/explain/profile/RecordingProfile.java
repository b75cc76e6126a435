package dev.takt.explain.profile;

import dev.takt.runs.model.ThreadTimes.ProcessTime;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Reads the CPU profile of a flight recording that belongs to no run.
public final class RecordingProfile {

  private RecordingProfile() {}

  /// Reads a recording.
  ///
  /// @param process the CPU times that the kernel counted, on the clock of [System#nanoTime]; null
  ///   where they were not recorded
  /// @param isWanted selects threads by name
  /// @throws IOException with a message for people, if it has no CPU profile
  public static Profile read(
      Path recording, @Nullable ProcessTime process, Predicate<String> isWanted)
      throws IOException {
    long offset = epochNanos(Instant.now()) - System.nanoTime();
    CpuRecording.Built built =
        CpuRecording.build(
            recording,
            moment -> epochNanos(moment) - offset,
            () ->
                new ProfileBuilder(
                    SlowMoments.NONE, Long.MIN_VALUE, Long.MAX_VALUE, process, isWanted));
    return built.builder().build(built.read().periodNanos(), 0, List.of());
  }

  private static long epochNanos(Instant moment) {
    return TimeUnit.SECONDS.toNanos(moment.getEpochSecond()) + moment.getNano();
  }
}
