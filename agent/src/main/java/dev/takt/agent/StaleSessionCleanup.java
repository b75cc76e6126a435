package dev.takt.agent;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;
import jdk.jfr.FlightRecorder;

/// Cleans up what a killed Takt has left in this JVM besides the agent: flight recordings, an
/// output of the unified log, and async-profiler.
///
/// It uses the JVM's diagnostic commands. In a JVM without them, or without JFR, they stay until
/// the next Takt that watches it ends them.
final class StaleSessionCleanup {

  /// Takt's names of recordings, with the number of its process.
  private static final Pattern RECORDING = Pattern.compile("name=(takt-(\\d{1,9})-\\d{1,9}) ");

  /// A log output with Takt's file name and settings, by which it is recognised.
  private static final Pattern LOG =
      Pattern.compile(
          "file=(.+-jvm\\.log) all=.* timenanos,uptimenanos,level,tags"
              + " .*filecount=1,filesize=256M(?:,.*)?");

  /// The library of async-profiler.
  private static final Pattern PROFILER = Pattern.compile(".* (/.*/libasyncProfiler\\.so)");

  /// Takt's name of the profile, which async-profiler keeps open.
  private static final String PROFILE = "target-profile.jfr";

  private static final Path MAPPED_FILES = Path.of("/proc/self/maps");
  private static final Path OPEN_FILES = Path.of("/proc/self/fd");

  private StaleSessionCleanup() {}

  /// Ends the recordings of all Takts that have ended, and the log outputs and the profiler if no
  /// other Takt watches this JVM.
  ///
  /// @param alone whether this agent has no other measurement
  static void cleanUp(StderrLog console, boolean alone) {
    try {
      boolean others = ModuleLayer.boot().findModule("jdk.jfr").isPresent() && endRecordings();
      if (alone && !others) {
        endLogs();
        endProfiler();
      }
    } catch (JMException | IOException | RuntimeException | LinkageError e) {
      console.log("cannot clean up after a killed Takt: " + e);
    }
  }

  /// @return whether there is a recording of a Takt that is alive
  private static boolean endRecordings() throws JMException {
    boolean others = false;
    // Without a recording, the command would start the flight recorder.
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

  /// It writes its file then. A profile of another program, into another file, goes on.
  private static void endProfiler() throws JMException, IOException {
    if (isProfileOpen() && Files.isReadable(MAPPED_FILES)) {
      Set<String> libraries = new TreeSet<>();
      for (String each : Files.readAllLines(MAPPED_FILES)) {
        Matcher library = PROFILER.matcher(each);
        if (library.matches()) {
          libraries.add(library.group(1));
        }
      }
      for (String each : libraries) {
        run("jvmtiAgentLoad", '"' + each + '"', "stop");
      }
    }
  }

  private static boolean isProfileOpen() throws IOException {
    if (!Files.isReadable(OPEN_FILES)) {
      return false;
    }
    try (DirectoryStream<Path> links = Files.newDirectoryStream(OPEN_FILES)) {
      for (Path each : links) {
        if (Files.isSymbolicLink(each) && linksToProfile(each)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean linksToProfile(Path link) {
    try {
      return Files.readSymbolicLink(link).endsWith(PROFILE);
    } catch (IOException e) {
      return false; // It was closed meanwhile.
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
