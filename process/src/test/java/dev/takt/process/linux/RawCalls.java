package dev.takt.process.linux;

/// Calls that only tests need.
public final class RawCalls {

  private RawCalls() {}

  /// A copy of a descriptor that a child inherits unless it is closed.
  public static int inheritableCopy(int fd) {
    return (int) Libc.call(Libc.function("dup"), new NativeMemory(64), fd, 0, 0, 0, 0, 0);
  }

  /// Opens a file for reading.
  public static int open(String path) {
    NativeMemory memory = new NativeMemory(4096);
    byte[] name = NativeText.encode(path);
    memory.bytes().put(0, name).put(name.length, (byte) 0);
    return Libc.open(memory, memory.address(), Libc.O_RDONLY);
  }

  /// The capacity of a pipe.
  public static int pipeSize(int fd) {
    int getPipeSize = 1032;
    return (int)
        Libc.call(Libc.function("fcntl"), new NativeMemory(64), fd, getPipeSize, 0, 0, 0, 0);
  }

  /// How many bytes are in a pipe.
  public static int readable(int fd) {
    return Libc.readable(new NativeMemory(64), fd);
  }

  /// Closes a descriptor.
  public static void close(int fd) {
    Libc.close(new NativeMemory(64), fd);
  }
}
