package dev.takt.driver.demo;

import dev.takt.load.driver.DriverException;
import dev.takt.runs.classpath.ClassPathEntry;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Starts and stops the shop in a JVM of its own, which exits when this process does.
final class ShopProcess implements AutoCloseable {

  /// The name of the garbage collector's log in the run directory.
  static final String GC_LOG = "demo-gc.log";

  /// The name of the shop's own output in the run directory.
  static final String LOG = "demo.log";

  private static final Duration START_TIMEOUT = Duration.ofSeconds(20);
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(3);

  /// A small heap and the serial collector make pauses visible and easy to understand. Only the C1
  /// compiler: in a run of some seconds, C2 would mainly compete for CPU.
  private static final List<String> FLAGS =
      List.of(
          "-Xms56m",
          "-Xmx56m",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-Xlog:gc*,safepoint:file=" + GC_LOG + ":timenanos,level,tags:filecount=0");

  /// A shell command that starts the shop with SIGINT ignored and at a lower priority.
  ///
  /// Ctrl-C reaches all processes of a terminal, but the parent decides when the shop ends. A
  /// signal that is ignored when a JVM starts stays ignored.
  ///
  /// The nice level gives the generator precedence where both need the same CPU: with the target on
  /// another machine they would not compete. Otherwise the shop's compiler and collector would
  /// appear as lateness of the generator.
  private static final String SHELL_WRAPPER = "trap '' INT; exec nice -n 10 \"$@\"";

  private final Process process;
  private final Path log;
  private volatile boolean closing;
  private int port;

  private ShopProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /// Starts the shop and waits until it is open.
  ///
  /// @param folder the directory for its logs
  /// @param moreFlags additional JVM flags
  /// @param warnings receives a message if the shop ends before [#close]
  static ShopProcess start(Path folder, List<String> moreFlags, Consumer<String> warnings)
      throws DriverException {
    Path log = folder.resolve(LOG);
    try {
      ProcessBuilder builder = new ProcessBuilder(command(moreFlags));
      builder.directory(folder.toFile());
      builder.redirectError(log.toFile());
      builder.environment().remove("JDK_JAVA_OPTIONS");
      builder.environment().remove("JAVA_TOOL_OPTIONS");
      ShopProcess shop = new ShopProcess(builder.start(), log);
      try {
        shop.port = shop.awaitPort();
      } catch (DriverException e) {
        shop.close();
        throw e;
      }
      var _ =
          shop.process.onExit().thenAccept(ended -> shop.reportExit(ended.exitValue(), warnings));
      return shop;
    } catch (IOException e) {
      throw new DriverException(
          "the demo shop cannot be started in " + folder + ": " + e.getMessage(), e);
    }
  }

  int port() {
    return port;
  }

  long pid() {
    return process.pid();
  }

  /// Ends the shop, by force if it does not end by itself.
  @Override
  public void close() {
    closing = true;
    try {
      process.getOutputStream().close();
    } catch (IOException _) {
      // The pipe is broken because the shop has ended.
    }
    try {
      if (!process.waitFor(STOP_TIMEOUT)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  private void reportExit(int exitCode, Consumer<String> warnings) {
    if (!closing) {
      warnings.accept("the demo shop ended during the run with " + describeExit(exitCode));
    }
  }

  private int awaitPort() throws DriverException {
    CompletableFuture<@Nullable String> line = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(() -> {
          try (BufferedReader output = process.inputReader()) {
            line.complete(output.readLine());
          } catch (IOException e) {
            line.completeExceptionally(e);
          }
        });
    try {
      String port = line.get(START_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
      if (port != null && port.matches("\\d+")) {
        return Integer.parseInt(port);
      }
      process.waitFor(STOP_TIMEOUT);
      throw new DriverException(
          "the demo shop did not start: "
              + (port == null ? "" : "it printed \"" + port + "\"; ")
              + (process.isAlive() ? "no port" : describeExit(process.exitValue())));
    } catch (TimeoutException e) {
      throw new DriverException(
          "the demo shop did not start within " + START_TIMEOUT.toSeconds() + " s" + logTail(), e);
    } catch (ExecutionException e) {
      throw new DriverException("the demo shop did not start: " + e.getMessage() + logTail(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DriverException("interrupted while starting the demo shop", e);
    }
  }

  private String describeExit(int exitCode) {
    return "exit code " + exitCode + (exitCode == 137 ? " (killed)" : "") + logTail();
  }

  private String logTail() {
    try {
      String all = new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
      List<String> lines = all.lines().toList();
      List<String> last = lines.subList(Math.max(0, lines.size() - 5), lines.size());
      return last.isEmpty()
          ? "; its log " + log + " is empty"
          : "; its log " + log + " ends with:\n  " + String.join("\n  ", last);
    } catch (IOException e) {
      return "; its log " + log + " cannot be read";
    }
  }

  private static List<String> command(List<String> moreFlags) throws IOException {
    List<String> command = new ArrayList<>();
    if (File.separatorChar == '/') {
      command.addAll(List.of("sh", "-c", SHELL_WRAPPER, "takt-demo"));
    }
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(FLAGS);
    command.addAll(moreFlags);
    command.add("-cp");
    command.add(
        ClassPathEntry.of(ShopMain.class)
            + File.pathSeparator
            + ClassPathEntry.of(org.h2.Driver.class));
    command.add(ShopMain.class.getName());
    return command;
  }
}
