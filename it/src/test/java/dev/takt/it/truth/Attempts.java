package dev.takt.it.truth;

import java.util.ArrayList;
import java.util.List;

/// Tests of timing, on hosts that have other things to do.
///
/// Noise can only do harm: it makes right code look wrong, and wrong code no better. So a test has
/// passed if one of three attempts has. An attempt in which the host was busy, because a thread
/// that does nothing but sleep was late itself, is made up for by a further one, three times at
/// most. No bound is ever widened.
final class Attempts {

  private static final int ATTEMPTS = 3;
  private static final int FURTHER = 3;

  /// What is tried; throws an [AssertionError] where a figure is out of its bounds.
  @FunctionalInterface
  interface Attempt {
    void run(int number) throws Exception;
  }

  private Attempts() {}

  /// Tries until an attempt has passed.
  ///
  /// @throws AssertionError the last attempt's, with the others suppressed, if none has
  static void of(Attempt attempt) throws Exception {
    List<AssertionError> failures = new ArrayList<>();
    int allowed = ATTEMPTS;
    for (int number = 1; number <= allowed; number++) {
      try (HiccupMeter host = new HiccupMeter()) {
        try {
          attempt.run(number);
          return;
        } catch (AssertionError failure) {
          failures.add(failure);
          System.out.printf("attempt %d, %s: %s%n", number, host, failure.getMessage());
          if (host.isBusy() && allowed < ATTEMPTS + FURTHER) {
            allowed++;
          }
        }
      }
    }
    AssertionError last = failures.removeLast();
    failures.forEach(last::addSuppressed);
    throw last;
  }
}
