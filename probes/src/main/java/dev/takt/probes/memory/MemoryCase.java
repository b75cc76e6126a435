package dev.takt.probes.memory;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// One measured case.
///
/// @param access the access
/// @param contention the contention by another thread
record MemoryCase(MemoryAccess access, Contention contention) {

  /// Whether another thread stores continuously, and where.
  enum Contention {
    /// No other thread.
    ALONE,
    /// Another thread stores to the same variable.
    SAME_LINE,
    /// Another thread stores to the cache line after that of the variable.
    NEXT_LINE;

    String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Optional<Contention> of(String text) {
      return Arrays.stream(values()).filter(each -> each.text().equals(text)).findFirst();
    }
  }

  /// All cases. The empty loop has no contended ones.
  static List<MemoryCase> all(boolean contended) {
    List<MemoryCase> cases = new ArrayList<>();
    for (MemoryAccess access : MemoryAccess.values()) {
      for (Contention company : Contention.values()) {
        boolean alone = company == Contention.ALONE;
        if (alone || (contended && access != MemoryAccess.NOTHING)) {
          cases.add(new MemoryCase(access, company));
        }
      }
    }
    return cases;
  }

  /// The tag in logs: `store-release:same-line`.
  String tag() {
    return access.text() + ':' + contention.text();
  }

  static Optional<MemoryCase> ofTag(String tag) {
    int colon = tag.indexOf(':');
    if (colon < 0) {
      return Optional.empty();
    }
    return MemoryAccess.of(tag.substring(0, colon))
        .flatMap(access ->
            Contention.of(tag.substring(colon + 1))
                .map(company -> new MemoryCase(access, company)));
  }
}
