package dev.takt.it.truth;

import dev.takt.testing.HostMeter;
import java.util.ArrayList;
import java.util.List;
import org.opentest4j.TestAbortedException;

/// Tests of timing, on hosts that have other things to do.
///
/// Noise can only do harm: it makes right code look wrong, and wrong code no better. So a test has
/// passed if one of three attempts has. An attempt that failed while others kept the host busy
/// decides nothing and is made up for by a further one, three times at most; a test without three
/// attempts that count is then skipped, as undecided. So is one that was aborted in an attempt,
/// because the host is too slow for a figure. No bound is ever widened; but on a busy host a test
/// may assert on a part of the run instead of on the whole.
final class Attempts {

  private static final int ATTEMPTS = 3;
  private static final int FURTHER = 3;

  /// What is tried; throws an [AssertionError] where a figure is out of its bounds.
  @FunctionalInterface
  interface Attempt {
    /// @param host what the host does meanwhile
    void run(HostMeter host) throws Exception;
  }

  private Attempts() {}

  /// Tries until an attempt has passed.
  ///
  /// @throws AssertionError the last attempt's, with the others suppressed, if none has
  /// @throws TestAbortedException if an attempt was aborted, or the host was too busy
  static void of(Attempt attempt) throws Exception {
    List<AssertionError> failures = new ArrayList<>();
    TestAbortedException undecided = null;
    int busy = 0;
    for (int i = 1; i - busy <= ATTEMPTS && i <= ATTEMPTS + FURTHER; i++) {
      try (HostMeter host = new HostMeter()) {
        try {
          attempt.run(host);
          return;
        } catch (AssertionError failure) {
          failures.add(failure);
          System.out.printf("attempt %d, %s: %s%n", i, host, failure.getMessage());
          busy += host.isBusy() ? 1 : 0;
        } catch (TestAbortedException tooSlow) {
          System.out.printf("attempt %d, %s: %s%n", i, host, tooSlow.getMessage());
          undecided = tooSlow;
        }
      }
    }
    if (undecided != null) {
      throw undecided;
    }
    AssertionError last = failures.removeLast();
    failures.forEach(last::addSuppressed);
    if (failures.size() + 1 - busy < ATTEMPTS) {
      throw new TestAbortedException("undecided, the host is too busy: " + last.getMessage(), last);
    }
    throw last;
  }
}
