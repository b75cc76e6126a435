package dev.takt.record.log.write;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.channels.WritableByteChannel;
import org.jspecify.annotations.Nullable;

/// Receives whole lines.
interface LineSink extends AutoCloseable {

  /// Writes all bytes, or throws.
  void write(byte[] lines) throws IOException;

  @Override
  void close() throws IOException;

  /// A file. A failed write is undone, so that it can be retried.
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

  /// A file that other processes append to as well. Each write is one system call, which keeps the
  /// lines of the processes apart. A partial line of a failed write cannot be removed, since other
  /// processes may have written after it: the next write ends that line.
  final class ToSharedFile implements LineSink {

    private final WritableByteChannel channel;
    private boolean broken;

    /// @param channel opened for appending
    /// @param broken whether the file ends in the middle of a line
    ToSharedFile(WritableByteChannel channel, boolean broken) {
      this.channel = channel;
      this.broken = broken;
    }

    @Override
    public void write(byte[] lines) throws IOException {
      ByteBuffer left = ByteBuffer.allocate(lines.length + 1);
      if (broken) {
        left.put((byte) '\n');
      }
      left.put(lines).flip();
      int all = left.remaining();
      try {
        while (left.hasRemaining()) {
          channel.write(left);
        }
        broken = false;
      } finally {
        broken |= left.hasRemaining() && left.remaining() < all;
      }
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  /// A stream. After a failed write, the number of bytes that were written is unknown.
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
