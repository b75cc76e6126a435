package dev.takt.watch.scheduler;

import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.watch.host.NumberScanner;
import dev.takt.watch.host.ProcFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Detects processes stopped by a signal by sampling their state in `/proc/PID/stat`. The fallback
/// where no scheduler events can be recorded. Not thread-safe.
public final class StoppedSampler implements AutoCloseable {

  private static final int BUFFER_BYTES = 512;

  private final List<Watched> processes = new ArrayList<>();
  private final Consumer<Stall> stalls;
  private long lastPoll;

  private static final class Watched {
    final ProcFile stat;
    final Side side;
    final String source;
    boolean stopped;
    long begin;
    long error;

    Watched(ProcFile stat, Side side, String source) {
      this.stat = stat;
      this.side = side;
      this.source = source;
    }
  }

  /// Opens the processes' files. Processes that have ended are left out.
  StoppedSampler(
      Path proc,
      Map<Integer, Side> pids,
      Map<Side, String> sources,
      long now,
      Consumer<Stall> stalls) {
    this.stalls = stalls;
    lastPoll = now;
    pids.forEach((pid, side) -> {
      try {
        ProcFile stat = ProcFile.open(proc.resolve(pid + "/stat"), BUFFER_BYTES);
        processes.add(new Watched(stat, side, sources.getOrDefault(side, "")));
      } catch (IOException _) {
        // It has ended.
      }
    });
  }

  /// Samples all processes. A change is placed in the middle between the last sample and this one.
  void poll(long now) {
    long gap = now - lastPoll;
    long middle = lastPoll + gap / 2;
    for (Watched each : processes) {
      boolean stopped = isStopped(each.stat.read());
      if (stopped && !each.stopped) {
        each.begin = middle;
        each.error = gap - gap / 2;
      } else if (!stopped && each.stopped) {
        emit(each, middle, gap - gap / 2);
      }
      each.stopped = stopped;
    }
    lastPoll = now;
  }

  /// Takes a last sample and reports processes that are still stopped.
  void finish(long now) {
    poll(now);
    processes.stream().filter(each -> each.stopped).forEach(each -> emit(each, now, 0));
  }

  private void emit(Watched process, long end, long endError) {
    stalls.accept(
        Stall.of(
            StallKind.STOPPED,
            process.side,
            new Stall.Interval(
                process.begin, end, Math.max(process.error, endError), process.source)));
  }

  /// Reads the state behind the program's name, which is in brackets and may contain brackets.
  public static boolean isStopped(NumberScanner stat) {
    stat.skipPastLast(')');
    char state = stat.peekCharacter();
    return state == 'T' || state == 't';
  }

  @Override
  public void close() {
    processes.forEach(each -> each.stat.close());
  }
}
