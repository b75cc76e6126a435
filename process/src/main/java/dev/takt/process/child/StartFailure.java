package dev.takt.process.child;

import dev.takt.process.Command;
import dev.takt.process.StartException;
import dev.takt.process.internal.StartDiagnosis;

/// What a start that failed throws.
public final class StartFailure {

  private StartFailure() {}

  /// A start that the system refused.
  public static StartException ofSpawn(Command command, int errno) {
    return exception(diagnosis(command).ofSpawn(errno));
  }

  /// A descriptor of the child that could not be created.
  public static StartException ofDescriptor(Command command, String path, int errno) {
    return exception(diagnosis(command).ofDescriptor(path, errno));
  }

  /// A file that was to be one of the child's descriptors.
  public static StartException ofFile(Command command, int number, String path, int errno) {
    return exception(diagnosis(command).ofFile(number, path, errno));
  }

  /// The command asks for a larger buffer than the launcher's.
  ///
  /// @param most the size of the launcher's
  public static StartException ofBuffer(Command command, int most) {
    return new StartException(
        "cannot start "
            + command.program()
            + ": its buffer of "
            + command.bufferBytes()
            + " bytes is larger than the launcher's of "
            + most
            + ", see Launcher.Builder.bufferBytes",
        command.program(),
        0);
  }

  private static StartDiagnosis diagnosis(Command command) {
    return new StartDiagnosis(command.program(), command.directory());
  }

  private static StartException exception(StartDiagnosis.Finding found) {
    return new StartException(found.message(), found.path(), found.errno());
  }
}
