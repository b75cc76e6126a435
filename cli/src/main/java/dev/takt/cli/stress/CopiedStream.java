package dev.takt.cli.stress;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/// Writes everything to two streams.
final class CopiedStream extends FilterOutputStream {

  private final OutputStream copy;

  CopiedStream(OutputStream out, OutputStream copy) {
    super(out);
    this.copy = copy;
  }

  @Override
  public void write(int b) throws IOException {
    out.write(b);
    copy.write(b);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    out.write(bytes, from, length);
    copy.write(bytes, from, length);
  }

  @Override
  public void flush() throws IOException {
    out.flush();
    copy.flush();
  }
}
