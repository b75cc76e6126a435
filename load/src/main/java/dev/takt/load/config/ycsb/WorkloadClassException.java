package dev.takt.load.config.ycsb;

import java.io.Serial;

/// A workload class that cannot be used.
public final class WorkloadClassException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  WorkloadClassException(String message, Throwable cause) {
    super(message, cause);
  }
}
