package dev.takt.driver.ycsb.boundary;

import java.io.Serial;

/// Thrown when a binding calls `System.exit`, which would have ended Takt and lost the run.
public final class BindingExit extends Error {

  @Serial private static final long serialVersionUID = 1L;

  private final int status;

  /// @param status the argument of `System.exit`
  public BindingExit(int status) {
    super("System.exit(" + status + ")");
    this.status = status;
  }

  /// The argument of `System.exit`.
  public int status() {
    return status;
  }
}
