package dev.takt.watch.jvm;

import dev.takt.runs.model.Side;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.Units;
import dev.takt.watch.jvm.SafepointLogEvent.LoggedHandshake;
import dev.takt.watch.jvm.SafepointLogEvent.LoggedSafepoint;
import dev.takt.watch.jvm.attach.ExchangeDirectory;
import dev.takt.watch.observer.LiveFigure;
import java.util.ArrayList;
import java.util.List;

/// Counts the safepoints and handshakes in a JVM's log, for the live display. Not thread-safe.
final class LiveSafepointCounter {

  private final Side side;
  private final LogTail tail;
  private final LogParser parser = new LogParser(-1, this::count);
  private final CountAndMax pauses = new CountAndMax();
  private final CountAndMax others = new CountAndMax();
  private final CountAndMax handshakes = new CountAndMax();

  /// A count and a maximum.
  private static final class CountAndMax {
    long count;
    long longestNanos;

    void add(long nanos) {
      count++;
      longestNanos = Math.max(longestNanos, nanos);
    }

    void addTo(List<LiveFigure> figures, String name, String one, String many) {
      if (count > 0) {
        figures.add(
            new LiveFigure(
                name,
                EnglishText.format(
                    "%d %s, longest %s",
                    count, count == 1 ? one : many, Units.time(longestNanos))));
      }
      count = 0;
      longestNanos = 0;
    }
  }

  LiveSafepointCounter(Side side, ExchangeDirectory files, String log) {
    this.side = side;
    this.tail = new LogTail(files, log);
  }

  /// The figures since the last call.
  List<LiveFigure> poll() {
    tail.read(parser::accept);
    List<LiveFigure> figures = new ArrayList<>();
    pauses.addTo(figures, side.lowerCase() + " gc", "pause", "pauses");
    others.addTo(figures, side.lowerCase() + " safepoints", "stop", "stops");
    handshakes.addTo(
        figures, side.lowerCase() + " handshakes", "of 1 ms or more", "of 1 ms or more");
    return figures;
  }

  private void count(SafepointLogEvent logged) {
    switch (logged) {
      case LoggedSafepoint safepoint ->
          (safepoint.gcCause() != null ? pauses : others).add(safepoint.nanos());
      case LoggedHandshake handshake -> {
        if (handshake.nanos() >= UnifiedLog.LONG_HANDSHAKE_NANOS) {
          handshakes.add(handshake.nanos());
        }
      }
    }
  }
}
