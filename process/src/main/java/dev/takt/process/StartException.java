package dev.takt.process;

import java.io.IOException;
import java.io.Serial;

/// A process could not be started. There is no child.
public final class StartException extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  private final String path;
  private final int errno;

  /// A start that failed.
  ///
  /// @param message for display
  /// @param path what could not be used: the program, the directory, a file; or the program for
  ///   lack of descriptors, processes or memory
  /// @param errno the error of the system, or 0 if it is not known
  public StartException(String message, String path, int errno) {
    super(message);
    this.path = path;
    this.errno = errno;
  }

  /// What could not be used.
  public String path() {
    return path;
  }

  /// The error number of the system, such as 2 for ENOENT; 0 if it is not known.
  public int errno() {
    return errno;
  }
}
