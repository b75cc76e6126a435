package dev.takt.record.log;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import org.jspecify.annotations.Nullable;

/// Where whole lines go.
interface LineSink extends AutoCloseable {

  /// Writes all bytes; throws if it cannot.
  void write(byte[] lines) throws IOException;

  @Override
  void close() throws IOException;

  /// A file in which a failed write leaves nothing behind, so that it can be tried again.
  final class ToFile implements LineSink {

    private final SeekableByteChannel channel;
    private long whole;

    ToFile(SeekableByteChannel channel) {
      this.channel = channel;
    }

    @Override
    public void write(byte[] lines) throws IOException {
      try {
        channel.position(whole);
        ByteBuffer left = ByteBuffer.wrap(lines);
        while (left.hasRemaining()) {
          channel.write(left);
        }
        whole += lines.length;
      } catch (IOException e) {
        takeBack(e);
        throw e;
      }
    }

    private void takeBack(IOException cause) {
      try {
        channel.truncate(whole);
      } catch (IOException e) {
        cause.addSuppressed(e);
      }
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  /// A stream: after a failed write nobody knows how much of it went out.
  final class ToStream implements LineSink {

    private final OutputStream out;
    private @Nullable IOException failure;

    ToStream(OutputStream out) {
      this.out = out;
    }

    @Override
    public void write(byte[] lines) throws IOException {
      if (failure != null) {
        throw new IOException("the log's stream has failed before", failure);
      }
      try {
        out.write(lines);
        out.flush();
      } catch (IOException e) {
        failure = e;
        throw e;
      }
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }
}
