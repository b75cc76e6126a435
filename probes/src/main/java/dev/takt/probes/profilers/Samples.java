package dev.takt.probes.profilers;

import dev.takt.probes.profilers.program.KnownProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/// What a profiler has sampled.
///
/// @param stacks with their CPU time
/// @param biased how many samples say that their stack is that of another moment
/// @param lost how many samples were dropped
/// @param failed how many have no stack
record Samples(List<Stack> stacks, long biased, long lost, long failed) {

  static final Samples NONE = new Samples(List.of(), 0, 0, 0);

  /// Copies the list, so that the record is immutable.
  Samples {
    stacks = List.copyOf(stacks);
  }

  /// The sum of both.
  Samples plus(Samples other) {
    List<Stack> all = new ArrayList<>(stacks);
    all.addAll(other.stacks);
    return new Samples(all, biased + other.biased, lost + other.lost, failed + other.failed);
  }

  /// Reads a flight recording as most tools do: each sample counts for the method on top of its
  /// stack, whatever else the event says.
  ///
  /// @param periodNanos the CPU time that a sample stands for, if it does not say
  static Samples ofFlight(Path file, long periodNanos) throws IOException {
    List<Stack> stacks = new ArrayList<>();
    long biased = 0;
    long lost = 0;
    long failed = 0;
    try (RecordingFile events = new RecordingFile(file)) {
      while (events.hasMoreEvents()) {
        RecordedEvent event = events.readEvent();
        if (!isOfBurner(event)) {
          continue;
        }
        switch (event.getEventType().getName()) {
          case "jdk.CPUTimeSample" -> {
            failed += event.getBoolean("failed") ? 1 : 0;
            biased += event.getBoolean("biased") ? 1 : 0;
            stacks.add(stack(event, event.getDuration("samplingPeriod").toNanos()));
          }
          case "jdk.CPUTimeSamplesLost" -> lost += event.getLong("lostSamples");
          case "jdk.ExecutionSample", "jdk.NativeMethodSample" ->
              stacks.add(stack(event, periodNanos));
          default -> {
            // Of no interest here.
          }
        }
      }
    }
    return new Samples(stacks, biased, lost, failed);
  }

  private static boolean isOfBurner(RecordedEvent event) {
    for (String field : List.of("sampledThread", "eventThread")) {
      if (event.hasField(field)) {
        RecordedThread thread = event.getThread(field);
        return thread != null && KnownProgram.BURNER.equals(thread.getJavaName());
      }
    }
    return false;
  }

  private static Stack stack(RecordedEvent event, long nanos) {
    List<String> frames = new ArrayList<>();
    RecordedStackTrace stack = event.getStackTrace();
    if (stack != null) {
      for (RecordedFrame each : stack.getFrames()) {
        RecordedMethod method = each.getMethod();
        frames.add(method.getType().getName() + "." + method.getName());
      }
    }
    Collections.reverse(frames);
    return new Stack(frames, nanos, 1);
  }

  /// Reads collapsed stacks: a line for each, with the frames from the outermost to the innermost,
  /// separated by semicolons, then a space and the number of samples. The first frame can be the
  /// thread, in brackets.
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
      List<String> frames =
          Arrays.stream(line.substring(0, space).split(";", -1)).map(Samples::name).toList();
      boolean hasThread = frames.getFirst().startsWith("[");
      if (!hasThread || frames.getFirst().startsWith("[" + KnownProgram.BURNER)) {
        stacks.add(
            new Stack(
                frames.subList(hasThread ? 1 : 0, frames.size()), count * periodNanos, count));
      }
    }
    return new Samples(stacks, 0, 0, 0);
  }

  /// async-profiler separates packages by slashes, and marks how a method was compiled.
  private static String name(String frame) {
    String plain = frame.replaceFirst("_\\[[0ijkn]]$", "");
    return plain.contains("/") && plain.contains(".") ? plain.replace('/', '.') : plain;
  }
}
