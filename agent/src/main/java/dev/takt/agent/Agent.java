package dev.takt.agent;

import dev.takt.agent.locks.LockInstrument;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The entry points of the agent: at the JVM's start (`-javaagent:takt-agent.jar=OPTIONS`) or later
/// by attach.
///
/// All failures are reported on standard error and never thrown, so that the application is not
/// affected. Thread-safe.
public final class Agent {

  private static final String TARGET = "target";
  private static final StderrLog LOG = new StderrLog("takt-agent");
  private static final Map<Path, Measurement> MEASUREMENTS = new LinkedHashMap<>();

  private static @Nullable LockInstrument locks;

  private Agent() {}

  /// Called at the start of the JVM.
  public static void premain(@Nullable String options, Instrumentation instrumentation) {
    run(options, instrumentation, false);
  }

  /// Called after an attach.
  public static void agentmain(@Nullable String options, Instrumentation instrumentation) {
    run(options, instrumentation, true);
  }

  private static synchronized void run(
      @Nullable String text, Instrumentation instrumentation, boolean attached) {
    try {
      HiccupOptions.Parsed parsed = HiccupOptions.parse(text, TARGET);
      parsed.problems().forEach(LOG::log);
      if (parsed.help()) {
        LOG.log("options, separated by commas:\n" + HiccupOptions.TEXT);
      } else if (parsed.stop() != null) {
        stop(parsed.stop());
      } else if (parsed.options() != null) {
        start(parsed.options(), attached);
        if (parsed.options().locks()) {
          instrumentLocks(instrumentation);
        }
      }
    } catch (Throwable e) {
      LOG.log("failed; the application is not affected: " + e);
    }
  }

  private static void start(HiccupOptions options, boolean attached) {
    removeEnded();
    try {
      Path file = FilePattern.expand(options.log().file());
      if (MEASUREMENTS.containsKey(file)) {
        LOG.log("already measures into " + file + "; stop that first, or name another file");
        return;
      }
      Measurement measurement = Measurement.start(options, attached, LOG, Agent::cleanUp);
      MEASUREMENTS.put(measurement.file(), measurement);
    } catch (IOException e) {
      LOG.log(e.getMessage() + "; nothing is measured");
    }
  }

  /// Instruments locks once for all measurements.
  private static void instrumentLocks(Instrumentation instrumentation) {
    if (locks == null) {
      LockInstrument installed = LockInstrument.install(instrumentation);
      installed.problems().forEach(LOG::log);
      locks = installed.isInstalled() ? installed : null;
    }
  }

  /// Cleans up after a measurement that ended by itself, such as after its Takt was killed.
  private static synchronized void cleanUp(boolean processIsGone) {
    removeEnded();
    uninstallLocksIfIdle();
    if (processIsGone) {
      StaleSessionCleanup.cleanUp(LOG, MEASUREMENTS.isEmpty());
    }
  }

  private static void removeEnded() {
    MEASUREMENTS.values().removeIf(each -> !each.isRunning());
  }

  /// Removes the instrumentation of locks if no measurement is running.
  private static void uninstallLocksIfIdle() {
    if (MEASUREMENTS.isEmpty() && locks != null) {
      locks.uninstall();
      locks = null;
    }
  }

  private static void stop(String file) {
    Path only = file.isEmpty() ? null : FilePattern.expand(file);
    int stopped = 0;
    for (Iterator<Measurement> all = MEASUREMENTS.values().iterator(); all.hasNext(); ) {
      Measurement each = all.next();
      if (only == null || only.equals(each.file())) {
        each.close();
        all.remove();
        stopped++;
      }
    }
    uninstallLocksIfIdle();
    if (stopped == 0) {
      LOG.log("nothing to stop" + (only == null ? "" : ": nothing measures into " + only));
    }
  }
}
