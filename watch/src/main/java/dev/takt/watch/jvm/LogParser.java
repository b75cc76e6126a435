package dev.takt.watch.jvm;

import dev.takt.runs.model.Stall.Actor;
import dev.takt.watch.jvm.SafepointLogEvent.LoggedHandshake;
import dev.takt.watch.jvm.SafepointLogEvent.LoggedSafepoint;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Parses the lines about safepoints, handshakes and garbage collections that JDK 17 to 25 write;
/// ignores all others. Not thread-safe.
final class LogParser {

  /// In the middle, JDK 17 has `Cleanup:`, and JDK 25 has `Leaving safepoint:` and `Threads:`.
  private static final Pattern SAFEPOINT =
      Pattern.compile(
          "Safepoint \"([^\"]*)\", .*Reaching safepoint: (\\d{1,18}) ns,.* Total: (\\d{1,18}) ns.*");

  private static final Pattern HANDSHAKE =
      Pattern.compile(
          "Handshake \"([^\"]*)\", Targeted threads: (\\d{1,9}),.*"
              + " Total completion time: (\\d{1,18}) ns.*");

  /// A thread that had not reached the safepoint; its id is hexadecimal up to JDK 20.
  private static final Pattern LATE_THREAD =
      Pattern.compile("# \"(.*)\" .*nid=(?:0x([0-9a-f]{1,8})|(\\d{1,9})) .*");

  private static final Pattern GC_PAUSE =
      Pattern.compile("GC\\(\\d+\\) Pause (.*?)(?: \\d+[BKMG]->.*)? [\\d.,]+ms");

  private static final Pattern GC_OPERATION =
      Pattern.compile("(G1|Parallel|GenCollect|Serial|CollectFor|Shenandoah|[ZX][A-Z]).*");

  /// JIT compiler threads, which are often among the late threads but are soon there.
  private static final Pattern COMPILER = Pattern.compile("(C1|C2|JVMCI) CompilerThread\\d+.*");

  private final long pid;
  private final Consumer<SafepointLogEvent> sink;
  private final List<Actor> lateThreads = new ArrayList<>();
  private int applicationThreads;
  private @Nullable String gcCause;
  private long uptimeZero = Long.MIN_VALUE;

  /// @param pid the JVM's process; -1 if it is not known
  /// @param sink receives the events
  LogParser(long pid, Consumer<SafepointLogEvent> sink) {
    this.pid = pid;
    this.sink = sink;
  }

  /// Parses the next line.
  void accept(String text) {
    LogLine line = LogLine.parse(text);
    if (line == null) {
      return;
    }
    // The uptime is read second, so the greatest difference has the smallest gap and error.
    uptimeZero = Math.max(uptimeZero, line.nanoTime() - line.uptimeNanos());
    if (line.tags().startsWith("safepoint")) {
      safepoint(line);
    } else if (line.tags().startsWith("handshake")) {
      handshake(line);
    } else if (line.tags().startsWith("gc")) {
      Matcher matcher = GC_PAUSE.matcher(line.text());
      if (matcher.matches()) {
        gcCause = cause(matcher.group(1));
      }
    }
  }

  private void safepoint(LogLine line) {
    Matcher safepoint = SAFEPOINT.matcher(line.text());
    if (safepoint.matches()) {
      String operation = safepoint.group(1);
      String cause = gcCause != null ? gcCause : isGcOperation(operation) ? operation : null;
      sink.accept(
          new LoggedSafepoint(
              operation,
              line.nanoTime(),
              Long.parseLong(safepoint.group(3)),
              Long.parseLong(safepoint.group(2)),
              cause,
              List.copyOf(lateThreads)));
      lateThreads.clear();
      applicationThreads = 0;
      gcCause = null;
      return;
    }
    Matcher thread = LATE_THREAD.matcher(line.text());
    if (thread.matches()) {
      long number =
          thread.group(2) != null
              ? Long.parseLong(thread.group(2), 16)
              : Long.parseLong(thread.group(3));
      Actor actor = new Actor(thread.group(1), pid < 0 ? null : pid, number, null);
      if (COMPILER.matcher(actor.name()).matches()) {
        lateThreads.add(actor);
      } else {
        lateThreads.add(applicationThreads++, actor);
      }
    }
  }

  private void handshake(LogLine line) {
    Matcher matcher = HANDSHAKE.matcher(line.text());
    if (matcher.matches()) {
      sink.accept(
          new LoggedHandshake(
              matcher.group(1),
              line.nanoTime(),
              Long.parseLong(matcher.group(3)),
              Long.parseLong(matcher.group(2))));
    }
  }

  /// The cause in the last parentheses of `Young (Normal) (G1 Evacuation Pause)` or `Full
  /// (System.gc())`; without parentheses, the whole text.
  private static String cause(String pause) {
    int open = pause.lastIndexOf(" (");
    return open >= 0 && pause.endsWith(")") ? pause.substring(open + 2, pause.length() - 1) : pause;
  }

  private static boolean isGcOperation(String operation) {
    return GC_OPERATION.matcher(operation).matches();
  }

  /// The monotonic time from which the JVM counts its uptime; null before the first line.
  @Nullable Long uptimeZero() {
    return uptimeZero == Long.MIN_VALUE ? null : uptimeZero;
  }
}
