package dev.takt.fleet.clock;

import java.nio.ByteBuffer;

/// What this machine's kernel says of its clocks.
interface Kernel {

  /// Fills in `struct timex`, in the byte order of the machine, and changes nothing in the kernel.
  ///
  /// @param timex of [Timex#BYTES] bytes
  /// @return the state of the clock, or `-errno`
  int adjtimex(ByteBuffer timex);

  /// The time since the machine was started, with that during which it was suspended. A suspended
  /// machine's monotonic clock stands still.
  ///
  /// @return in nanoseconds, or a negative number if it is not known
  long bootNanos();

  /// How often the machine was suspended since its start, if the kernel counts that. The clocks do
  /// not show a suspension of less than a second, where the kernel measures it with a clock that
  /// counts seconds.
  ///
  /// @return 0 if it does not
  long suspensions();
}
