package dev.takt.watch.host;

import dev.takt.runs.Side;
import dev.takt.runs.Stall;
import dev.takt.runs.StallKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Sees processes that a signal has stopped by their state in `/proc/PID/stat`, where nothing
/// better is to be had. For one thread at a time.
final class StoppedSampler implements AutoCloseable {

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

  /// Processes that are not there any more are left out.
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

  /// Looks at all of them. A change is taken to have been in the middle of the time since the last
  /// look.
  void poll(long now) {
    long gap = now - lastPoll;
    long middle = lastPoll + gap / 2;
    for (Watched each : processes) {
      boolean stopped = isStopped(each.stat.read());
      if (stopped && !each.stopped) {
        each.begin = middle;
        each.error = gap - gap / 2;
      } else if (!stopped && each.stopped) {
        tell(each, middle, gap - gap / 2);
      }
      each.stopped = stopped;
    }
    lastPoll = now;
  }

  /// Tells of those that are still stopped.
  void finish(long now) {
    poll(now);
    processes.stream().filter(each -> each.stopped).forEach(each -> tell(each, now, 0));
  }

  private void tell(Watched process, long end, long endError) {
    stalls.accept(
        new Stall(
            StallKind.STOPPED,
            process.side,
            process.begin,
            end,
            Math.max(process.error, endError),
            process.source,
            null,
            null,
            null,
            null,
            Map.of()));
  }

  /// The name of a program, in brackets before the state, may have brackets itself.
  static boolean isStopped(Figures stat) {
    stat.toLast(')');
    char state = stat.character();
    return state == 'T' || state == 't';
  }

  @Override
  public void close() {
    processes.forEach(each -> each.stat.close());
  }
}
