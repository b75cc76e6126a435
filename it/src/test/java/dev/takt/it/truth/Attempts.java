package dev.takt.it.truth;

import dev.takt.testing.HostMeter;

/// Tests of timing, on hosts that have other things to do.
///
/// Noise can only do harm: it makes right code look wrong, and wrong code no better. A failure
/// while other processes kept the host busy decides nothing, so the test is tried again, three
/// times at most, and then skipped as undecided. A failure on a quiet host is a failure at once,
/// and the build runs the test again as it does all tests tagged `timing`. No bound is ever
/// widened; but on a busy host a test may assert on a part of the run instead of on the whole.
final class Attempts {

  private static final int MAX_BUSY = 3;

  /// What is tried; throws an [AssertionError] where a figure is out of its bounds.
  @FunctionalInterface
  interface Attempt {
    /// @param host what the host does during it
    void run(HostMeter host) throws Exception;
  }

  private Attempts() {}

  /// Tries until an attempt has passed or has failed on a quiet host.
  static void of(Attempt attempt) throws Exception {
    of(Long.MAX_VALUE, attempt);
  }

  /// Tries until an attempt has passed, or has failed on a host that was quiet and ran all threads
  /// in time. A failure beside a hiccup is tried again as well, but the last one is a failure: a
  /// host on which right code never passes is busy.
  ///
  /// @param hiccupNanos how long the host may not run a thread: more would move a figure out of its
  ///   bounds
  static void of(long hiccupNanos, Attempt attempt) throws Exception {
    for (int busy = 1; ; busy++) {
      try (HostMeter host = new HostMeter()) {
        try {
          attempt.run(host);
          return;
        } catch (AssertionError failure) {
          if (busy >= MAX_BUSY) {
            host.skipIfBusy(failure);
            throw failure;
          }
          if (!host.isBusy() && !host.hadHiccup(hiccupNanos)) {
            throw failure;
          }
          System.out.printf("attempt %d, %s: %s%n", busy, host, failure.getMessage());
        }
      }
    }
  }
}
