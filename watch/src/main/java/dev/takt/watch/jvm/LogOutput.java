package dev.takt.watch.jvm;

import dev.takt.watch.observer.WatchLevel;

/// An output of a JVM's unified log, beside those that it has. For one thread.
final class LogOutput {

  private final JvmCommands commands;
  private final String path;

  LogOutput(JvmCommands commands, SharedFiles files, String fileName) throws JvmException {
    this.commands = commands;
    this.path = JvmCommands.quoted(files.theirs(fileName));
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
        "what=%s decorators=%s output_options=filecount=1,filesize=256M"
            .formatted(what, LogLine.DECORATORS));
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
