package dev.takt.watch.jvm.attach;

import java.time.Duration;

/// Runs the diagnostic commands of a JVM, as `jcmd` does. Not thread-safe.
public sealed interface JvmCommands extends AutoCloseable permits AttachedCommands, OwnCommands {

  /// The commands of this JVM.
  static JvmCommands own() {
    return new OwnCommands();
  }

  /// The commands of the JVM with a process id, which may be this one.
  ///
  /// @throws JvmException if there is no such JVM, or if it cannot be attached to
  static JvmCommands of(long pid) throws JvmException {
    return pid == ProcessHandle.current().pid() ? own() : AttachedCommands.attach(pid);
  }

  /// Runs a command and returns its output.
  ///
  /// @param command the command with its arguments, such as `JFR.start name=x`
  /// @throws JvmException if the JVM does not know it, does not answer, or has ended
  String run(String command) throws JvmException;

  /// Runs a command that may take longer than others.
  ///
  /// @param longer the extension of the timeout
  /// @throws JvmException as [#run]
  default String run(String command, Duration longer) throws JvmException {
    return run(command);
  }

  /// The JVM's feature version, such as 17.
  ///
  /// @throws JvmException as [#run]
  default int version() throws JvmException {
    String answer = run("VM.version");
    return JdkVersion.of(answer)
        .orElseThrow(() ->
            new JvmException("the JVM reports no version that Takt can parse: " + answer.strip()));
  }

  /// Detaches from the JVM.
  @Override
  void close();

  /// Quotes an argument.
  ///
  /// @throws JvmException if it contains a quote or a line break, which cannot be escaped
  static String quoted(Object argument) throws JvmException {
    String text = argument.toString();
    if (text.indexOf('"') >= 0 || text.indexOf('\n') >= 0) {
      throw new JvmException(
          "a path with a quote or a line break cannot be passed to a JVM: " + text);
    }
    return '"' + text + '"';
  }
}
