package dev.takt.faults;

import dev.takt.process.Command;
import dev.takt.process.Launcher;
import dev.takt.process.Signal;
import dev.takt.process.StartException;
import dev.takt.process.StreamChild;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Injects the faults that have their cause outside of the process. Not thread-safe.
final class ExternalFaults {

  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final FaultyJvmProcess target;
  private final @Nullable CpuQuota quota;

  /// @param quota the control group of the process; null if there is none
  ExternalFaults(FaultyJvmProcess target, @Nullable CpuQuota quota) {
    this.target = target;
    this.quota = quota;
  }

  GroundTruth inject(FaultKind ailment, int millis)
      throws IOException, InterruptedException, NotPossibleException {
    return switch (ailment) {
      case STOP -> stop(millis);
      case HOG -> hog(millis);
      case QUOTA -> quota(millis);
      default -> throw new IllegalArgumentException(ailment + " is internal");
    };
  }

  private GroundTruth stop(int millis) throws InterruptedException {
    target.signal(Signal.STOP);
    long begin = System.nanoTime();
    Thread.sleep(millis);
    long end = System.nanoTime();
    target.signal(Signal.CONT);
    return GroundTruth.of(List.of(new Fault(FaultKind.STOP, begin, end, null, null)));
  }

  /// Runs a busy loop of real-time priority on each processor, so that no ordinary thread runs. The
  /// kernel ends each by its CPU time limit, since no other process could run to end it.
  private GroundTruth hog(int millis)
      throws IOException, InterruptedException, NotPossibleException {
    int processors = Runtime.getRuntime().availableProcessors();
    var _ = target.send(FaultyJvm.BEGIN + " " + FaultKind.HOG);
    List<StreamChild> hogs = new ArrayList<>();
    try {
      for (int cpu = 0; cpu < processors; cpu++) {
        hogs.add(Launcher.shared().start(hogOn(cpu, millis)));
      }
      for (StreamChild each : hogs) {
        checkHog(each, each.awaitExit(TIMEOUT).isPresent());
      }
    } catch (StartException e) {
      throw new NotPossibleException("chrt, prlimit and taskset are needed: " + e.getMessage());
    } finally {
      hogs.forEach(StreamChild::close);
    }
    GroundTruth gaps = target.send(FaultyJvm.END);
    // Shorter pauses are caused by other threads.
    return gaps.pauses().stream()
        .max(Comparator.comparingLong(Pause::nanos))
        .map(gap ->
            new Fault(
                FaultKind.HOG,
                gap.begin(),
                gap.end(),
                PauseDetector.THREAD_NAME,
                FaultyServer.HOG_NAME))
        .map(fault -> gaps.and(GroundTruth.of(List.of(fault))))
        .orElse(gaps);
  }

  /// The hog is a shell that sets its own name, of which the kernel keeps 15 characters.
  private static Command hogOn(int cpu, int millis) {
    String limit = "--rttime=" + millis * 1000L;
    String loop = "printf " + FaultyServer.HOG_NAME + " >/proc/$$/comm; while :; do :; done";
    return Command.of(
        "taskset", "-c", "" + cpu, "prlimit", limit, "chrt", "-f", "10", "sh", "-c", loop);
  }

  private static void checkHog(StreamChild hog, boolean ended)
      throws IOException, NotPossibleException {
    String error =
        ended
            ? new String(hog.stderr().readAllBytes(), StandardCharsets.UTF_8).strip()
            : "it did not end";
    if (!error.isEmpty()) {
      throw new NotPossibleException(error);
    }
  }

  private GroundTruth quota(int millis)
      throws IOException, InterruptedException, NotPossibleException {
    if (quota == null) {
      throw new NotPossibleException("cannot create a control group");
    }
    var _ = target.send(FaultyJvm.BEGIN + " " + FaultKind.QUOTA);
    quota.limit();
    Thread.sleep(millis);
    quota.lift();
    GroundTruth gaps = target.send(FaultyJvm.END);
    List<Fault> faults =
        gaps.pauses().stream()
            .map(gap -> new Fault(FaultKind.QUOTA, gap.begin(), gap.end(), null, null))
            .toList();
    return gaps.and(GroundTruth.of(faults));
  }
}
