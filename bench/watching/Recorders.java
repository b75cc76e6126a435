import dev.takt.watch.bpf.SchedulerProgram.TimestampSource;
import dev.takt.watch.perf.PerfException;
import dev.takt.watch.perf.SwitchRecorder;
import dev.takt.watch.perf.WaitRecorder;
import java.util.Scanner;

/// Holds a recorder of the scheduler open for `bench/switches`: a line of standard input names the
/// one that is wanted, and is answered with a line. Nobody reads what is recorded.
final class Recorders {

  private static final int LONG_ENOUGH_NANOS = 1_000_000;

  private static AutoCloseable open(String name) throws PerfException {
    return switch (name) {
      case "program" -> WaitRecorder.open(TimestampSource.SCHED_INFO, LONG_ENOUGH_NANOS);
      case "programs" -> WaitRecorder.open(TimestampSource.BPF_MAP, LONG_ENOUGH_NANOS);
      case "switch records" -> SwitchRecorder.withSwitchRecords();
      case "tracepoints" -> SwitchRecorder.withTracepoints();
      default -> () -> {};
    };
  }

  public static void main(String[] arguments) throws Exception {
    AutoCloseable recorder = () -> {};
    Scanner lines = new Scanner(System.in);
    while (lines.hasNextLine()) {
      recorder.close();
      try {
        recorder = open(lines.nextLine());
        System.out.println("ready");
      } catch (PerfException e) {
        recorder = () -> {};
        System.out.println(e.getMessage());
      }
    }
  }
}
