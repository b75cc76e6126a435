package dev.takt.watch.jvm;

import dev.takt.runs.text.MachineText;
import dev.takt.watch.jvm.attach.ExchangeDirectory;
import dev.takt.watch.jvm.attach.JvmCommands;
import dev.takt.watch.jvm.attach.JvmException;
import dev.takt.watch.observer.WatchLevel;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Controls an additional output of a JVM's unified log. Not thread-safe.
///
/// If this process is killed, the agent in the JVM removes the output, which it recognises by its
/// configuration. Without an agent, it stays until the JVM exits, or until the next Takt that
/// watches the JVM removes it.
public final class LogOutput {

  private static final String ROTATION = "filecount=1,filesize=256M";
  private static final Pattern TAKT_OUTPUT =
      Pattern.compile(
          "file=(.+-jvm\\.log) all=.* " + LogLine.DECORATORS + " .*" + ROTATION + "(?:,.*)?");

  private final JvmCommands commands;
  private final String output;

  public LogOutput(JvmCommands commands, ExchangeDirectory files, String fileName)
      throws JvmException {
    this(commands, files.remotePath(fileName).toString());
  }

  private LogOutput(JvmCommands commands, String path) throws JvmException {
    this.commands = commands;
    // Without file=, a path that contains = would be split there into a kind of output and a name.
    this.output = JvmCommands.quoted("file=" + path);
  }

  /// Starts the output.
  ///
  /// @throws JvmException if the JVM cannot start it
  public void start(WatchLevel level) throws JvmException {
    String what =
        level == WatchLevel.DEEP
            ? "safepoint*=info,handshake*=info,gc*=info"
            : "safepoint=info,handshake=info,gc=info";
    // Rotation with one old file limits the size, so that no log fills a disk.
    configure(
        MachineText.format(
            "what=%s decorators=%s output_options=%s", what, LogLine.DECORATORS, ROTATION));
  }

  /// Removes all outputs of Takt processes from a JVM. Only to be called if none of these is alive.
  static void stopOrphaned(JvmCommands commands) throws JvmException {
    Matcher each = TAKT_OUTPUT.matcher(commands.run("VM.log list"));
    while (each.find()) {
      new LogOutput(commands, each.group(1)).stop();
    }
  }

  /// Removes this output; others go on.
  ///
  /// @throws JvmException if the JVM does not answer
  void stop() throws JvmException {
    configure("what=all=off");
  }

  private void configure(String how) throws JvmException {
    String answer = commands.run("VM.log output=" + output + " " + how).strip();
    if (!answer.isEmpty() && !answer.contains("Command executed successfully")) {
      throw new JvmException("the JVM cannot configure its log: " + answer);
    }
  }
}
