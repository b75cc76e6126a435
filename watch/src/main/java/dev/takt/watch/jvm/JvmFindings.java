package dev.takt.watch.jvm;

import dev.takt.record.ClockAnchor;
import dev.takt.runs.model.Evidence;
import dev.takt.runs.model.NotObservable;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.model.StallSource;
import dev.takt.watch.jfr.ClockEvidence;
import dev.takt.watch.jfr.EventExtension;
import dev.takt.watch.jfr.RecordingReader;
import dev.takt.watch.jfr.Safepoint;
import dev.takt.watch.jfr.SafepointMapper;
import dev.takt.watch.jvm.SafepointLogEvent.LoggedHandshake;
import dev.takt.watch.observer.Findings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads the recording and the log of a JVM, and merges their findings.
///
/// @param pid the JVM's process; -1 if it is not known
/// @param extension the events to read in addition to safepoints
/// @param anchors readings of the clocks while both were written
record JvmFindings(Side side, long pid, EventExtension extension, List<ClockAnchor> anchors) {

  /// Reads both.
  ///
  /// @param recording null if there is none
  /// @param log null if there is none
  Findings of(@Nullable Path recording, @Nullable Path log) {
    List<NotObservable> notObservable = new ArrayList<>();
    UnifiedLog logged = UnifiedLog.NONE;
    if (log != null) {
      try {
        logged = UnifiedLog.read(log, pid);
      } catch (IOException e) {
        notObservable.add(
            new NotObservable(side, "unified log", log + " cannot be read: " + e.getMessage()));
      }
    }
    SafepointMerger join = new SafepointMerger(logged.safepoints(), logSource());
    Findings recorded =
        recording == null
            ? Findings.NONE
            : new RecordingReader(
                    side, pid, extension, new ClockEvidence(anchors, logged.uptimeZero()), join)
                .read(recording);
    List<Stall> stalls = new ArrayList<>();
    if (recorded.sources().isEmpty()) {
      for (Safepoint each : join.apply(List.of())) {
        stalls.addAll(SafepointMapper.map(each, side));
      }
    }
    for (LoggedHandshake each : logged.handshakes()) {
      stalls.add(handshake(each));
    }
    List<StallSource> sources = log == null ? List.of() : List.of(source(join, logged));
    return recorded.and(new Findings(sources, stalls, notObservable, List.of()));
  }

  private String logSource() {
    return side.lowerCase() + "-log";
  }

  private Stall handshake(LoggedHandshake handshake) {
    return Stall.of(
            StallKind.HANDSHAKE,
            side,
            new Stall.Interval(
                handshake.endNanoTime() - handshake.nanos(),
                handshake.endNanoTime(),
                SafepointMerger.LINE_ERROR_NANOS,
                logSource()))
        .withCause(handshake.operation())
        .withEvidence(new Evidence.Handshake(handshake.threads()));
  }

  private StallSource source(SafepointMerger join, UnifiedLog log) {
    List<String> blind = new ArrayList<>();
    blind.add("handshakes shorter than 1 ms, and which thread one waited for");
    if (log.omitted() > 0) {
      blind.add("the last " + log.omitted() + " safepoints, beyond the memory limit");
    }
    String agreement = join.crossCheck();
    return new StallSource(
        logSource(),
        side,
        "unified log of the JVM" + (agreement.isEmpty() ? "" : "; " + agreement),
        new StallSource.ClockAlignment(
            SafepointMerger.LINE_ERROR_NANOS,
            "its lines have the monotonic clock, and are written within about 30 µs of their event"),
        0,
        log.omitted(),
        List.of(
            StallKind.GC_PAUSE,
            StallKind.SAFEPOINT,
            StallKind.TIME_TO_SAFEPOINT,
            StallKind.HANDSHAKE),
        blind);
  }
}
