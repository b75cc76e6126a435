package dev.takt.driver.exec;

import dev.takt.load.driver.Outcome;
import dev.takt.process.Exit;
import dev.takt.process.Signal;
import dev.takt.process.StartException;
import java.util.BitSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/// Maps exit codes, signals and start failures to the preallocated outcomes of an operation.
/// Thread-safe.
final class Outcomes {

  private static final int CODES = 256;
  private static final int SIGNALS = 128;

  /// The generated values do not form a command, for example because the program is empty.
  static final Outcome NO_COMMAND =
      Outcome.failed("cannot start: the generated values form no command");

  private static final Outcome UNKNOWN = Outcome.failed("ended with unknown status");

  private final Outcome[] byCode;
  private final Outcome[] bySignal;
  private final Map<Integer, Outcome> byErrno = new ConcurrentHashMap<>();

  private Outcomes(BitSet expected) {
    byCode =
        IntStream.range(0, CODES)
            .mapToObj(code -> expected.get(code) ? Outcome.OK : Outcome.failed("exit code " + code))
            .toArray(Outcome[]::new);
    bySignal =
        IntStream.range(0, SIGNALS)
            .mapToObj(signal -> Outcome.failed("killed by " + Signal.nameOf(signal)))
            .toArray(Outcome[]::new);
  }

  /// @param expected the exit codes that count as success, such as `0` or `0,1`
  /// @throws IllegalArgumentException with the expected and found texts
  static Outcomes parse(String expected) {
    BitSet codes = new BitSet(CODES);
    for (String item : expected.split(",", -1)) {
      String code = item.strip();
      if (!code.matches("\\d{1,3}") || Integer.parseInt(code) >= CODES) {
        throw new IllegalArgumentException(
            "expected exit codes from 0 to 255, such as 0 or 0,1, found \"" + expected + "\"");
      }
      codes.set(Integer.parseInt(code));
    }
    return new Outcomes(codes);
  }

  /// The outcome of a process that ran.
  Outcome of(Exit exit) {
    return switch (exit) {
      case Exit.Code code -> byCode[code.value() & (CODES - 1)];
      case Exit.Killed killed -> bySignal[killed.signal() & (SIGNALS - 1)];
      case Exit.Unknown _ -> UNKNOWN;
    };
  }

  /// The outcome of a failed start. Failures with the same errno are counted together, with the
  /// message of the first.
  Outcome of(StartException failure) {
    return byErrno.computeIfAbsent(
        failure.errno(), _ -> Outcome.failed(String.valueOf(failure.getMessage())));
  }
}
