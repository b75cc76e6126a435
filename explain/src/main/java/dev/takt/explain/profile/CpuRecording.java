package dev.takt.explain.profile;

import dev.takt.explain.profile.CpuSample.Outcome;
import dev.takt.explain.profile.CpuSample.SampledThread;
import dev.takt.runs.jfr.RecordingEvents;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import org.jspecify.annotations.Nullable;

/// Reads the CPU profile of a flight recording: `jdk.CPUTimeSample` and `jdk.CPUTimeSamplesLost`,
/// or the samples of [AsyncProfiler].
///
/// `jdk.ExecutionSample` of the JVM is never used instead. It samples by the wall clock, a few
/// threads at a time, so its counts do not measure CPU time; and before JDK 25 it silently omits
/// whole methods.
///
/// For a single recording; not thread-safe.
final class CpuRecording implements RecordingEvents.Sink {

  private static final String SAMPLE = "jdk.CPUTimeSample";
  private static final String ASYNC_SAMPLE = "jdk.ExecutionSample";
  private static final String LOST = "jdk.CPUTimeSamplesLost";
  private static final String SETTING = "jdk.ActiveSetting";

  /// The classes that call native functions through the FFM API, a few frames below the top.
  private static final String FOREIGN_CALL = "jdk.internal.foreign.abi.DowncallStub";

  private static final int FOREIGN_CALL_FRAMES = 4;
  private static final SampledThread UNKNOWN = new SampledThread(-1, "(unknown thread)", false);

  private static final Pattern PERIOD = Pattern.compile("(\\d{1,9}) ?(ns|us|ms|s)");

  private final ToLongFunction<Instant> clock;
  private final Consumer<CpuSample> samples;
  private final List<CpuSample> lost = new ArrayList<>();
  private final FrameNames names = new FrameNames();
  private final Map<Long, SampledThread> threads = new HashMap<>();
  private long sampleType = -1;
  private boolean isAsync;
  private boolean enabled;
  private long configuredPeriodNanos;
  private long shortestPeriodNanos = Long.MAX_VALUE;
  private boolean hasSamples;

  private CpuRecording(ToLongFunction<Instant> clock, Consumer<CpuSample> samples) {
    this.clock = clock;
    this.samples = samples;
  }

  /// The properties of the recording.
  ///
  /// @param periodNanos the CPU-time sampling period of each thread
  /// @param endedEarly why samples are missing; empty if the whole recording could be read
  record ReadResult(long periodNanos, String endedEarly) {}

  /// Reads all samples; lost ones come last.
  ///
  /// @param clock converts the recording's times to the run's clock
  /// @param samples creates a consumer; if a recording turns out to be damaged, its consumer is
  ///   discarded and a new one is created
  /// @throws IOException with a message for people, if the file has no CPU profile
  static ReadResult read(
      Path file, ToLongFunction<Instant> clock, Supplier<? extends Consumer<CpuSample>> samples)
      throws IOException {
    RecordingEvents.Read<CpuRecording> read =
        ProfiledRecording.read(file, () -> new CpuRecording(clock, samples.get()));
    return read.sink().finish(file, read.coverage().problems());
  }

  /// A recording whose samples are in a builder.
  record Built(ProfileBuilder builder, ReadResult read) {}

  /// Reads all samples into a builder.
  ///
  /// @param clock converts the recording's times to the clock of the profile
  /// @param builders makes an empty builder; it is called again as [#read] says
  /// @throws IOException as [#read]
  static Built build(Path file, ToLongFunction<Instant> clock, Supplier<ProfileBuilder> builders)
      throws IOException {
    AtomicReference<ProfileBuilder> builder = new AtomicReference<>();
    ReadResult read =
        read(
            file,
            clock,
            () -> {
              ProfileBuilder next = builders.get();
              builder.set(next);
              return next::add;
            });
    return new Built(Objects.requireNonNull(builder.get()), read);
  }

  private ReadResult finish(Path file, String endedEarly) throws IOException {
    if (sampleType < 0) {
      throw new IOException(
          file
              + " has no CPU samples: its JVM does not support them. JDK 25 or later on Linux is"
              + " required, or --profiler async; wall-clock samples do not measure CPU time and are"
              + " not used");
    }
    if (!hasSamples && lost.isEmpty() && !endedEarly.isEmpty()) {
      throw new IOException(
          file + " has no CPU samples in the part that can be read: " + endedEarly);
    }
    if (!hasSamples && lost.isEmpty() && !enabled) {
      throw new IOException(
          file
              + " has no CPU samples: they were not enabled; run with --watch --profile. Wall-clock"
              + " samples do not measure CPU time and are not used");
    }
    long period = period();
    for (CpuSample each : lost) {
      samples.accept(
          new CpuSample(
              each.nanoTime(),
              each.thread(),
              each.outcome(),
              each.count(),
              each.count() * period,
              false,
              each.frames()));
    }
    return new ReadResult(period, endedEarly);
  }

