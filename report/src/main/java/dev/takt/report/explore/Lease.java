package dev.takt.report.explore;

import dev.takt.report.page.OpenSource;
import java.io.IOException;

/// An open source that stays open until this is closed, which is to be done once.
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
