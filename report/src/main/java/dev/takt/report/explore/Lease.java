package dev.takt.report.explore;

import dev.takt.report.page.OpenSource;
import java.io.IOException;

/// A counted reference to an open source, which stays open until the reference is closed. It must
/// be closed exactly once.
final class Lease implements AutoCloseable {

  private final Sources sources;
  private final Slot slot;
  private final OpenSource source;

  Lease(Sources sources, Slot slot, OpenSource source) {
    this.sources = sources;
    this.slot = slot;
    this.source = source;
  }

  OpenSource source() {
    return source;
  }

  @Override
  public void close() throws IOException {
    sources.giveBack(slot);
  }
}
