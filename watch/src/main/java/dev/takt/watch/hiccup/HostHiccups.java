package dev.takt.watch.hiccup;

import dev.takt.record.hiccup.HiccupSettings;
import dev.takt.runs.Side;
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
public final class HostHiccups implements Observer {

  private static final Side SIDE = Side.HOST;
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final int LONGEST_MESSAGE = 500;

  private final Path log;
  private final HiccupSettings settings;
  private final SeenHiccups seen;
  private final Journal journal;
  private @Nullable Process process;
  private @Nullable String wrong;

  /// An observer that writes to the log of a run.
  ///
  /// @param log `hiccups.hdr` of the run, which other meters may write to as well
  /// @param settings of the meter
  public HostHiccups(Path log, HiccupSettings settings) {
    this.log = log.toAbsolutePath();
    this.settings = settings;
    this.seen = new SeenHiccups(SIDE, SeenHiccups.SHARED_CLOCK, settings);
    this.journal = new Journal(this.log.resolveSibling("host-hiccups.txt"), seen);
  }

  @Override
  public void start() {
    try {
      Process started = launch();
      process = started;
      if (!journal.readUntil(seen::hasBegun, () -> !started.isAlive(), PATIENCE_NANOS)) {
        wrong = "the measuring process did not start" + said(started);
      }
    } catch (IOException e) {
      wrong = "the measuring process cannot be started: " + e.getMessage();
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
    return seen.live();
  }

  @Override
  public Findings finish() {
    if (process != null) {
      end(process);
    }
    journal.delete();
    return Ended.findings(SIDE, seen, wrong);
  }

  private void end(Process running) {
    try {
      running.getOutputStream().close();
      if (!journal.readUntil(seen::hasEnded, () -> !running.isAlive(), PATIENCE_NANOS)) {
        wrong = wrong == null ? "the measuring process ended early" + said(running) : wrong;
      }
    } catch (IOException e) {
      wrong = "the measuring process cannot be stopped: " + e.getMessage();
    } finally {
      running.destroy();
    }
  }

  private static String said(Process ended) {
    try {
      if (ended.isAlive()) {
        return "";
      }
      String all =
          new String(ended.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return all.isEmpty()
          ? ""
          : "; its output: " + all.substring(0, Math.min(all.length(), LONGEST_MESSAGE));
    } catch (IOException e) {
      return "";
    }
  }
}
