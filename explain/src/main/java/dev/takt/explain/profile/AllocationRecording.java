package dev.takt.explain.profile;

import dev.takt.runs.jfr.RecordingEvents;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import org.jspecify.annotations.Nullable;

/// Reads the allocation samples of a flight recording (`jdk.ObjectAllocationSample`, from JDK 16
/// on). A sample has the bytes that its thread has allocated since its last sample, so their sum is
/// what was allocated.
///
/// For a single recording; not thread-safe.
final class AllocationRecording implements RecordingEvents.Sink {

  private static final String SAMPLE = "jdk.ObjectAllocationSample";

  private final ToLongFunction<Instant> clock;
  private final AllocationProfile.Builder builder;
  private final Predicate<String> isWanted;
  private final FrameNames names = new FrameNames();

  private AllocationRecording(
      ToLongFunction<Instant> clock,
      AllocationProfile.Builder builder,
      Predicate<String> isWanted) {
    this.clock = clock;
    this.builder = builder;
    this.isWanted = isWanted;
  }

  /// What was read.
  ///
  /// @param builder has the samples
  /// @param endedEarly why samples are missing; empty if the whole recording could be read
  record ReadResult(AllocationProfile.Builder builder, String endedEarly) {}

  /// Reads all samples.
  ///
  /// @param clock converts the recording's times to the run's clock
  /// @param builders makes an empty builder; called again if a recording turns out to be damaged
  /// @param isWanted selects threads by name
  /// @throws IOException with a message for people, if the file has no allocation samples
  static ReadResult read(
      Path file,
      ToLongFunction<Instant> clock,
      Supplier<AllocationProfile.Builder> builders,
      Predicate<String> isWanted)
      throws IOException {
    RecordingEvents.Read<AllocationRecording> read =
        ProfiledRecording.read(
            file, () -> new AllocationRecording(clock, builders.get(), isWanted));
    String problems = read.coverage().problems();
    AllocationProfile.Builder builder = read.sink().builder;
    if (builder.isEmpty()) {
      throw new IOException(
          file
              + " has no allocation samples"
              + (problems.isEmpty() ? "; run with --watch --profile" : ": " + problems));
    }
    return new ReadResult(builder, problems);
  }

  @Override
  public boolean wants(String type) {
    return type.equals(SAMPLE);
  }

  @Override
  public void types(List<EventType> types) {
    // The samples say all that matters.
  }

  @Override
  public void accept(RecordedEvent event) {
    if (isWanted.test(thread(event.getThread("eventThread")))) {
      RecordedClass type = event.getClass("objectClass");
      builder.add(
          clock.applyAsLong(event.getStartTime()),
          names.of(event.getStackTrace(), _ -> false),
          type == null ? "?" : FrameNames.withoutAddress(ClassNames.readable(type.getName())),
          event.getLong("weight"));
    }
  }

  private static String thread(@Nullable RecordedThread thread) {
    String name = thread == null ? null : thread.getJavaName();
    return name == null ? "" : name;
  }
}
