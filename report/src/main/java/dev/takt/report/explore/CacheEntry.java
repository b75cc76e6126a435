package dev.takt.report.explore;

import dev.takt.report.page.SourceSession;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Entry of the cache for one open source. The source is closed when the entry is no longer in the
/// cache and has no leases.
///
/// The entry's own lock is held while its source is opened; all other state is guarded by
/// [SourceCache].
final class CacheEntry {

  /// Guarded by this object.
  private @Nullable SourceSession source;

  int handles;
  boolean isRetired;

  /// Opens a source.
  interface Opener {
    SourceSession open() throws HttpError, IOException;
  }

  /// Whether the source was opened and its files have changed since.
  synchronized boolean isOutdated() {
    return source != null && source.isOutdated();
  }

  /// Returns the source, and opens it first if necessary. Other slots can be opened concurrently.
  synchronized SourceSession open(Opener opener) throws HttpError, IOException {
    SourceSession open = source;
    if (open == null) {
      open = opener.open();
      source = open;
    }
    return open;
  }

  /// Closes the source. Called once, when there is no lease and none can be obtained.
  synchronized void close() throws IOException {
    if (source != null) {
      source.close();
    }
  }
}
