import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/// What a JVM keeps paying once somebody has attached to it with a flight recorder or an agent: a
/// virtual thread that starts, gives its carrier away once and ends, before and after.
///
///     java -XX:+UseSerialGC -Xms512m -Xmx512m -Djdk.virtualThreadScheduler.parallelism=1 \
///       bench/watching/FirstAttach.java recording|none|AGENT.jar
///
/// The recording and the agent are gone again when it is measured: what is left is that the JVM
/// tells its tool interface of each change of a virtual thread's carrier from then on.
public final class FirstAttach {

  private static final int THREADS = 200_000;
  private static final int AT_A_TIME = 64;
  private static final int ROUNDS = 25;

  public static void main(String[] words) throws Exception {
    median();
    System.out.printf("before %.0f ns, %.0f ns%n", median(), median());
    switch (words[0]) {
      case "none" -> command("VM.version");
      case "recording" -> {
        command("JFR.start", "name=first", "settings=none");
        Thread.sleep(500);
        command("JFR.stop", "name=first");
      }
      default -> command("JVMTI.agent_load", Path.of(words[0]).toAbsolutePath().toString(), "help");
    }
    Thread.sleep(2_000);
    median();
    System.out.printf("after  %.0f ns, %.0f ns%n", median(), median());
  }

  private static void command(String... words) throws IOException, InterruptedException {
    String[] all = new String[words.length + 2];
    all[0] = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    all[1] = Long.toString(ProcessHandle.current().pid());
    System.arraycopy(words, 0, all, 2, words.length);
    int result =
        new ProcessBuilder(List.of(all))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor();
    if (result != 0) {
      throw new IOException("jcmd " + words[0] + " ended with " + result);
    }
  }

  /// For each thread, in nanoseconds.
  private static double median() throws InterruptedException {
    double[] rounds = new double[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      rounds[i] = round();
    }
    Arrays.sort(rounds);
    return rounds[ROUNDS / 2];
  }

  private static double round() throws InterruptedException {
    long begin = System.nanoTime();
    Semaphore free = new Semaphore(AT_A_TIME);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < THREADS; i++) {
        free.acquire();
        threads.execute(
            () -> {
              Thread.yield();
              free.release();
            });
      }
    }
    return (System.nanoTime() - begin) / (double) THREADS;
  }
}
