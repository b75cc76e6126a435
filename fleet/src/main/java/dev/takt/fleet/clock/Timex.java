package dev.takt.fleet.clock;

import dev.takt.runs.clock.WallReading;
import java.nio.ByteBuffer;
import java.util.Optional;

/// `struct timex` of 64-bit Linux, as `adjtimex` fills it in, in the byte order of the machine.
final class Timex {

  static final int BYTES = 208;

  /// The state of a clock that is synchronised, with no leap second near.
  static final int TIME_OK = 0;

  private static final int OFFSET = 8;
  private static final int MAX_ERROR = 24;
  private static final int STATUS = 40;
  private static final int SECONDS = 72;
  private static final int FRACTION = 80;

  private static final int STA_UNSYNC = 0x40;
  private static final int STA_CLOCKERR = 0x1000;
  private static final int STA_NANO = 0x2000;

  /// The kernel enlarges the error by so much once a second.
  private static final long ERROR_STEP_MICROS = 500;

  private static final long MAX_SECONDS = Long.MAX_VALUE / 2_000_000_000;

  private Timex() {}

  /// The clock, if its error is stated.
  ///
  /// Some programs synchronise the clock and state an error of 0: `systemd-timesyncd`, `phc2sys`
  /// and `ptp4l`. The kernel then counts from 0, so the error is a whole number of its steps.
  ///
  /// @param state what `adjtimex` returned
  /// @param before the monotonic clock before the call
  /// @param after the monotonic clock after the call
  static Optional<WallReading> reading(ByteBuffer timex, int state, long before, long after) {
    int status = timex.getInt(STATUS);
    long maxError = timex.getLong(MAX_ERROR);
    long seconds = timex.getLong(SECONDS);
    long fraction = timex.getLong(FRACTION);
    boolean isNano = (status & STA_NANO) != 0;
    long unit = isNano ? 1 : 1_000;
    if (state != TIME_OK
        || (status & (STA_UNSYNC | STA_CLOCKERR)) != 0
        || maxError < 0
        || maxError > WallReading.MAX_ERROR_NANOS / 1_000
        || maxError % ERROR_STEP_MICROS == 0
        || seconds < 0
        || seconds > MAX_SECONDS
        || fraction < 0
        || fraction >= 1_000_000_000 / unit) {
      return Optional.empty();
    }
    // What is left of a correction by the kernel.
    long offset = Math.abs(timex.getLong(OFFSET));
    long half = (after - before) / 2;
    if (offset < 0 || offset > WallReading.MAX_ERROR_NANOS || half < 0) {
      return Optional.empty();
    }
    // The error and the clock are rounded down: by up to 1 µs, and up to a unit. The kernel adds
    // what the clock can have drifted at the end of each second only.
    long sinceStep = fraction * unit * ERROR_STEP_MICROS / 1_000_000 + 1;
    long error = (maxError + 1) * 1_000 + (offset + 1) * unit + sinceStep + half + 1;
    return error > WallReading.MAX_ERROR_NANOS
        ? Optional.empty()
        : Optional.of(
            new WallReading(before + half, seconds * 1_000_000_000 + fraction * unit, error));
  }
}
