package dev.takt.watch.jvm;

import dev.takt.watch.observer.WatchLevel;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// An output of a JVM's unified log, beside those that it has. For one thread.
///
/// If this process is killed, the output stays until the JVM exits, or the next Takt that watches
/// it ends it.
final class LogOutput {

  private static final String SIZE = "filecount=1,filesize=256M";
  private static final Pattern OURS =
      Pattern.compile(
          "file=(.+-jvm\\.log) all=.* " + LogLine.DECORATORS + " .*" + SIZE + "(?:,.*)?");

  private final JvmCommands commands;
  private final String path;

  LogOutput(JvmCommands commands, SharedFiles files, String fileName) throws JvmException {
    this(commands, JvmCommands.quoted(files.theirs(fileName)));
  }

  private LogOutput(JvmCommands commands, String path) {
    this.commands = commands;
    this.path = path;
  }

  /// Begins to log.
  ///
  /// @throws JvmException if the JVM cannot
  void start(WatchLevel level) throws JvmException {
    String what =
        level == WatchLevel.DEEP
            ? "safepoint*=info,handshake*=info,gc*=info"
            : "safepoint=info,handshake=info,gc=info";
    // One file that is moved away once it is full, so that no log fills a disk.
    configure("what=%s decorators=%s output_options=%s".formatted(what, LogLine.DECORATORS, SIZE));
  }

  /// Ends the outputs that Takts have in a JVM: for when none of them is alive.
  static void endThoseOfTheDead(JvmCommands commands) throws JvmException {
    Matcher each = OURS.matcher(commands.run("VM.log list"));
    while (each.find()) {
      new LogOutput(commands, JvmCommands.quoted(each.group(1))).stop();
    }
  }

  /// Ends this output; others go on.
  ///
  /// @throws JvmException if the JVM does not answer
  void stop() throws JvmException {
    configure("what=all=off");
  }

  private void configure(String how) throws JvmException {
    String answer = commands.run("VM.log output=" + path + " " + how).strip();
    if (!answer.isEmpty() && !answer.contains("Command executed successfully")) {
      throw new JvmException("the JVM does not log: " + answer);
    }
  }
}
