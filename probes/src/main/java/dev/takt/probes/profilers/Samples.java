package dev.takt.probes.profilers;

import dev.takt.explain.profile.AsyncProfiler;
import dev.takt.explain.profile.JvmThreads;
import dev.takt.probes.profilers.program.KnownProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/// What a profiler has sampled.
///
/// @param stacks of the threads that burnt, with their CPU time
/// @param unrecordedNanos the CPU time of the process of which the profiler says that it is none of
///   a thread that it has recorded; 0 if it says nothing
/// @param jvmNanos the CPU time of threads that collect, compile and do other work of the JVM, as
///   far as the profiler shows it
/// @param biased how many samples say that their stack is that of another moment
/// @param lost how many samples were dropped
/// @param failed how many have no stack
record Samples(
    List<Stack> stacks, long unrecordedNanos, long jvmNanos, long biased, long lost, long failed) {

  static final Samples NONE = new Samples(List.of(), 0, 0, 0, 0, 0);

  /// Copies the list, so that the record is immutable.
  Samples {
    stacks = List.copyOf(stacks);
  }

  /// The sum of both.
  Samples plus(Samples other) {
    List<Stack> all = new ArrayList<>(stacks);
    all.addAll(other.stacks);
    return new Samples(
        all,
        unrecordedNanos + other.unrecordedNanos,
        jvmNanos + other.jvmNanos,
        biased + other.biased,
        lost + other.lost,
        failed + other.failed);
  }

  /// Reads a flight recording as most tools do: each sample counts for the method on top of its
  /// stack, whatever else the event says.
  ///
  /// @param periodNanos the CPU time that a sample stands for, if it does not say
  static Samples ofFlight(Path file, long periodNanos) throws IOException {
    Predicate<String> isBurner = KnownProgram.burners(file);
    List<Stack> stacks = new ArrayList<>();
    long jvm = 0;
    long biased = 0;
    long lost = 0;
    long failed = 0;
    try (RecordingFile events = new RecordingFile(file)) {
      boolean isAsync = AsyncProfiler.hasWritten(events.readEventTypes());
      while (events.hasMoreEvents()) {
        RecordedEvent event = events.readEvent();
        String thread = thread(event);
        boolean isSample = event.getEventType().getName().matches("jdk\\..*Sample");
        if (isSample && JvmThreads.Kind.of(thread).isPresent()) {
          jvm += periodNanos;
        }
        if (!isBurner.test(thread)) {
          continue;
        }
        switch (event.getEventType().getName()) {
          case "jdk.CPUTimeSample" -> {
            failed += event.getBoolean("failed") ? 1 : 0;
            biased += event.getBoolean("biased") ? 1 : 0;
            stacks.add(stack(event, event.getDuration("samplingPeriod").toNanos(), false));
          }
          case "jdk.CPUTimeSamplesLost" -> lost += event.getLong("lostSamples");
          case "jdk.ExecutionSample", "jdk.NativeMethodSample" ->
              stacks.add(stack(event, periodNanos, isAsync));
          default -> {
            // Of no interest here.
          }
        }
      }
    }
    return new Samples(stacks, 0, jvm, biased, lost, failed);
  }

  private static String thread(RecordedEvent event) {
    for (String field : List.of("sampledThread", "eventThread")) {
      if (event.hasField(field)) {
        RecordedThread thread = event.getThread(field);
        if (thread != null) {
          return Objects.requireNonNullElse(
              thread.getJavaName(), Objects.requireNonNullElse(thread.getOSName(), ""));
        }
      }
    }
    return "";
  }

  private static Stack stack(RecordedEvent event, long nanos, boolean isAsync) {
    List<String> frames = new ArrayList<>();
    List<Integer> lines = new ArrayList<>();
    RecordedStackTrace stack = event.getStackTrace();
    if (stack != null) {
      for (RecordedFrame each : stack.getFrames()) {
        RecordedMethod method = each.getMethod();
        frames.add(
            isAsync && AsyncProfiler.isFunction(each)
                ? method.getName()
                : method.getType().getName() + "." + method.getName());
        lines.add(each.getLineNumber());
      }
    }
    Collections.reverse(frames);
    Collections.reverse(lines);
    return stack(frames, lines, nanos, 1);
  }

  private static Stack stack(List<String> frames, List<Integer> lines, long nanos, long samples) {
    Optional<String> own = KnownLines.frame(frames);
    int line = own.map(each -> lines.get(frames.lastIndexOf(each))).orElse(Stack.NO_LINE);
    return new Stack(frames, line, nanos, samples);
  }

  /// Reads collapsed stacks: a line for each, with the frames from the outermost to the innermost,
  /// separated by semicolons, then a space and the number of samples. A frame is
  /// `package.Class.method:LINE`.
  ///
  /// @param periodNanos the CPU time that a sample stands for
  /// @throws IOException with a message for people
  static Samples ofCollapsed(Path file, long periodNanos) throws IOException {
    List<Stack> stacks = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      int space = line.lastIndexOf(' ');
      if (space < 0 || !line.substring(space + 1).matches("\\d{1,15}")) {
        throw new IOException(file + " has a line without a number: " + line);
      }
      long count = Long.parseLong(line.substring(space + 1));
      List<String> frames = new ArrayList<>();
      List<Integer> lines = new ArrayList<>();
      for (String frame : line.substring(0, space).split(";", -1)) {
        int colon = frame.lastIndexOf(':');
        boolean hasLine = colon >= 0 && frame.substring(colon + 1).matches("-?\\d{1,6}");
        frames.add(hasLine ? frame.substring(0, colon) : frame);
        lines.add(hasLine ? Integer.parseInt(frame.substring(colon + 1)) : Stack.NO_LINE);
      }
      stacks.add(stack(frames, lines, count * periodNanos, count));
    }
    return new Samples(stacks, 0, 0, 0, 0, 0);
  }
}
