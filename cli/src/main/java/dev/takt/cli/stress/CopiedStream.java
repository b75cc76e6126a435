package dev.takt.cli.stress;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/// Writes everything to two streams. The second may fail without harm to the first.
final class CopiedStream extends FilterOutputStream {

  private interface Writing {
    void write() throws IOException;
  }

  private final OutputStream copy;
  private @Nullable IOException failure;

  CopiedStream(OutputStream out, OutputStream copy) {
    super(out);
    this.copy = copy;
  }

  @Override
  public void write(int b) throws IOException {
    out.write(b);
    copy(() -> copy.write(b));
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    out.write(bytes, from, length);
    copy(() -> copy.write(bytes, from, length));
  }

  @Override
  public void flush() throws IOException {
    out.flush();
    copy(copy::flush);
  }

  private void copy(Writing writing) {
    try {
      writing.write();
    } catch (IOException e) {
      failure = failure == null ? e : failure;
    }
  }

  /// Why not all could be written to the second stream; null if all was.
  @Nullable IOException failure() {
    return failure;
  }
}
