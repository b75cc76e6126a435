package dev.takt.process;

/// The signals that are usually sent to children; any other can be sent by its number.
public enum Signal {
  /// The terminal has closed, or: reload the configuration.
  HUP(1),
  /// Ctrl-C.
  INT(2),
  /// Ctrl-\: end with a core dump; a JVM prints a thread dump.
  QUIT(3),
  /// End at once; cannot be caught.
  KILL(9),
  /// Defined by the program.
  USR1(10),
  /// Defined by the program.
  USR2(12),
  /// Request to end in an orderly way.
  TERM(15),
  /// Continue.
  CONT(18),
  /// Stop; cannot be caught.
  STOP(19);

  private static final String[] NAMES = {
    "0", "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2",
    "PIPE", "ALRM", "TERM", "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG", "XCPU",
    "XFSZ", "VTALRM", "PROF", "WINCH", "IO", "PWR", "SYS"
  };

  private final int number;

  Signal(int number) {
    this.number = number;
  }

  /// Its number on Linux.
  public int number() {
    return number;
  }

  /// A signal's name on Linux, such as `SIGTERM`, or `signal 40`.
  public static String nameOf(int number) {
    return number > 0 && number < NAMES.length ? "SIG" + NAMES[number] : "signal " + number;
  }
}
