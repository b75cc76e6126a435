package dev.takt.probes;

import dev.takt.process.linux.Errno;

/// The operating system refused a resource that a probe needs.
public final class SystemRefusedException extends RuntimeException {

  private static final long serialVersionUID = 1;

  public SystemRefusedException(String what, int errno) {
    super(what + " was refused: " + Errno.text(errno));
  }
}
