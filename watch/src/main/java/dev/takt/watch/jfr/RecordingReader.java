package dev.takt.watch.jfr;

import dev.takt.runs.jfr.JfrChunk;
import dev.takt.runs.jfr.RecordingCoverage;
import dev.takt.runs.jfr.RecordingEvents;
import dev.takt.runs.model.NotObservable;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.model.StallSource;
import dev.takt.watch.observer.Findings;
import java.io.IOException;
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

/// Reads a flight recording event by event, and converts it to stalls. If the recording is damaged
/// or still being written, its intact parts are read.
///
/// Immutable. Only what the handlers keep grows with the file.
public final class RecordingReader {

  private static final List<StallKind> SAFEPOINT_KINDS =
      List.of(StallKind.GC_PAUSE, StallKind.SAFEPOINT, StallKind.TIME_TO_SAFEPOINT);

  private final Side side;
  private final long pid;
  private final EventExtension extension;
  private final ClockEvidence evidence;
  private final UnaryOperator<List<Safepoint>> refine;

  /// @param side the side whose recordings it reads
  /// @param pid the recorded process; -1 if it is not known
  /// @param extension the events to read in addition to safepoints
  /// @param evidence how the recordings' clock relates to the run's
  /// @param refine merges the safepoints with those of another source; gets them ordered by time
  public RecordingReader(
      Side side,
      long pid,
      EventExtension extension,
      ClockEvidence evidence,
      UnaryOperator<List<Safepoint>> refine) {
    this.side = side;
    this.pid = pid;
    this.extension = extension;
    this.evidence = evidence;
    this.refine = refine;
  }

  /// A reader for recordings of another tool.
  ///
  /// @param evidence clock anchors of its machine, if there are any; without them, times stay on
  ///   its wall clock
  public static RecordingReader of(Side side, EventExtension more, ClockEvidence evidence) {
    return new RecordingReader(side, -1, more, evidence, UnaryOperator.identity());
  }

  /// The name of the source of a side's recorded stalls.
  public static String sourceName(Side side) {
    return side.lowerCase() + "-jfr";
  }

  /// Reads a recording. An unreadable file is reported as not observable.
  public Findings read(Path file) {
    try {
      return readAll(file).findings();
    } catch (IOException e) {
      return unreadable(file, String.valueOf(e.getMessage()));
    }
  }

  /// Reads a recording, and reports how much of it could be read.
  ///
  /// @throws IOException with a message for people, if nothing could be read
  public RecordingFindings readAll(Path file) throws IOException {
    List<JfrChunk> chunks = RecordingEvents.chunks(file);
    List<JfrChunk> sound = chunks.stream().filter(JfrChunk::isSound).toList();
    if (sound.isEmpty()) {
      throw new IOException(RecordingEvents.HEADER_DAMAGED);
    }
    RecordingEvents.Read<Dispatcher> read =
        RecordingEvents.read(file, () -> new Dispatcher(file, JfrClock.of(sound, evidence)));
    RecordingCoverage coverage = read.coverage();
    if (coverage.isNothing()) {
      throw new IOException(coverage.chunks().getFirst().problem());
    }
    return read.sink().finish(coverage);
  }

  /// Passes the events of one recording to their handlers. Not thread-safe.
  private final class Dispatcher implements RecordingEvents.Sink {

    private final JfrClock clock;
    private final RecordingMetadata facts;
    private final SafepointEventHandler stops;
    private final List<GuardedHandler> all = new ArrayList<>();
    private final Map<String, List<GuardedHandler>> byType = new HashMap<>();
    private final Set<String> seen = new HashSet<>();

    Dispatcher(Path file, JfrClock clock) {
      this.clock = clock;
      RecordingContext context = new AlignedContext(side, sourceName(side), pid, clock);
      this.facts = new RecordingMetadata(context);
      this.stops =
          new SafepointEventHandler(
              context,
              known -> {
                List<Safepoint> refined = refine.apply(known);
                return SampledThreads.hasSamples(seen)
                    ? SampledThreads.add(file, context, refined)
                    : refined;
              });
      all.add(new GuardedHandler(stops));
      all.add(new GuardedHandler(facts));
      for (EventHandler each : extension.handlers().apply(context)) {
        all.add(new GuardedHandler(each));
      }
      for (GuardedHandler handler : all) {
        for (String type : handler.types()) {
          byType.computeIfAbsent(type, _ -> new ArrayList<>()).add(handler);
        }
      }
    }

    @Override
    public boolean wants(String type) {
      seen.add(type);
      return byType.containsKey(type);
    }

    @Override
    public void types(List<EventType> types) {
      facts.types(types);
    }

    @Override
    public void accept(RecordedEvent event) {
      clock.selectChunk(event);
      for (GuardedHandler each : byType.getOrDefault(event.getEventType().getName(), List.of())) {
        each.accept(event);
      }
    }

    RecordingFindings finish(RecordingCoverage coverage) {
      clock.clearChunk();
      List<NotObservable> missing = MissingParts.of(side, coverage);
      facts.missing(missing.stream().map(each -> each.what() + ": " + each.why()).toList());
      FindingsCollector found = new FindingsCollector(side);
      missing.forEach(found::add);
      all.forEach(each -> each.finish(found, coverage.isWhole()));
      long unresolved = all.stream().mapToLong(GuardedHandler::unresolved).sum();
      if (unresolved > 0 && !coverage.isWhole()) {
        found.add(
            new NotObservable(
                side,
                GuardedHandler.events(unresolved),
                "they refer to constants that are in the missing part"));
      }
      List<StallKind> kinds = new ArrayList<>(SAFEPOINT_KINDS);
      kinds.addAll(extension.kinds());
      VisibleKinds visible = VisibleKinds.of(kinds, each -> facts.isRecorded(each, seen));
      long refused = all.stream().mapToLong(GuardedHandler::rejected).sum();
      return new RecordingFindings(
          found.toFindings(source(clock, facts, visible.shown(), stops.omitted())),
          coverage,
          visible,
          refused);
    }
  }

  private StallSource source(
      JfrClock clock, RecordingMetadata facts, List<StallKind> kinds, long leftOut) {
    List<String> blind = new ArrayList<>(facts.blindSpots());
    blind.addAll(extension.blindSpots());
    if (leftOut > 0) {
      blind.add("the " + leftOut + " shortest safepoints, beyond the memory limit");
    }
    return new StallSource(
        sourceName(side),
        side,
        "JDK Flight Recorder",
        new StallSource.ClockAlignment(
            clock.errorNanos(), clock.description() + facts.crossCheck()),
        facts.thresholdNanos(),
        facts.lost(),
        kinds,
        blind);
  }

  private Findings unreadable(Path file, String why) {
    return Findings.ofNotObservable(
        new NotObservable(side, "flight recording", file + " cannot be read: " + why));
  }
}
