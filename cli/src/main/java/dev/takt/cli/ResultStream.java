package dev.takt.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/// Standard output or error: UTF-8 whatever the locale, and not flushed at each line. Distinguishes
/// a reader that has closed the pipe (`| head`) from a full disk.
public final class ResultStream extends PrintStream {

  private static final int BUFFER = 8192;

  private final PipeAwareOutput pipe;

  private ResultStream(PipeAwareOutput pipe) {
    super(new BufferedOutputStream(pipe, BUFFER), false, StandardCharsets.UTF_8);
    this.pipe = pipe;
  }

  public static ResultStream of(FileDescriptor descriptor) {
    return new ResultStream(new PipeAwareOutput(new FileOutputStream(descriptor)));
  }

  /// Whether the reader of a pipe has closed it. That is not an error, but further output is
  /// useless.
  public boolean isBrokenPipe() {
    return pipe.isBrokenPipe;
  }

  private static final class PipeAwareOutput extends OutputStream {

    private final FileOutputStream out;
    private volatile boolean isBrokenPipe;

    PipeAwareOutput(FileOutputStream out) {
      this.out = out;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      try {
        out.write(bytes, from, length);
      } catch (IOException e) {
        isBrokenPipe |= String.valueOf(e.getMessage()).contains("Broken pipe");
        throw e;
      }
    }
  }
}
