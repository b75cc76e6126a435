package dev.takt.watch.jfr;

import dev.takt.runs.text.EnglishText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedEvent;
import org.jspecify.annotations.Nullable;

/// The metadata of a recording: its settings, its lost events, and how well its clock is aligned.
final class RecordingMetadata implements EventHandler {

  private static final int MAX_MARKS = 10_000;

  /// What each event is needed for.
  private static final Map<String, String> NEEDED =
      Map.of(
          "jdk.SafepointBegin", "when safepoints began, and their time to safepoint",
          "jdk.SafepointEnd", "when safepoints ended: up to some ms after their operation",
          "jdk.ExecuteVMOperation", "the operations of safepoints",
          "jdk.GCPhasePause", "which safepoints were garbage collections");

  private final RecordingContext context;
  private final Map<Long, Map<String, String>> settings = new HashMap<>();
  private final Map<String, Long> ids = new HashMap<>();
  private final long[] markErrors = new long[MAX_MARKS];
  private int marks;
  private long lostBytes;
  private List<String> missing = List.of();

  RecordingMetadata(RecordingContext context) {
    this.context = context;
  }

  @Override
  public Set<String> types() {
    return Set.of("jdk.ActiveSetting", "jdk.DataLoss", ClockMark.NAME);
  }

  /// Takes the event types of the recording: its settings refer to them by id.
  void types(List<EventType> types) {
    types.forEach(each -> ids.put(each.getName(), each.getId()));
  }

  @Override
  public void accept(RecordedEvent event) {
    switch (event.getEventType().getName()) {
      case "jdk.ActiveSetting" ->
          settings
              .computeIfAbsent(event.getLong("id"), _ -> new HashMap<>())
              .merge(
                  name(event),
                  String.valueOf(event.getString("value")),
                  RecordingMetadata::mergeValues);
      case "jdk.DataLoss" -> lostBytes += event.getLong("amount");
      default -> {
        if (marks < MAX_MARKS) {
          markErrors[marks++] = context.nanoTime(event.getStartTime()) - event.getLong("nanoTime");
        }
      }
    }
  }

  private static String name(RecordedEvent event) {
    return String.valueOf(event.getString("name"));
  }

  /// Merges a setting of two chunks, which may have been recorded with different settings.
  private static String mergeValues(String earlier, String later) {
    return earlier.equals("true") ? earlier : later;
  }

  /// Whether events of a type would have been recorded; null if the recording does not say.
  ///
  /// @param seen the types with at least one event
  @Nullable Boolean isRecorded(String event, Set<String> seen) {
    if (seen.contains(event)) {
      return true;
    }
    if (!ids.isEmpty() && !ids.containsKey(event)) {
      return false;
    }
    String enabled = setting(event, "enabled");
    return enabled == null ? null : Boolean.valueOf(enabled);
  }

  @Override
  public void finish(StallSink found) {}

  /// Sets the parts that could not be read, a sentence each.
  void missing(List<String> parts) {
    missing = List.copyOf(parts);
  }

  /// The shortest safepoint that is recorded.
  long thresholdNanos() {
    return Math.max(thresholdNanos("jdk.SafepointBegin"), thresholdNanos("jdk.SafepointEnd"));
  }

  private long thresholdNanos(String event) {
    String threshold = setting(event, "threshold");
    return threshold == null ? 0 : nanos(threshold);
  }

  private @Nullable String setting(String event, String name) {
    Long id = ids.get(event);
    return id == null ? null : settings.getOrDefault(id, Map.of()).get(name);
  }

  /// How many events were lost: 0, or null if the number is unknown.
  @Nullable Long lost() {
    return lostBytes == 0 && missing.isEmpty() ? 0L : null;
  }

  /// What the recording cannot show, a sentence each.
  List<String> blindSpots() {
    List<String> blind = new ArrayList<>(missing);
    if (settings.isEmpty()) {
      blind.add(
          "the shortest safepoint that is recorded: jdk.ActiveSetting, which has the thresholds,"
              + " was not recorded");
    }
    if (lostBytes > 0) {
      blind.add(
          "events of " + lostBytes + " bytes that the JVM lost because its buffers were full");
    }
    NEEDED.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(each -> {
          String event = each.getKey();
          if ("false".equals(setting(event, "enabled"))
              || (!ids.isEmpty() && !ids.containsKey(event))) {
            blind.add(each.getValue() + " (" + event + " was not recorded)");
          } else if (thresholdNanos(event) > 0) {
            blind.add(
                EnglishText.format(
                    "%s, for those shorter than %s (%s)",
                    each.getValue(), setting(event, "threshold"), event));
          }
        });
    return blind;
  }

  /// The alignment error by [ClockMark] events, as text for people; empty if there are none.
  String crossCheck() {
    if (marks == 0) {
      return "";
    }
    long[] sorted = Arrays.copyOf(markErrors, marks);
    Arrays.sort(sorted);
    return EnglishText.format(
        "; %d events with their own monotonic time are off by %.2f µs in the median",
        marks, Math.abs(sorted[marks / 2]) / 1e3);
  }

  /// Parses a duration of JFR settings, such as `20 ms`; 0 if it is none.
  static long nanos(String text) {
    String[] parts = text.trim().split(" ", -1);
    if (parts.length != 2) {
      return text.equals("infinity") ? Long.MAX_VALUE : 0;
    }
    try {
      long count = Long.parseLong(parts[0]);
      return Math.multiplyExact(
          count,
          switch (parts[1]) {
            case "ns" -> 1L;
            case "us" -> 1_000L;
            case "ms" -> 1_000_000L;
            case "s" -> 1_000_000_000L;
            case "m" -> 60_000_000_000L;
            case "h" -> 3_600_000_000_000L;
            default -> 86_400_000_000_000L;
          });
    } catch (ArithmeticException e) {
      return Long.MAX_VALUE;
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
