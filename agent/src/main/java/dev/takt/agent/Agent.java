package dev.takt.agent;

import dev.takt.agent.locks.LockInstrument;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Where the JVM enters, at its start (`-javaagent:takt-agent.jar=OPTIONS`) or later by attach.
///
/// Whatever goes wrong in here is told on standard error and ends there: the application must not
/// notice that there is an agent.
public final class Agent {

  private static final String TARGET = "target";
  private static final Console CONSOLE = new Console("takt-agent");
  private static final Map<Path, Measurement> MEASUREMENTS = new LinkedHashMap<>();

  private static @Nullable LockInstrument locks;

  private Agent() {}

  /// At the start of the JVM.
  public static void premain(@Nullable String options, Instrumentation instrumentation) {
    run(options, instrumentation, false);
  }

  /// Into a JVM that runs.
  public static void agentmain(@Nullable String options, Instrumentation instrumentation) {
    run(options, instrumentation, true);
  }

  private static synchronized void run(
      @Nullable String text, Instrumentation instrumentation, boolean attached) {
    try {
      HiccupOptions.Parsed parsed = HiccupOptions.parse(text, TARGET);
      parsed.problems().forEach(CONSOLE::say);
      if (parsed.help()) {
        CONSOLE.say("options, with commas between them:\n" + HiccupOptions.TEXT);
      } else if (parsed.stop() != null) {
        stop(parsed.stop());
      } else if (parsed.options() != null) {
        start(parsed.options(), attached);
        if (parsed.options().locks()) {
          instrumentLocks(instrumentation);
        }
      }
    } catch (Throwable e) {
      CONSOLE.say("gives up, the application goes on: " + e);
    }
  }

  private static void start(HiccupOptions options, boolean attached) {
    forgetTheEnded();
    try {
      Path file = FilePattern.path(options.file());
      if (MEASUREMENTS.containsKey(file)) {
        CONSOLE.say("measures into " + file + " already; stop that first, or name another file");
        return;
      }
      Measurement measurement = Measurement.start(options, attached, CONSOLE, Agent::tidyUp);
      MEASUREMENTS.put(measurement.file(), measurement);
    } catch (IOException e) {
      CONSOLE.say(e.getMessage() + "; nothing is measured");
    }
  }

  /// Once for all measurements: locks do not belong to one.
  private static void instrumentLocks(Instrumentation instrumentation) {
    if (locks == null) {
      LockInstrument installed = LockInstrument.install(instrumentation);
      installed.problems().forEach(CONSOLE::say);
      locks = installed.isInstalled() ? installed : null;
    }
  }

  /// One that has ended by itself, such as with a Takt that was killed, leaves nothing behind
  /// either.
  private static synchronized void tidyUp(boolean processIsGone) {
    forgetTheEnded();
    leaveLocksAlone();
    if (processIsGone) {
      Leftovers.end(CONSOLE, MEASUREMENTS.isEmpty());
    }
  }

  private static void forgetTheEnded() {
    MEASUREMENTS.values().removeIf(each -> !each.isRunning());
  }

  /// Makes locks what they were before, if nothing is measured any more.
  private static void leaveLocksAlone() {
    if (MEASUREMENTS.isEmpty() && locks != null) {
      locks.uninstall();
      locks = null;
    }
  }

  private static void stop(String file) {
    Path only = file.isEmpty() ? null : FilePattern.path(file);
    int stopped = 0;
    for (Iterator<Measurement> all = MEASUREMENTS.values().iterator(); all.hasNext(); ) {
      Measurement each = all.next();
      if (only == null || only.equals(each.file())) {
        each.close();
        all.remove();
        stopped++;
      }
    }
    leaveLocksAlone();
    if (stopped == 0) {
      CONSOLE.say("nothing to stop" + (only == null ? "" : " that measures into " + only));
    }
  }
}
