package dev.takt.watch.jvm;

import java.time.Duration;

/// Runs the diagnostic commands of a JVM, those of `jcmd`. For one thread at a time.
public sealed interface JvmCommands extends AutoCloseable permits AttachedCommands, OwnCommands {

  /// Those of this JVM.
  static JvmCommands own() {
    return new OwnCommands();
  }

  /// Those of the JVM that is a process; of this one if it is this one's.
  ///
  /// @throws JvmException if there is none, or it cannot be attached to
  static JvmCommands of(long pid) throws JvmException {
    return pid == ProcessHandle.current().pid() ? own() : AttachedCommands.attach(pid);
  }

  /// Runs one and returns what it says.
  ///
  /// @param command with its arguments, `JFR.start name=x`
  /// @throws JvmException if the JVM does not know it, does not answer, or is gone
  String run(String command) throws JvmException;

  /// Runs one that may take long although nothing is wrong.
  ///
  /// @param longer how much longer than others it may take
  /// @throws JvmException as [#run]
  default String run(String command, Duration longer) throws JvmException {
    return run(command);
  }

  /// The JVM's version, such as 17.
  ///
  /// @throws JvmException as [#run]
  default int version() throws JvmException {
    String answer = run("VM.version");
    return JdkVersion.of(answer)
        .orElseThrow(
            () -> new JvmException("says no version that Takt understands: " + answer.strip()));
  }

  /// Lets go of the JVM, which goes on.
  @Override
  void close();

  /// An argument with whatever characters, as commands take it.
  ///
  /// @throws JvmException if it cannot be given: there is no way to give a quote
  static String quoted(Object argument) throws JvmException {
    String text = argument.toString();
    if (text.indexOf('"') >= 0 || text.indexOf('\n') >= 0) {
      throw new JvmException("cannot be told of a path with a quote in it: " + text);
    }
    return '"' + text + '"';
  }
}
