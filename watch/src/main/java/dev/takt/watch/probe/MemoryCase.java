package dev.takt.watch.probe;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What is measured at a time.
///
/// @param access what is done
/// @param company what another thread does meanwhile
record MemoryCase(MemoryAccess access, Company company) {

  /// Whether another thread stores all the time, and where.
  enum Company {
    /// No other thread.
    ALONE,
    /// To the same variable.
    SAME_LINE,
    /// To one that lies just one cache line behind it.
    NEXT_LINE;

    String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Optional<Company> of(String text) {
      return Arrays.stream(values()).filter(each -> each.text().equals(text)).findFirst();
    }
  }

  /// All there are, but that the empty loop has no variable to share.
  static List<MemoryCase> all(boolean contended) {
    List<MemoryCase> cases = new ArrayList<>();
    for (MemoryAccess access : MemoryAccess.values()) {
      for (Company company : Company.values()) {
        boolean alone = company == Company.ALONE;
        if (alone || (contended && access != MemoryAccess.NOTHING)) {
          cases.add(new MemoryCase(access, company));
        }
      }
    }
    return cases;
  }

  /// As logs have it: `store-release:same-line`.
  String tag() {
    return access.text() + ':' + company.text();
  }

  static Optional<MemoryCase> ofTag(String tag) {
    int colon = tag.indexOf(':');
    if (colon < 0) {
      return Optional.empty();
    }
    return MemoryAccess.of(tag.substring(0, colon))
        .flatMap(access ->
            Company.of(tag.substring(colon + 1)).map(company -> new MemoryCase(access, company)));
  }
}
