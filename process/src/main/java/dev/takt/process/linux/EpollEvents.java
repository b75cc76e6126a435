package dev.takt.process.linux;

/// The buffer into which `epoll_wait` writes events.
public final class EpollEvents {

  /// `struct epoll_event` is packed on x86-64 only.
  private static final boolean PACKED = System.getProperty("os.arch", "").equals("amd64");

  private static final int EPOLLHUP = 0x10;

  static final int DATA = PACKED ? 4 : 8;
  private static final int SIZE = DATA + Long.BYTES;

  final NativeMemory memory;
  private final int room;

  /// @param room maximum number of events
  public EpollEvents(int room) {
    this.room = room;
    memory = new NativeMemory(room * SIZE);
  }

  int room() {
    return room;
  }

  /// Whether the other end of a pipe is closed.
  public boolean isHungUp(int index) {
    return (memory.bytes().getInt(index * SIZE) & EPOLLHUP) != 0;
  }

  /// The data that an event's descriptor was registered with.
  public long data(int index) {
    return memory.bytes().getLong(index * SIZE + DATA);
  }
}
