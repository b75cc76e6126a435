package dev.takt.http2;

/// Counts frames in a row that no operation needs: pings, settings, empty frames, resets of closed
/// streams. A server that sends nothing else costs only processor time, and that has to end. Data
/// are not counted: those of a cancelled stream may arrive for long.
final class FloodGuard {

  private static final int MAX_USELESS_FRAMES = 10_000;

  private int useless;

  /// A frame has arrived that an operation needs.
  void reset() {
    useless = 0;
  }

  /// A frame has arrived that no operation needs.
  void count() {
    useless++;
    if (useless > MAX_USELESS_FRAMES) {
      throw ConnectionError.flood("10,000 frames in a row that no operation needs");
    }
  }
}
