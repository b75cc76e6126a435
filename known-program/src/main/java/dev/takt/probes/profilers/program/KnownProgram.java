package dev.takt.probes.profilers.program;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;

/// The main class of the program whose profile is known.
///
/// Arguments: the CPU time to burn for each workload in milliseconds, how to record (see
/// [Recorder#of]), a folder for the recordings, and the names of workloads. Each workload burns in
/// a thread of its own, and is recorded into a file of its name. Before and after it burns, a line
/// `begin NAME` and `end NAME` is printed, and a byte is read. Then a line is printed, with times
/// in nanoseconds: `measured NAME CPU-OF-A CPU-OF-B CALLS WALL OTHERS JVM SAFEPOINTS STOPPED`,
/// where OTHERS is the CPU time of all other threads of the process, JVM that of those which
/// collect, compile and do other work of the JVM, and STOPPED how long all threads were stopped.
public final class KnownProgram {

  private static final String BURNER = "burner";

  /// What the threads are called that carry virtual ones.
  static final String CARRIER = "ForkJoinPool-1-worker-";

  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private KnownProgram() {}

  /// Whether a thread of that name burns CPU time for a workload.
  ///
  /// @param recording the file of the workload's recording
  public static Predicate<String> burners(Path recording) {
    boolean isVirtual = String.valueOf(recording.getFileName()).equals(Workloads.VIRTUAL);
    return name -> name.equals(BURNER) || (isVirtual && name.startsWith(CARRIER));
  }

  /// Runs the program.
  public static void main(String[] args) throws Exception {
    long nanos = Long.parseLong(args[0]) * 1_000_000;
    Path folder = Path.of(args[2]).toAbsolutePath();
    for (String name : List.of(args).subList(3, args.length)) {
      inBurner(() -> new Burner(Workloads.named(name)).warmUp());
      Burner burner = new Burner(Workloads.named(name));
      Recorder recorder = Recorder.of(args[1], folder.resolve(name));
      meet("begin " + name);
      recorder.start();
      Safepoints before = Safepoints.now();
      long processBefore = PROCESS.getProcessCpuTime();
      long jvmBefore = JvmCpuTime.nanos();
      inBurner(() -> burner.burn(nanos));
      long jvm = JvmCpuTime.nanos() - jvmBefore;
      long others = PROCESS.getProcessCpuTime() - processBefore - burner.cpuNanos();
      Safepoints during = Safepoints.now().since(before);
      meet("end " + name);
      recorder.stop();
      System.out.println(
          "measured " + name + " " + burner + " " + others + " " + jvm + " " + during);
    }
  }

  static void meet(String line) throws IOException {
    System.out.println(line);
    if (System.in.read() < 0) {
      throw new IOException("the parent has ended");
    }
  }

  private static void inBurner(Runnable work) throws InterruptedException {
    Thread burner = burner(work);
    burner.start();
    burner.join();
  }

  /// A thread that burns.
  static Thread burner(Runnable work) {
    return new Thread(work, BURNER);
  }

  /// A virtual thread that burns, where the JVM has them.
  static Thread virtualBurner(Runnable work) {
    try {
      Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
      Class<?> type = Class.forName("java.lang.Thread$Builder");
      type.getMethod("name", String.class).invoke(builder, BURNER);
      return (Thread) type.getMethod("unstarted", Runnable.class).invoke(builder, work);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this JVM has no virtual threads", e);
    }
  }
}
