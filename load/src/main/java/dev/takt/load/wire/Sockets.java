package dev.takt.load.wire;

import java.lang.foreign.MemorySegment;
import java.net.SocketAddress;

/// The sockets of one event loop, and what they are ready for. A socket is a number, at least 0.
/// Only [#await] blocks. A result below 0 is `-errno`, with the numbers of [SocketErrors].
///
/// Confined to one thread. A run loads one subclass only, so the JIT calls it directly.
abstract sealed class Sockets permits EpollSockets, NioSockets {

  /// Flags of [#readiness], with the numbers of epoll's events.
  static final int READABLE = 0x1;

  static final int WRITABLE = 0x4;
  static final int FAILED = 0x8;

  /// The key of an event that belongs to no socket.
  static final int NONE = -1;

  /// Opens a stream socket without Nagle's algorithm and starts to connect it. [#finishConnect] has
  /// the result, once the socket is writable.
  ///
  /// @param address of IP with a port, or of a Unix domain socket
  /// @return the socket, or `-errno`
  abstract int connect(SocketAddress address);

  /// The result of [#connect].
  ///
  /// @return a positive errno; 0 if the socket is connected
  abstract int finishConnect(int socket);

  /// Creates two sockets that are connected to each other.
  ///
  /// @param ends receives both
  /// @return 0 or `-errno`
  abstract int pair(int[] ends);

  /// Sends a part of a segment's bytes: as many as the socket takes.
  ///
  /// @param more whether more data follows at once, so that a partial packet may be held back
  /// @return the number of bytes, or `-errno`; `-EAGAIN` if the socket takes none now
  abstract int send(int socket, MemorySegment from, long length, boolean more);

  /// Receives from a socket that has data to read.
  ///
  /// @return the number of bytes, 0 for the end of the stream, or `-errno`; `-EAGAIN` if there is
  ///   nothing to read
  abstract int receive(int socket, MemorySegment to, long length);

  /// [#receive], for a socket that may have no data, or has reported an error.
  abstract int receiveOrErrno(int socket, MemorySegment to, long length);

  /// Closes a socket, and stops watching it.
  abstract void close(int socket);

  /// Watches a socket for bytes to read and, if `write` is true, for room to write. Its events
  /// carry `key`.
  ///
  /// @return `-errno` on failure
  abstract int add(int socket, boolean write, int key);

  /// Changes what [#add] watches for.
  abstract void modify(int socket, boolean write, int key);

  /// Waits for events until the deadline. Does not wait if that lies in the past. May return
  /// earlier without an event.
  ///
  /// @param deadlineNanos a moment of [System#nanoTime]
  /// @return how many events there are, including those of [#NONE]
  abstract int await(long deadlineNanos);

  /// What the socket of event `i` is ready for: flags such as [#READABLE].
  abstract int readiness(int i);

  /// The key of the socket of event `i`, or [#NONE].
  abstract int key(int i);

  /// Releases everything except for the sockets.
  abstract void close();
}
