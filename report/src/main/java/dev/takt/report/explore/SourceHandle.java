package dev.takt.report.explore;

import dev.takt.report.page.SourceSession;
import java.io.IOException;

/// A counted reference to an open source, which stays open until the reference is closed. It must
/// be closed exactly once.
final class SourceHandle implements AutoCloseable {

  private final SourceCache sources;
  private final CacheEntry entry;
  private final SourceSession source;

  SourceHandle(SourceCache sources, CacheEntry entry, SourceSession source) {
    this.sources = sources;
    this.entry = entry;
    this.source = source;
  }

  SourceSession source() {
    return source;
  }

  @Override
  public void close() throws IOException {
    sources.release(entry);
  }
}
