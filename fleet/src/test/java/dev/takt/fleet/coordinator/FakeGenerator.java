package dev.takt.fleet.coordinator;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;

/// Behaves like `takt run --start-at -`, as far as an agent sees. Its plan says what it does:
/// `refuse` (on all machines, or on that with a share), `others wait` (for the first one, which
/// refuses), `crash`, `hang`, or how many lines it writes, 50 ms apart. Or behaves like `takt watch
/// --for -`.
final class FakeGenerator {

  private FakeGenerator() {}

  /// The words that start it.
  static List<String> words() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-Xmx32m",
        "-cp",
        System.getProperty("java.class.path"),
        FakeGenerator.class.getName());
  }

  private static void waitForTheFirst(String share) throws InterruptedException {
    if (share.startsWith("1/")) {
      System.err.println("takt: the keyspace cannot be made");
      System.exit(1);
    }
    Thread.sleep(Duration.ofMinutes(1));
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    List<String> words = List.of(args);
    Path out = Path.of(words.get(words.indexOf("--out") + 1));
    if (words.getFirst().equals("watch")) {
      watch(words, out);
    }
    String plan = Files.readString(Path.of(words.get(1))).strip();
    Files.createDirectories(out.resolve("failures"));
    String share = words.get(words.indexOf("--share") + 1);
    if (plan.equals("rate: refuse") || plan.equals("rate: refuse " + share)) {
      System.err.println("takt: the target does not answer");
      System.exit(1);
    }
    if (plan.equals("rate: others wait")) {
      waitForTheFirst(share);
    }
    System.out.println("ready");
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    String start = in.readLine();
    if (start == null) {
      System.exit(130);
    }
    if (plan.equals("rate: crash")) {
      System.err.println("takt: no memory");
      Runtime.getRuntime().halt(7);
    }
    Thread.ofPlatform().daemon().start(() -> endWithInput(in));
    long due = Long.parseLong(start.substring(start.indexOf(':') + 1));
    Thread.sleep(Math.max(0, (due - System.nanoTime()) / 1_000_000));
    Files.writeString(out.resolve("started"), System.nanoTime() - due + "\n");
    Files.writeString(out.resolve("share"), share);
    Files.writeString(out.resolve("failures/empty"), "");
    if (plan.equals("rate: hang " + share)) {
      Thread.sleep(Duration.ofMinutes(1));
    }
    int lines = plan.contains("hang") ? 2 : Integer.parseInt(plan.substring(plan.indexOf(' ') + 1));
    for (int i = 0; i < lines; i++) {
      Files.writeString(
          out.resolve("latency.hdr"),
          "line " + i + " " + "x".repeat(5_000) + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
      Thread.sleep(50);
    }
    System.exit(0);
  }

  private static void watch(List<String> words, Path out) throws IOException, InterruptedException {
    Files.createDirectories(out);
    long began = System.nanoTime();
    System.out.println("ready");
    var _ = System.in.transferTo(OutputStream.nullOutputStream());
    if (words.contains("ends-slowly")) {
      Thread.sleep(Duration.ofSeconds(14));
    }
    String seen = words.get(0) + " " + words.get(1) + "\n" + began + "\n" + System.nanoTime();
    Files.writeString(out.resolve("watched"), seen);
    System.exit(words.get(words.indexOf("--for") + 1).equals("-") ? 0 : 1);
  }

  private static void endWithInput(BufferedReader in) {
    try {
      while (in.readLine() != null) {
        // Only its end matters.
      }
    } catch (IOException _) {
      // The end as well.
    }
    System.exit(130);
  }
}
