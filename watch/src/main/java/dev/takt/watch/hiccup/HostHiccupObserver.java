package dev.takt.watch.hiccup;

import dev.takt.record.hiccup.HiccupSettings;
import dev.takt.runs.model.Side;
import dev.takt.watch.observer.Findings;
import dev.takt.watch.observer.LiveFigure;
import dev.takt.watch.observer.Observer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Measures the hiccups of the machine, by the hiccup meter in an idle JVM that it starts. Only the
/// machine can delay that JVM. It ends when this process ends, in any way.
public final class HostHiccupObserver implements Observer {

  private static final Side SIDE = Side.HOST;
  private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final int MAX_MESSAGE_LENGTH = 500;

  private final Path log;
  private final HiccupSettings settings;
  private final HiccupCollector collector;
  private final JournalFollower journal;
  private @Nullable Process process;
  private @Nullable String problem;

  /// An observer that writes to the log of a run.
  ///
  /// @param log `hiccups.hdr` of the run, which other meters may write to as well
  /// @param settings of the meter
  public HostHiccupObserver(Path log, HiccupSettings settings) {
    this.log = log.toAbsolutePath();
    this.settings = settings;
    this.collector = new HiccupCollector(SIDE, HiccupCollector.SHARED_CLOCK, settings);
    this.journal = new JournalFollower(this.log.resolveSibling("host-hiccups.txt"), collector);
  }

  @Override
  public void start() {
    try {
      Process started = launch();
      process = started;
      if (!journal.readUntil(collector::hasBegun, () -> !started.isAlive(), TIMEOUT_NANOS)) {
        problem = "the measuring process did not start" + outputOf(started);
      }
    } catch (IOException e) {
      problem = "the measuring process cannot be started: " + e.getMessage();
    }
  }

  private Process launch() throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                // The counters for jps and jstat would wake it twenty times a second.
                "-XX:-UsePerfData",
                "-Xms16m",
                "-Xmx16m",
                "-jar",
                AgentJar.find().toString(),
                "file=" + log,
                "journal=" + journal.file(),
                "interval=1s",
                "resolution=" + settings.resolutionNanos() + "ns",
                "threshold=" + settings.thresholdNanos() + "ns",
                "until-input-ends")
            .redirectErrorStream(true);
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().remove("JDK_JAVA_OPTIONS");
    builder.environment().remove("_JAVA_OPTIONS");
    return builder.start();
  }

  @Override
  public List<LiveFigure> live() {
    journal.read();
    return collector.live();
  }

  @Override
  public Findings finish() {
    if (process != null) {
      stop(process);
    }
    journal.delete();
    return HiccupFindings.findings(SIDE, collector, problem);
  }

  private void stop(Process running) {
    try {
      running.getOutputStream().close();
      if (!journal.readUntil(collector::hasEnded, () -> !running.isAlive(), TIMEOUT_NANOS)) {
        problem =
            problem == null ? "the measuring process ended early" + outputOf(running) : problem;
      }
    } catch (IOException e) {
      problem = "the measuring process cannot be stopped: " + e.getMessage();
    } finally {
      running.destroy();
    }
  }

  private static String outputOf(Process ended) {
    try {
      if (ended.isAlive()) {
        return "";
      }
      String all =
          new String(ended.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return all.isEmpty()
          ? ""
          : "; its output: " + all.substring(0, Math.min(all.length(), MAX_MESSAGE_LENGTH));
    } catch (IOException e) {
      return "";
    }
  }
}
