package dev.takt.record.log;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.atomic.AtomicLong;

/// Counts the bytes that are read, to report a reader's progress.
final class CountedStream extends FilterInputStream {

  private final AtomicLong count;

  CountedStream(InputStream in, AtomicLong count) {
    super(in);
    this.count = count;
  }

  @Override
  public int read() throws IOException {
    int b = super.read();
    if (b >= 0) {
      count.incrementAndGet();
    }
    return b;
  }

  @Override
  public int read(byte[] bytes, int from, int length) throws IOException {
    int read = super.read(bytes, from, length);
    if (read > 0) {
      count.addAndGet(read);
    }
    return read;
  }
}
