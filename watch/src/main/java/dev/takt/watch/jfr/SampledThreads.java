package dev.takt.watch.jfr;

import dev.takt.runs.jfr.RecordingEvents;
import dev.takt.runs.model.Evidence;
import dev.takt.runs.model.Stall.Actor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedThread;
import org.jspecify.annotations.Nullable;

/// Adds the threads that JFR sampled during a long time to safepoint, and their frames.
///
/// A sample is a hint, not a proof: threads in JVM code are never sampled, and a sampled thread may
/// have reached the safepoint in time. So samples become evidence, and give frames to the late
/// threads that the log named, but never make a culprit.
final class SampledThreads {

  private static final Set<String> TYPES =
      Set.of("jdk.ExecutionSample", "jdk.NativeMethodSample", "jdk.SafepointLatency");
  private static final int MAX_FRAMES = 8;

  private SampledThreads() {}

  /// Whether a recording has samples.
  ///
  /// @param types the event types of the recording
  static boolean hasSamples(Set<String> types) {
    return !Collections.disjoint(types, TYPES);
  }

  /// Returns the safepoints, those with a long time to safepoint with their samples. Reads the
  /// recording a second time if there are any of these.
  ///
  /// @param stops ordered by time
  static List<Safepoint> add(Path file, RecordingContext context, List<Safepoint> stops) {
    TreeMap<Long, Integer> late = new TreeMap<>();
    for (int i = 0; i < stops.size(); i++) {
      if (stops.get(i).timeToSafepointNanos() >= SafepointMapper.LONG_TIME_TO_SAFEPOINT_NANOS) {
        late.put(stops.get(i).beginNanoTime(), i);
      }
    }
    if (late.isEmpty()) {
      return stops;
    }
    Map<Integer, Map<String, String>> seen;
    try {
      seen = RecordingEvents.read(file, () -> new Samples(context, stops, late)).sink().byStop;
    } catch (IOException e) {
      return stops; // The file has vanished since the first pass.
    }
    List<Safepoint> all = new ArrayList<>(stops);
    seen.forEach((index, threads) -> all.set(index, with(all.get(index), threads)));
    return all;
  }

  /// Collects the samples within these safepoints.
  private record Samples(
      RecordingContext context,
      List<Safepoint> stops,
      TreeMap<Long, Integer> late,
      Map<Integer, Map<String, String>> byStop)
      implements RecordingEvents.Sink {

    Samples(RecordingContext context, List<Safepoint> stops, TreeMap<Long, Integer> late) {
      this(context, stops, late, new HashMap<>());
    }

    @Override
    public boolean wants(String type) {
      return TYPES.contains(type);
    }

    @Override
    public void types(List<EventType> types) {}

    @Override
    public void accept(RecordedEvent event) {
      // From JDK 25 on, a sampled thread records the sample at its next safepoint poll. So a late
      // thread has no sample within the safepoint, but one whose duration reaches into it.
      long from = context.nanoTime(event.getStartTime());
      Map.Entry<Long, Integer> safepoint = late.floorEntry(context.nanoTime(event.getEndTime()));
      if (safepoint != null && from <= stops.get(safepoint.getValue()).reachedNanoTime()) {
        record(event, byStop.computeIfAbsent(safepoint.getValue(), _ -> new HashMap<>()));
      }
    }
  }

  private static void record(RecordedEvent event, Map<String, String> threads) {
    RecordedThread thread =
        event.hasField("sampledThread") ? event.getThread("sampledThread") : event.getThread();
    String name = thread == null ? null : thread.getJavaName();
    if (name != null && event.getStackTrace() != null) {
      threads.putIfAbsent(
          name,
          event.getStackTrace().getFrames().stream()
              .limit(MAX_FRAMES)
              .map(SampledThreads::line)
              .collect(Collectors.joining("\n")));
    }
  }

  private static String line(RecordedFrame frame) {
    if (frame.getMethod() == null || frame.getMethod().getType() == null) {
      return "[unknown]"; // The name was in a damaged part.
    }
    return frame.getMethod().getType().getName()
        + "."
        + frame.getMethod().getName()
        + ":"
        + frame.getLineNumber();
  }

  private static Safepoint with(Safepoint safepoint, Map<String, String> threads) {
    List<Actor> late = new ArrayList<>();
    for (Actor each : safepoint.lateThreads()) {
      @Nullable String where = threads.get(each.name());
      late.add(new Actor(each.name(), each.pid(), each.osThread(), where));
    }
    Evidence.Safepoint evidence = safepoint.evidence();
    List<String> sampled = threads.keySet().stream().sorted().toList();
    return safepoint.with(late, evidence.with(evidence.threads().withSampled(sampled)));
  }
}
