package dev.takt.load.wire;

import dev.takt.load.driver.Outcome;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Readable outcomes of failed socket calls.
final class SocketErrors {

  static final Outcome CLOSED_BEFORE_ANSWER = Outcome.failed("connection closed before the answer");
  static final Outcome CLOSED_IN_ANSWER = Outcome.failed("connection closed in mid-answer");
  static final Outcome UNEXPECTED_BYTES = Outcome.failed("bytes after the answer");

  /// For operations in flight on a connection that was closed because of another operation.
  static final Outcome CLOSED_WITH_OTHERS =
      Outcome.failed("connection given up because of another operation");

  static final Outcome REQUEST_TOO_LARGE = Outcome.failed("request larger than 64 MiB");
  static final Outcome ANSWER_TOO_LARGE = Outcome.failed("answer larger than 64 MiB");

  private static final Map<Integer, Outcome> BY_ERRNO = new ConcurrentHashMap<>();

  private SocketErrors() {}

  /// The outcome of an operation that failed with `errno`; the same object each time.
  static Outcome outcome(int errno) {
    return BY_ERRNO.computeIfAbsent(errno, e -> Outcome.failed(text(e)));
  }

  static String text(int errno) {
    return switch (errno) {
      case LinuxSocketCalls.ECONNREFUSED -> "connection refused";
      case LinuxSocketCalls.ECONNRESET, LinuxSocketCalls.EPIPE -> "connection reset";
      case LinuxSocketCalls.ETIMEDOUT -> "connection timed out";
      case LinuxSocketCalls.EHOSTUNREACH -> "no route to host";
      case LinuxSocketCalls.ENETUNREACH -> "network unreachable";
      case LinuxSocketCalls.EMFILE -> "too many open files";
      case LinuxSocketCalls.EADDRNOTAVAIL -> "no local port left";
      case LinuxSocketCalls.EFAULT -> "the file to send has become shorter";
      case LinuxSocketCalls.ENOENT -> "no such socket";
      case LinuxSocketCalls.EACCES -> "permission denied";
      case LinuxSocketCalls.ENOTSOCK, LinuxSocketCalls.EPROTOTYPE -> "not a stream socket";
      case LinuxSocketCalls.EAGAIN -> "the target's queue of new connections is full";
      case LinuxSocketCalls.EAFNOSUPPORT -> "this machine has no such address family";
      default -> "socket error " + errno;
    };
  }
}
