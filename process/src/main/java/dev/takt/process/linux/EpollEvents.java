package dev.takt.process.linux;

/// Where `epoll_wait` writes what has happened.
public final class EpollEvents {

  /// `struct epoll_event` is packed on x86-64 and nowhere else.
  private static final boolean PACKED = System.getProperty("os.arch", "").equals("amd64");

  private static final int EPOLLHUP = 0x10;

  static final int DATA = PACKED ? 4 : 8;
  private static final int SIZE = DATA + Long.BYTES;

  final NativeMemory memory;
  private final int room;

  /// @param room for how many events
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

  /// What the descriptor of an event was registered with.
  public long data(int index) {
    return memory.bytes().getLong(index * SIZE + DATA);
  }
}
