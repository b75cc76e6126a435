package dev.takt.watch.jvm;

import dev.takt.runs.text.MachineText;
import dev.takt.watch.observer.WatchLevel;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// An output of a JVM's unified log, beside those that it has. For one thread.
///
/// If this process is killed, the agent in the JVM ends the output, by what it looks like; where
/// there is no agent, it stays until the JVM exits, or the next Takt that watches it ends it.
final class LogOutput {

  private static final String SIZE = "filecount=1,filesize=256M";
  private static final Pattern OURS =
      Pattern.compile(
          "file=(.+-jvm\\.log) all=.* " + LogLine.DECORATORS + " .*" + SIZE + "(?:,.*)?");

  private final JvmCommands commands;
  private final String output;

  LogOutput(JvmCommands commands, SharedFiles files, String fileName) throws JvmException {
    this(commands, files.theirs(fileName).toString());
  }

  private LogOutput(JvmCommands commands, String path) throws JvmException {
    this.commands = commands;
    // Where a path has a = in it, what is before that would be taken for the kind of output.
    this.output = JvmCommands.quoted("file=" + path);
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
    configure(
        MachineText.format(
            "what=%s decorators=%s output_options=%s", what, LogLine.DECORATORS, SIZE));
  }

  /// Ends the outputs that Takts have in a JVM: for when none of them is alive.
  static void endThoseOfTheDead(JvmCommands commands) throws JvmException {
    Matcher each = OURS.matcher(commands.run("VM.log list"));
    while (each.find()) {
      new LogOutput(commands, each.group(1)).stop();
    }
  }

  /// Ends this output; others go on.
  ///
  /// @throws JvmException if the JVM does not answer
  void stop() throws JvmException {
    configure("what=all=off");
  }

  private void configure(String how) throws JvmException {
    String answer = commands.run("VM.log output=" + output + " " + how).strip();
    if (!answer.isEmpty() && !answer.contains("Command executed successfully")) {
      throw new JvmException("the JVM does not log: " + answer);
    }
  }
}
