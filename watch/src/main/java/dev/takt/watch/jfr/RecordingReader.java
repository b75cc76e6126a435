package dev.takt.watch.jfr;

import dev.takt.runs.NotObservable;
import dev.takt.runs.Side;
import dev.takt.runs.StallKind;
import dev.takt.runs.StallSource;
import dev.takt.watch.observer.Findings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/// Reads a flight recording, one event after the other, and makes stalls of it. One that is cut
/// off, or still being written, is read as far as it goes.
///
/// Immutable; its memory does not grow with the file, but for what handlers keep.
public final class RecordingReader {

  private static final List<StallKind> STOPS =
      List.of(StallKind.GC_PAUSE, StallKind.SAFEPOINT, StallKind.TIME_TO_SAFEPOINT);

  private final Side side;
  private final long pid;
  private final MoreEvents more;
  private final ClockEvidence evidence;
  private final UnaryOperator<List<Stop>> refine;

  /// @param side whose recordings it reads
  /// @param pid the process that they are of; -1 if that is not known
  /// @param more what else, beside the stops of the whole JVM, is looked for
  /// @param evidence how the recordings' time relates to the run's
  /// @param refine adds what is known of the stops from elsewhere; gets them in the order of time
  public RecordingReader(
      Side side,
      long pid,
      MoreEvents more,
      ClockEvidence evidence,
      UnaryOperator<List<Stop>> refine) {
    this.side = side;
    this.pid = pid;
    this.more = more;
    this.evidence = evidence;
    this.refine = refine;
  }

  /// A recording that somebody else made.
  ///
  /// @param evidence anchors of its machine if there are any; without them its moments stay on its
  ///   own wall clock
  public static Findings read(Path file, Side side, MoreEvents more, ClockEvidence evidence) {
    return new RecordingReader(side, -1, more, evidence, UnaryOperator.identity()).read(file);
  }

  /// The name of the source of all stalls that come from a recording of a side.
  public static String sourceName(Side side) {
    return side.lowerCase() + "-jfr";
  }

  /// What a recording shows. A file that is none is told as what could not be observed.
  public Findings read(Path file) {
    List<JfrChunk> chunks;
    try {
      if (Files.exists(file) && !Files.isRegularFile(file)) {
        throw new IOException("it is a directory, or a device, and no file");
      }
      chunks = JfrChunk.of(file);
    } catch (NoSuchFileException _) {
      return unreadable(file, "there is no such file");
    } catch (IOException e) {
      return unreadable(file, String.valueOf(e.getMessage()));
    }
    if (!chunks.getFirst().isSound()) {
      return unreadable(file, "its header is damaged, or its JVM ended before it was written");
    }
    return read(file, chunks);
  }

  private Findings read(Path file, List<JfrChunk> chunks) {
    JfrClock clock = JfrClock.of(chunks.stream().filter(JfrChunk::isSound).toList(), evidence);
    RecordingContext context = new ClockedContext(side, sourceName(side), pid, clock);
    Set<String> seen = new HashSet<>();
    StopEvents stops =
        new StopEvents(
            context,
            known -> {
              List<Stop> refined = refine.apply(known);
              return SampledThreads.areIn(seen)
                  ? SampledThreads.add(file, context, refined)
                  : refined;
            });
    RecordingFacts facts = new RecordingFacts(context);
    List<GuardedHandler> all = new ArrayList<>();
    all.add(new GuardedHandler(stops));
    all.add(new GuardedHandler(facts));
    for (EventHandler each : more.handlers().apply(context)) {
      all.add(new GuardedHandler(each));
    }
    Map<String, List<GuardedHandler>> byType = new HashMap<>();
    for (GuardedHandler handler : all) {
      for (String type : handler.types()) {
        byType.computeIfAbsent(type, _ -> new ArrayList<>()).add(handler);
      }
    }
    facts.types(types(file));
    String endedEarly = stream(file, clock, byType, seen);
    facts.endedEarly(endedEarly);
    clock.leave();
    FoundStalls found = new FoundStalls(side);
    if (!endedEarly.isEmpty()) {
      found.add(new NotObservable(side, "the end of the flight recording", endedEarly));
    }
    all.forEach(each -> each.finish(found));
    return found.with(source(clock, facts, stops.leftOut()));
  }

  /// The types of events that a recording has, or could have; none where it is cut off or damaged.
  private static List<EventType> types(Path file) {
    try (RecordingFile events = new RecordingFile(file)) {
      return events.readEventTypes();
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      return List.of(); // Reading the events will tell why.
    }
  }

  /// @param seen takes the names of all types of which there is an event
  /// @return why it ended before the end of the file; empty if it did not
  // A damaged file makes the JDK's reader throw whatever its bytes lead to, also that an array of
  // their size does not fit.
  private static String stream(
      Path file, JfrClock clock, Map<String, List<GuardedHandler>> byType, Set<String> seen) {
    try (RecordingFile events = new RecordingFile(file)) {
      while (events.hasMoreEvents()) {
        RecordedEvent event = events.readEvent();
        String type = event.getEventType().getName();
        seen.add(type);
        List<GuardedHandler> handlers = byType.get(type);
        if (handlers != null) {
          clock.enter(event);
          for (GuardedHandler each : handlers) {
            each.accept(event);
          }
        }
      }
      return "";
    } catch (IOException e) {
      String message = String.valueOf(e.getMessage());
      return message.contains("locked stream state")
          ? "it was never ended, since its JVM was killed or still runs; what its JVM had written"
              + " out by then, about once a second, was read"
          : "it is cut off or damaged (" + message + "); what comes before that was read";
    } catch (RuntimeException | OutOfMemoryError e) {
      return "it is damaged (" + e + "); what comes before that was read";
    }
  }

  private StallSource source(JfrClock clock, RecordingFacts facts, long leftOut) {
    List<String> blind = new ArrayList<>(facts.blind());
    blind.addAll(more.blind());
    List<StallKind> kinds = new ArrayList<>(STOPS);
    kinds.addAll(more.kinds());
    if (leftOut > 0) {
      blind.add(leftOut + " of the shortest stops, more than can be kept");
    }
    return new StallSource(
        sourceName(side),
        side,
        "JDK Flight Recorder",
        clock.errorNanos(),
        clock.description() + facts.crossCheck(),
        facts.thresholdNanos(),
        facts.lost(),
        kinds,
        blind);
  }

  private Findings unreadable(Path file, String why) {
    return Findings.not(
        new NotObservable(side, "flight recording", file + " cannot be read: " + why));
  }
}
