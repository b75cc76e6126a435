package dev.takt.driver.ycsb;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The log of a binding's output: a file in the run directory, created with the first byte.
/// Thread-safe. Limited to 16 MB, since a binding can print a line for each operation. Write errors
/// are ignored, since output is not what is measured.
final class BindingLog extends OutputStream {

  static final String NAME = "binding.log";

  private static final long MAX_BYTES = 16L << 20;
  private static final int MAX_LINE_LENGTH = 200;

  private final Path file;
  private @Nullable OutputStream out;
  private long remainingBytes = MAX_BYTES;
  private final StringBuilder line = new StringBuilder();
  private String lastLine = "";

  BindingLog(Path runDirectory) {
    this.file = runDirectory.resolve(NAME);
  }

  @Override
  public synchronized void write(int b) {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) {
    if (remainingBytes <= 0) {
      return;
    }
    trackLastLine(bytes, offset, length);
    try {
      OutputStream target = openStream();
      target.write(bytes, offset, length);
      remainingBytes -= length;
      if (remainingBytes <= 0) {
        target.write("\n(the rest of the output is omitted)\n".getBytes(StandardCharsets.UTF_8));
        target.flush();
      }
    } catch (IOException e) {
      remainingBytes = 0; // a full disk does not end a run
    }
  }

  @Override
  public synchronized void flush() throws IOException {
    if (out != null) {
      out.flush();
    }
  }

  /// The last line that is not blank; empty if nothing was printed.
  synchronized String lastLine() {
    return line.toString().isBlank() ? lastLine : line.toString().strip();
  }

  @Override
  public synchronized void close() {
    remainingBytes = 0;
    if (out != null) {
      try {
        out.close();
      } catch (IOException e) {
        // The log is incomplete; the run is not affected.
      }
    }
  }

  private OutputStream openStream() throws IOException {
    OutputStream opened = out;
    if (opened == null) {
      opened = Files.newOutputStream(file);
      out = opened;
    }
    return opened;
  }

  private void trackLastLine(byte[] bytes, int offset, int length) {
    for (int i = offset; i < offset + length; i++) {
      if (bytes[i] == '\n') {
        if (!line.toString().isBlank()) {
          lastLine = line.toString().strip();
        }
        line.setLength(0);
      } else if (line.length() < MAX_LINE_LENGTH) {
        line.append((char) (bytes[i] & 0xff));
      }
    }
  }
}
