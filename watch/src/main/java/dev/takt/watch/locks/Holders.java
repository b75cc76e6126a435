package dev.takt.watch.locks;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Who had the lock while a thread waited for it.
///
/// @param lastFirst those of whom it is known, the one who had it last first
/// @param head who had it when the wait began: the one at the head of the convoy; null if that is
///   not known
/// @param nanos for how much of the wait each of them had it
record Holders(List<Who> lastFirst, @Nullable Who head, Map<Who, Long> nanos) {

  /// Nobody of whom it is known.
  static Holders unknown() {
    return new Holders(List.of(), null, Map.of());
  }

  /// Puts them together, the last one first.
  static final class Builder {

    private final Map<Who, Long> nanos = new LinkedHashMap<>();
    private long until;

    /// @param wait whose end is where the last one's time ends
    Builder(Wait wait) {
      this.until = wait.end();
    }

    /// The one who had it from then on to when the one before got it.
    void had(Who who, long from) {
      nanos.merge(who, Math.max(0, until - from), Long::sum);
      until = from;
    }

    Holders build(@Nullable Who head) {
      return new Holders(List.copyOf(nanos.keySet()), head, nanos);
    }
  }
}
