import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import jdk.jfr.Recording;

/// Burns CPU time in two methods, more in one during slow intervals and more in the other during the
/// rest, and prints how much: the truth that a profile is compared with.
///
/// Arguments: the file of the recording, and how many milliseconds of CPU time to burn.
final class HotMethods {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final double MAINLY = 0.75;

  private static double sunk;

  public static void main(String[] args) throws Exception {
    Thread worker = new Thread(() -> burn(args), "the burner");
    worker.start();
    worker.join();
  }

  private static void burn(String[] args) {
    try (Recording recording = new Recording()) {
      recording.enable("jdk.CPUTimeSample").with("throttle", "10ms");
      recording.enable("jdk.CPUTimeSamplesLost");
      recording.enable("jdk.ActiveSetting");
      recording.start();
      burnAndReport(Long.parseLong(args[1]) * 1_000_000);
      recording.stop();
      recording.dump(Path.of(args[0]));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static void burnAndReport(long nanos) throws Exception {
    Random random = new Random(7);
    long[] burnt = new long[4]; // slow A, slow B, rest A, rest B
    long schedstatAtBegin = schedstat();
    long begin = System.nanoTime();
    long cpuBegin = cpu();
    for (int i = 0; cpu() - cpuBegin < nanos; i++) {
      boolean slow = i % 2 == 0;
      long from = System.nanoTime();
      long until = cpu() + 60_000_000L + random.nextInt(40_000_000);
      while (cpu() < until) {
        boolean first = random.nextDouble() < (slow ? MAINLY : 1 - MAINLY);
        long cpu = cpu();
        long length = 1_000_000L + random.nextInt(8_000_000);
        if (first) {
          methodA(cpu + length);
        } else {
          methodB(cpu + length);
        }
        burnt[(slow ? 0 : 2) + (first ? 0 : 1)] += cpu() - cpu;
      }
      System.out.println((slow ? "slow " : "rest ") + from + " " + System.nanoTime());
    }
    System.out.println("burnt " + burnt[0] + " " + burnt[1] + " " + burnt[2] + " " + burnt[3]);
    long end = System.nanoTime();
    String task = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName().toString();
    System.out.println(
        "kernel " + task + " " + begin + " " + end + " " + (schedstat() - schedstatAtBegin));
  }

  private static long schedstat() throws Exception {
    return Long.parseLong(Files.readString(Path.of("/proc/thread-self/schedstat")).split(" ")[0]);
  }

  private static long cpu() {
    return THREADS.getCurrentThreadCpuTime();
  }

  private static void methodA(long until) {
    while (cpu() < until) {
      for (int i = 1; i < 20_000; i++) {
        sunk += Math.sqrt(i);
      }
    }
  }

  private static void methodB(long until) {
    while (cpu() < until) {
      for (int i = 1; i < 20_000; i++) {
        sunk -= Math.sqrt(i);
      }
    }
  }
}
