package dev.takt.watch.jfr;

import dev.takt.runs.Stall.Actor;
import dev.takt.runs.jfr.RecordingEvents;
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

/// Whom the JVM's samplers saw running while other threads waited at a safepoint for the last one.
///
/// That is a hint and no proof: a thread in the JVM's own code is never sampled, and one that was
/// sampled before it stood may have stood in time. So it becomes evidence, and gives the late
/// thread that the log named its frames, but makes nobody a culprit.
final class SampledThreads {

  private static final Set<String> TYPES =
      Set.of("jdk.ExecutionSample", "jdk.NativeMethodSample", "jdk.SafepointLatency");
  private static final int MOST_FRAMES = 8;

  private SampledThreads() {}

  /// Whether there are any samples.
  ///
  /// @param types of the events of a recording
  static boolean areIn(Set<String> types) {
    return !Collections.disjoint(types, TYPES);
  }

  /// The stops, those whose threads were late with what was sampled meanwhile. Reads the recording
  /// once more if there are any.
  ///
  /// @param stops in the order of time
  static List<Stop> add(Path file, RecordingContext context, List<Stop> stops) {
    TreeMap<Long, Integer> late = new TreeMap<>();
    for (int i = 0; i < stops.size(); i++) {
      if (stops.get(i).timeToSafepointNanos() >= StopStalls.LONG_TIME_TO_SAFEPOINT_NANOS) {
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
      return stops; // It was read before, and is gone.
    }
    List<Stop> all = new ArrayList<>(stops);
    seen.forEach((index, threads) -> all.set(index, with(all.get(index), threads)));
    return all;
  }

  /// The samples of those stops.
  private record Samples(
      RecordingContext context,
      List<Stop> stops,
      TreeMap<Long, Integer> late,
      Map<Integer, Map<String, String>> byStop)
      implements RecordingEvents.Sink {

    Samples(RecordingContext context, List<Stop> stops, TreeMap<Long, Integer> late) {
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
      // From JDK 25 on, a thread that is sampled records the sample when it comes to a poll: of a
      // thread that is late there is no sample within the stop, but one with a length that reaches
      // into it.
      long from = context.nanoTime(event.getStartTime());
      Map.Entry<Long, Integer> stop = late.floorEntry(context.nanoTime(event.getEndTime()));
      if (stop != null && from <= stops.get(stop.getValue()).reachedNanoTime()) {
        see(event, byStop.computeIfAbsent(stop.getValue(), _ -> new HashMap<>()));
      }
    }
  }

  private static void see(RecordedEvent event, Map<String, String> threads) {
    RecordedThread thread =
        event.hasField("sampledThread") ? event.getThread("sampledThread") : event.getThread();
    String name = thread == null ? null : thread.getJavaName();
    if (name != null && event.getStackTrace() != null) {
      threads.putIfAbsent(
          name,
          event.getStackTrace().getFrames().stream()
              .limit(MOST_FRAMES)
              .map(SampledThreads::line)
              .collect(Collectors.joining("\n")));
    }
  }

  private static String line(RecordedFrame frame) {
    if (frame.getMethod() == null || frame.getMethod().getType() == null) {
      return "[unknown]"; // Its name was in a damaged part.
    }
    return frame.getMethod().getType().getName()
        + "."
        + frame.getMethod().getName()
        + ":"
        + frame.getLineNumber();
  }

  private static Stop with(Stop stop, Map<String, String> threads) {
    List<Actor> late = new ArrayList<>();
    for (Actor each : stop.late()) {
      @Nullable String where = threads.get(each.name());
      late.add(new Actor(each.name(), each.pid(), each.osThread(), where));
    }
    Map<String, Object> evidence = new HashMap<>(stop.evidence());
    evidence.put("sampledMeanwhile", threads.keySet().stream().sorted().toList());
    return stop.with(late, evidence);
  }
}
