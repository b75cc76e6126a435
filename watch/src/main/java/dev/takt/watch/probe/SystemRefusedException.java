package dev.takt.watch.probe;

import dev.takt.process.linux.Errno;

/// The operating system refused a resource that a probe needs.
final class SystemRefusedException extends RuntimeException {

  private static final long serialVersionUID = 1;

  SystemRefusedException(String what, int errno) {
    super(what + " was refused: " + Errno.text(errno));
  }
}
