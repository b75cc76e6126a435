package dev.takt.report.explore;

import dev.takt.report.page.OpenSource;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// A place for one open source, which is closed when nobody uses it any more and nobody can find
/// it.
///
/// Whoever opens the source holds its lock meanwhile; all else is guarded by [Sources].
final class Slot {

  /// Guarded by the slot itself.
  private @Nullable OpenSource source;

  int leases;
  boolean isRetired;

  /// What opens a source.
  interface Opener {
    OpenSource open() throws Refusal, IOException;
  }

  /// Whether it was opened before, and is another now.
  synchronized boolean isOutdated() {
    return source != null && source.isOutdated();
  }

  /// The source, opened if it is not yet. Others open theirs meanwhile.
  synchronized OpenSource open(Opener opener) throws Refusal, IOException {
    OpenSource open = source;
    if (open == null) {
      open = opener.open();
      source = open;
    }
    return open;
  }

  /// To be called once, when nobody has a lease on it or can get one.
  synchronized void close() throws IOException {
    if (source != null) {
      source.close();
    }
  }
}
