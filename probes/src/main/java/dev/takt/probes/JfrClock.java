package dev.takt.probes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/// The clock of JDK Flight Recorder's timestamps: the system's monotonic clock, or the processor's
/// time stamp counter at the frequency that the JVM has determined.
///
/// @param ticksPerSecond its frequency measured against `nanoTime`; 0 if unknown
/// @param isMonotonicClock whether its ticks are nanoseconds, as those of `nanoTime`, from any zero
///   point; no processor's counter has just that frequency
/// @param unknown why the clock could not be measured; null if it was
public record JfrClock(double ticksPerSecond, boolean isMonotonicClock, @Nullable String unknown) {

  private static final String EVENT = "dev.takt.probe.ClockStamp";
  private static final long STAMP_DISTANCE_MILLIS = 200;
  private static final double NANOS = 1e9;
  private static final double TOLERANCE = 1e-3;

  @Name(EVENT)
  @Enabled(false) // except in a recording that enables it
  @StackTrace(false)
  @SuppressWarnings("UnusedVariable") // JFR reads the field
  private static final class Stamp extends Event {
    long nanoTime;
  }

  /// Records two events and compares their timestamps.
  public static JfrClock measure() throws InterruptedException {
    Path file = null;
    try (Recording recording = new Recording()) {
      file = Files.createTempFile("takt-clock-", ".jfr");
      recording.enable(EVENT);
      recording.start();
      stamp(); // loads classes
      stamp();
      Thread.sleep(STAMP_DISTANCE_MILLIS);
      stamp();
      recording.stop();
      recording.dump(file);
      return of(RecordingFile.readAllEvents(file));
    } catch (IOException | RuntimeException e) {
      return unknown("JFR: " + e.getMessage());
    } finally {
      delete(file);
    }
  }

  private static void delete(@Nullable Path file) {
    try {
      if (file != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException _) {
      file.toFile().deleteOnExit();
    }
  }

  private static void stamp() {
    Stamp stamp = new Stamp();
    stamp.nanoTime = System.nanoTime();
    stamp.begin();
    stamp.commit();
  }

  private static JfrClock of(List<RecordedEvent> events) {
    List<RecordedEvent> stamps =
        events.stream().filter(each -> each.getEventType().getName().equals(EVENT)).toList();
    if (stamps.size() < 2) {
      return unknown("JFR recorded none of the events");
    }
    RecordedEvent first = stamps.get(stamps.size() - 2);
    RecordedEvent last = stamps.getLast();
    return of(
        first.getLong("nanoTime"),
        first.getLong("startTime"),
        last.getLong("nanoTime"),
        last.getLong("startTime"));
  }

  /// Compares two points in time, each given on both clocks.
  public static JfrClock of(long firstNanos, long firstTicks, long lastNanos, long lastTicks) {
    double speed = (lastTicks - firstTicks) * NANOS / (lastNanos - firstNanos);
    return new JfrClock(speed, Math.abs(speed / NANOS - 1) < TOLERANCE, null);
  }

  private static JfrClock unknown(String why) {
    return new JfrClock(0, false, why);
  }
}
