package dev.takt.fleet.engine;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import org.jspecify.annotations.Nullable;

/// A socket beneath TLS that keeps the first byte of its peer, which shows whether that speaks TLS.
final class AcceptedSocket extends Socket {

  static final int NOTHING = -1;

  private volatile int firstByte = NOTHING;
  private volatile boolean endedByPeer;
  private @Nullable InputStream in;

  /// The first byte that was read; [#NOTHING] if there was none.
  int firstByte() {
    return firstByte;
  }

  /// Whether reading has met the end of what the peer sends, or a reset.
  boolean isEndedByPeer() {
    return endedByPeer;
  }

  @Override
  public synchronized InputStream getInputStream() throws IOException {
    InputStream open = in;
    if (open == null) {
      open = new FirstByte(super.getInputStream());
      in = open;
    }
    return open;
  }

  private final class FirstByte extends FilterInputStream {

    FirstByte(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      byte[] single = new byte[1];
      return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int read;
      try {
        read = super.read(bytes, offset, length);
      } catch (SocketTimeoutException e) {
        throw e;
      } catch (IOException e) {
        endedByPeer |= !isClosed();
        throw e;
      }
      endedByPeer |= read < 0;
      if (firstByte == NOTHING && read > 0) {
        firstByte = bytes[offset] & 0xff;
      }
      return read;
    }
  }
}
