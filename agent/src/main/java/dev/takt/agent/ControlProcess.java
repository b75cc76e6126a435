package dev.takt.agent;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// An idle JVM with the same meter, as a control. Hiccups in both JVMs were caused by the machine,
/// hiccups in this one only by this JVM. The process ends when its standard input does, and so when
/// this JVM ends in any way.
final class ControlProcess implements AutoCloseable {

  /// The side of its hiccups: only the host can delay it.
  static final String SIDE = "host";

  private static final long TIMEOUT_SECONDS = 3;

  /// Environment variables with JVM options that are not inherited. An agent in them would start
  /// control processes recursively.
  private static final List<String> NOT_INHERITED =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

  private static final List<String> JVM_OPTIONS =
      List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xms16m", "-Xmx16m", "-Xss256k");

  private final Process process;
  private volatile boolean closed;

  private ControlProcess(Process process, StderrLog console) {
    this.process = process;
    CompletableFuture<Void> unused =
        process.onExit().thenAccept(ended -> logUnlessClosed(ended.exitValue(), console));
  }

  private void logUnlessClosed(int code, StderrLog console) {
    if (!closed) {
      console.log(
          String.format(
              Locale.ROOT,
              "the control process ended with code %d; the machine's hiccups are no longer measured",
              code));
    }
  }

  /// Starts one if the options request it.
  ///
  /// @return null if none is requested, or, after a message, if it cannot be started
  static @Nullable ControlProcess startIfWanted(
      HiccupOptions options, long delayNanos, Path log, StderrLog console) {
    if (!options.control().wanted()
        || Runtime.getRuntime().maxMemory() < options.control().minHeapBytes()) {
      return null;
    }
    try {
      return new ControlProcess(start(options, delayNanos, log), console);
    } catch (IOException | URISyntaxException | RuntimeException e) {
      console.log("cannot start the control process, continuing without it: " + e.getMessage());
      return null;
    }
  }

  private static Process start(HiccupOptions options, long delayNanos, Path log)
      throws IOException, URISyntaxException {
    Path java = Path.of(System.getProperty("java.home"), "bin", executable());
    if (!Files.isExecutable(java)) {
      throw new IOException("there is no " + java);
    }
    List<String> command = new ArrayList<>(List.of(java.toString()));
    command.addAll(JVM_OPTIONS);
    command.addAll(options.control().jvmArgs());
    command.addAll(List.of("-cp", jar().toString(), Standalone.class.getName()));
    command.addAll(
        List.of(
            "side=" + SIDE,
            "file=" + log,
            "resolution=" + options.settings().resolutionNanos() + "ns",
            "interval=" + options.log().intervalNanos() + "ns",
            "start-delay=" + delayNanos + "ns",
            "allocate=" + options.settings().allocating(),
            "until-input-ends"));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().keySet().removeAll(NOT_INHERITED);
    return builder.start();
  }

  private static String executable() {
    return File.separatorChar == '\\' ? "java.exe" : "java";
  }

  private static Path jar() throws URISyntaxException {
    return Path.of(
        ControlProcess.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  /// Makes it write its last interval and end.
  @Override
  public void close() {
    closed = true;
    try {
      process.getOutputStream().close();
      if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      process.destroy();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
