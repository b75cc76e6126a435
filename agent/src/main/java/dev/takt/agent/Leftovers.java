package dev.takt.agent;

import java.lang.management.ManagementFactory;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;
import jdk.jfr.FlightRecorder;

/// What a Takt that was killed has left in this JVM beside the agent: flight recordings and an
/// output of the unified log, which nobody else would end.
///
/// They are ended by the JVM's own diagnostic commands. A JVM without them, or without a flight
/// recorder, keeps what it has, and the next Takt that watches it ends that.
final class Leftovers {

  /// Takt's names of recordings, with the number of its process.
  private static final Pattern RECORDING = Pattern.compile("name=(takt-(\\d{1,9})-\\d{1,9}) ");

  /// Takt's way to log, which is nobody else's.
  private static final Pattern LOG =
      Pattern.compile(
          "file=(.+-jvm\\.log) all=.* timenanos,uptimenanos,level,tags"
              + " .*filecount=1,filesize=256M(?:,.*)?");

  private Leftovers() {}

  /// Ends the recordings of all Takts that are gone, and the log's outputs if no other Takt is
  /// here.
  ///
  /// @param alone whether this agent measures for nobody any more
  static void end(Console console, boolean alone) {
    try {
      boolean others = ModuleLayer.boot().findModule("jdk.jfr").isPresent() && endRecordings();
      if (alone && !others) {
        endLogs();
      }
    } catch (JMException | RuntimeException | LinkageError e) {
      console.say("cannot end what a Takt that is gone has left here: " + e);
    }
  }

  /// @return whether there is one of a Takt that is alive
  private static boolean endRecordings() throws JMException {
    boolean others = false;
    // Where nothing is recorded, to ask would start the flight recorder.
    Matcher each = RECORDING.matcher(FlightRecorder.isInitialized() ? run("jfrCheck") : "");
    while (each.find()) {
      if (ProcessHandle.of(Long.parseLong(each.group(2))).isPresent()) {
        others = true;
      } else {
        run("jfrStop", "name=" + each.group(1));
      }
    }
    return others;
  }

  private static void endLogs() throws JMException {
    Matcher each = LOG.matcher(run("vmLog", "list"));
    while (each.find()) {
      run("vmLog", "output=\"file=" + each.group(1) + '"', "what=all=off");
    }
  }

  private static String run(String command, String... arguments) throws JMException {
    Object answer =
        ManagementFactory.getPlatformMBeanServer()
            .invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"),
                command,
                new Object[] {arguments},
                new String[] {String[].class.getName()});
    return String.valueOf(answer);
  }
}
