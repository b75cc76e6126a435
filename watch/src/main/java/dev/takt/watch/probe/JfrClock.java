package dev.takt.watch.probe;

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

/// What JDK Flight Recorder stamps its events with: the system's monotonic clock, or the
/// processor's counter at the speed that the JVM believes it has.
///
/// @param ticksPerSecond how fast its ticks went beside `nanoTime`; 0 if that is not known
/// @param isMonotonicClock whether its ticks are nanoseconds, as those of `nanoTime`, from whatever
///   zero: no processor's counter has just that speed
/// @param unknown why nothing is known; null if it is
public record JfrClock(double ticksPerSecond, boolean isMonotonicClock, @Nullable String unknown) {

  private static final String EVENT = "dev.takt.probe.ClockStamp";
  private static final long APART_MILLIS = 200;
  private static final double NANOS = 1e9;
  private static final double TOLERANCE = 1e-3;

  @Name(EVENT)
  @Enabled(false) // but in a recording that asks for it
  @StackTrace(false)
  @SuppressWarnings("UnusedVariable") // JFR reads the field
  private static final class Stamp extends Event {
    long nanoTime;
  }

  /// Records two events and compares their stamps.
  static JfrClock measure() throws InterruptedException {
    Path file = null;
    try (Recording recording = new Recording()) {
      file = Files.createTempFile("takt-clock-", ".jfr");
      recording.enable(EVENT);
      recording.start();
      stamp(); // loads what has to be loaded
      stamp();
      Thread.sleep(APART_MILLIS);
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

  /// From two moments, each on both clocks.
  static JfrClock of(long firstNanos, long firstTicks, long lastNanos, long lastTicks) {
    double speed = (lastTicks - firstTicks) * NANOS / (lastNanos - firstNanos);
    return new JfrClock(speed, Math.abs(speed / NANOS - 1) < TOLERANCE, null);
  }

  private static JfrClock unknown(String why) {
    return new JfrClock(0, false, why);
  }
}
