package dev.takt.load.wire;

import dev.takt.load.driver.Outcome;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The errors of socket calls, with the numbers that Linux has for them on x86-64 and AArch64, and
/// readable outcomes.
final class SocketErrors {

  static final int ENOENT = 2;
  static final int EINTR = 4;
  static final int EIO = 5;
  static final int EAGAIN = 11;
  static final int EACCES = 13;
  static final int EFAULT = 14;
  static final int EMFILE = 24;
  static final int EPIPE = 32;
  static final int ENOTSOCK = 88;
  static final int EPROTOTYPE = 91;
  static final int EAFNOSUPPORT = 97;
  static final int EADDRNOTAVAIL = 99;
  static final int ENETUNREACH = 101;
  static final int ECONNRESET = 104;
  static final int ETIMEDOUT = 110;
  static final int ECONNREFUSED = 111;
  static final int EHOSTUNREACH = 113;
  static final int EINPROGRESS = 115;

  static final Outcome CLOSED_BEFORE_ANSWER = Outcome.failed("connection closed before the answer");
  static final Outcome CLOSED_IN_ANSWER = Outcome.failed("connection closed in mid-answer");
  static final Outcome UNEXPECTED_BYTES = Outcome.failed("bytes after the answer");

  static final Outcome UNEXPECTED_STREAM = Outcome.failed("an answer to no operation");

  /// For operations in flight on a connection that was closed because of another operation.
  static final Outcome CLOSED_WITH_OTHERS =
      Outcome.failed("connection given up because of another operation");

  static final Outcome UNPROCESSED =
      Outcome.failed("not processed on two connections, which the target has ended");

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
      case ECONNREFUSED -> "connection refused";
      case ECONNRESET, EPIPE -> "connection reset";
      case ETIMEDOUT -> "connection timed out";
      case EHOSTUNREACH -> "no route to host";
      case ENETUNREACH -> "network unreachable";
      case EMFILE -> "too many open files";
      case EADDRNOTAVAIL -> "no local port left";
      case EFAULT -> "the file to send has become shorter";
      case EIO -> "input/output error";
      case ENOENT -> "no such socket";
      case EACCES -> "permission denied";
      case ENOTSOCK, EPROTOTYPE -> "not a stream socket";
      case EAGAIN -> "the target's queue of new connections is full";
      case EAFNOSUPPORT -> "this machine has no such address family";
      default -> "socket error " + errno;
    };
  }
}
