package dev.takt.explain.profile;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/// Reads the CPU profile of a flight recording that belongs to no run.
public final class RecordingProfile {

  private RecordingProfile() {}

  /// Reads a recording. Its moments are nanoseconds since 1970-01-01T00:00:00Z.
  ///
  /// @param isWanted selects threads by name
  /// @throws IOException with a message for people, if it has no CPU profile
  public static Profile read(Path recording, Predicate<String> isWanted) throws IOException {
    CpuRecording.Built built =
        CpuRecording.build(
            recording,
            RecordingProfile::epochNanos,
            () ->
                new ProfileBuilder(
                    SlowMoments.NONE, Long.MIN_VALUE, Long.MAX_VALUE, null, isWanted));
    return built.builder().build(built.read().periodNanos(), 0, List.of());
  }

  private static long epochNanos(Instant moment) {
    return TimeUnit.SECONDS.toNanos(moment.getEpochSecond()) + moment.getNano();
  }
}