  @Override
  public boolean wants(String type) {
    return type.equals(SAMPLE)
        || type.equals(LOST)
        || type.equals(SETTING)
        || type.equals(ASYNC_SAMPLE);
  }

  @Override
  public void types(List<EventType> types) {
    isAsync = AsyncProfiler.hasWritten(types);
    String sample = isAsync ? ASYNC_SAMPLE : SAMPLE;
    types.stream()
        .filter(each -> each.getName().equals(sample))
        .findFirst()
        .ifPresent(each -> sampleType = each.getId());
  }

  @Override
  public void accept(RecordedEvent event) {
    switch (event.getEventType().getName()) {
      case SAMPLE -> {
        sampleType = event.getEventType().getId();
        sample(event);
      }
      case ASYNC_SAMPLE -> {
        if (isAsync) {
          asyncSample(event);
        }
      }
      case LOST ->
          lost.add(
              new CpuSample(
                  clock.applyAsLong(event.getStartTime()),
                  thread(event.getThread("eventThread")),
                  Outcome.LOST,
                  event.getLong("lostSamples"),
                  0,
                  false,
                  List.of()));
      case SETTING -> setting(event);
      default -> {
        // Of no interest here.
      }
    }
  }

  private void setting(RecordedEvent event) {
    if (event.getLong("id") != sampleType) {
      return;
    }
    String value = String.valueOf(event.getString("value"));
    switch (String.valueOf(event.getString("name"))) {
      case "enabled" -> enabled |= value.equals("true");
      case "interval" ->
          configuredPeriodNanos = value.matches("\\d{1,12}") ? Long.parseLong(value) : 0;
      case "throttle" -> {
        Matcher period = PERIOD.matcher(value);
        configuredPeriodNanos = period.matches() ? nanos(period) : configuredPeriodNanos;
      }
      default -> {
        // Of no interest here.
      }
    }
  }

  private static long nanos(Matcher period) {
    long unit =
        switch (period.group(2)) {
          case "ns" -> 1L;
          case "us" -> 1_000L;
          case "ms" -> 1_000_000L;
          default -> 1_000_000_000L;
        };
    return Long.parseLong(period.group(1)) * unit;
  }

  /// The configured sampling period; else the shortest recorded one: where the kernel was late, a
  /// sample has the time of several periods.
  private long period() {
    return configuredPeriodNanos > 0
        ? configuredPeriodNanos
        : shortestPeriodNanos == Long.MAX_VALUE ? 0 : shortestPeriodNanos;
  }

  private void sample(RecordedEvent event) {
    hasSamples = true;
    long nanos = event.getDuration("samplingPeriod").toNanos();
    if (nanos > 0) {
      shortestPeriodNanos = Math.min(shortestPeriodNanos, nanos);
    }
    RecordedStackTrace stack = event.getStackTrace();
    boolean failed = event.getBoolean("failed");
    boolean biased = event.getBoolean("biased");
    boolean inNative = biased && stack != null && isInNativeCode(stack.getFrames());
    samples.accept(
        new CpuSample(
            clock.applyAsLong(event.getStartTime()),
            thread(event.getThread("eventThread")),
            failed ? Outcome.FAILED : Outcome.TAKEN,
            1,
            nanos,
            biased && !inNative,
            failed ? List.of() : frames(stack, inNative)));
  }

  /// Each sample stands for a period: its setting comes before the samples.
  private void asyncSample(RecordedEvent event) {
    hasSamples = true;
    List<String> frames = frames(event.getStackTrace(), false);
    AsyncProfiler.markUnknownCallers(frames);
    samples.accept(
        new CpuSample(
            clock.applyAsLong(event.getStartTime()),
            thread(event.getThread("sampledThread")),
            Outcome.TAKEN,
            1,
            configuredPeriodNanos,
            false,
            frames));
  }

  /// Whether the thread was in native code: of a native method, or called through the FFM API. The
  /// JVM calls such samples biased, although it knows the caller.
  private static boolean isInNativeCode(List<RecordedFrame> frames) {
    return !frames.isEmpty()
        && (frames.getFirst().getType().equals("Native")
            || frames.stream()
                .limit(FOREIGN_CALL_FRAMES)
                .anyMatch(each -> FrameNames.type(each.getMethod()).startsWith(FOREIGN_CALL)));
  }

  private SampledThread thread(@Nullable RecordedThread thread) {
    if (thread == null) {
      return UNKNOWN;
    }
    return threads.computeIfAbsent(
        thread.getId(),
        _ -> {
          String java = thread.getJavaName();
          String name = java != null && !java.isEmpty() ? java : thread.getOSName();
          return new SampledThread(
              thread.getOSThreadId(), name == null ? "" : name, thread.isVirtual());
        });
  }

  private List<String> frames(@Nullable RecordedStackTrace stack, boolean inNative) {
    List<String> frames = names.of(stack, each -> isAsync && AsyncProfiler.isFunction(each));
    if (inNative) {
      frames.add(ProfileBuilder.NATIVE);
    }
    return frames;
  }
}
