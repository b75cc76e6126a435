package dev.takt.driver.ycsb.boundary;

import java.io.Serial;

/// A binding has called `System.exit`, which would have ended Takt and lost the run.
public final class BindingExit extends Error {

  @Serial private static final long serialVersionUID = 1L;

  private final int status;

  /// With the status that was to be the process's.
  public BindingExit(int status) {
    super("System.exit(" + status + ")");
    this.status = status;
  }

  /// The status that was to be the process's.
  public int status() {
    return status;
  }
}
