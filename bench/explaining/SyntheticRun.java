import dev.takt.record.ClockAnchor;
import dev.takt.runs.model.Environment;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.trace.OperationTraceWriter;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.RunRecord.Phase;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.model.StallSource;
import dev.takt.runs.model.Stalls;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Makes a run's directory: Poisson arrivals at 10,000/s at 16 connections, served in 0.3 to 0.9 ms,
/// and stalls of 1 to 20 ms of five kinds in which all connections stand still.
///
///     java -cp JARS bench/explaining/SyntheticRun.java DIR OPERATIONS STALLS
final class SyntheticRun {

  private static final int CONNECTIONS = 16;
  private static final double GAP_NANOS = 100_000;
  private static final int BATCH = 4_096;
  private static final StallKind[] KINDS = {
    StallKind.GC_PAUSE,
    StallKind.SAFEPOINT,
    StallKind.STOPPED,
    StallKind.THROTTLED,
    StallKind.TIME_TO_SAFEPOINT
  };

  public static void main(String[] arguments) throws Exception {
    RunDirectory directory = RunDirectory.create(Path.of(arguments[0]));
    int operations = Integer.parseInt(arguments[1]);
    int stallCount = Integer.parseInt(arguments[2]);
    Random random = new Random(1);
    long length = (long) (operations * GAP_NANOS);
    List<Stall> stalls = stalls(random, stallCount, length);
    directory.write(new Stalls(1, sources(), List.of(), stalls, 0, List.of(), Map.of()));
    RunRecord started =
        RunRecord.started(
            Map.of("mode", "fixed", "connections", CONNECTIONS, "workers", CONNECTIONS),
            Environment.capture());
    directory.write(
        started
            .withPhases(0, List.of(new Phase(Phase.MEASURE, 0, length)))
            .ended(RunRecord.State.FINISHED, null));
    serve(directory, random, operations, stalls);
  }

  private static List<StallSource> sources() {
    return List.of(
        new StallSource(
            "synthetic", Side.TARGET, "made up", new StallSource.ClockAlignment(0, ""), 0, 0L, List.of(KINDS), List.of()));
  }

  private static List<Stall> stalls(Random random, int count, long length) {
    List<Stall> stalls = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long begin = (long) ((i + 0.1 + 0.5 * random.nextDouble()) * length / count);
      long most = Math.min(20_000_000, length / count / 3);
      long end = begin + Math.max(1, (long) (most * (0.05 + 0.95 * random.nextDouble())));
      StallKind kind = KINDS[i % KINDS.length];
      stalls.add(
          Stall.of(kind, Side.TARGET, new Stall.Interval(begin, end, 1_000, "synthetic"))
              .withCause("cause " + i % 3));
    }
    return stalls;
  }

  private static void serve(
      RunDirectory directory, Random random, int operations, List<Stall> stalls)
      throws Exception {
    long[] free = new long[CONNECTIONS];
    Arrays.fill(free, Long.MIN_VALUE);
    double clock = 0;
    int firstStall = 0;
    try (var writer =
        new OperationTraceWriter(
            directory.operationTrace(), List.of("read", "write"), 0, operations)) {
      var lane = writer.lane(2 * BATCH);
      for (int i = 0; i < operations; i++) {
        clock -= Math.log(1 - random.nextDouble()) * GAP_NANOS;
        long due = (long) clock;
        int first = 0;
        for (int s = 1; s < CONNECTIONS; s++) {
          first = free[s] < free[first] ? s : first;
        }
        long start = Math.max(due, free[first]);
        long at = start;
        long left = 300_000 + random.nextInt(600_000);
        while (firstStall < stalls.size() && stalls.get(firstStall).endNanoTime() <= due) {
          firstStall++;
        }
        for (int s = firstStall; s < stalls.size(); s++) {
          Stall stall = stalls.get(s);
          long until = Math.max(at, stall.beginNanoTime());
          if (stall.endNanoTime() <= at) {
            continue;
          }
          if (until - at >= left) {
            break;
          }
          left -= until - at;
          at = stall.endNanoTime();
        }
        free[first] = at + left;
        lane.record(i & 1, due, start, at + left, OperationState.COMPLETED.code());
        if (i % BATCH == 0) {
          writer.drain(0);
        }
      }
      writer.drain(0);
    }
  }
}
