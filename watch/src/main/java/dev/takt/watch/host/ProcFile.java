package dev.takt.watch.host;

import dev.takt.counters.perf.PerfCalls;
import dev.takt.process.linux.Errno;
import dev.takt.process.linux.Libc;
import dev.takt.process.linux.NativeMemory;
import dev.takt.process.linux.NativeText;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/// A file of `/proc` or of a cgroup that stays open and is read repeatedly, without allocation. Not
/// thread-safe.
public final class ProcFile implements AutoCloseable {

  private final NativeMemory memory;
  private final int fd;
  private final NumberScanner figures;

  private ProcFile(NativeMemory memory, int fd) {
    this.memory = memory;
    this.fd = fd;
    figures = new NumberScanner(memory.bytes());
  }

  /// Opens a file.
  ///
  /// @param bytes how much of it is read, from its start
  /// @throws IOException with the path and the reason
  public static ProcFile open(Path file, int bytes) throws IOException {
    byte[] path = NativeText.encode(file.toString());
    NativeMemory memory = new NativeMemory(Math.max(bytes, path.length + 1));
    memory.bytes().put(0, path).put(path.length, (byte) 0);
    int fd = Libc.open(memory, memory.address(), Libc.O_RDONLY);
    if (fd < 0) {
      throw new FileSystemException(file.toString(), null, Errno.text(-fd));
    }
    return new ProcFile(memory, fd);
  }

  /// Reads the file again. The result is empty if it can no longer be read, such as a file of a
  /// process that has ended. It is valid until the next call.
  public NumberScanner read() {
    figures.reset(Math.max(0, PerfCalls.readFromStart(memory, fd)));
    return figures;
  }

  @Override
  public void close() {
    Libc.close(memory, fd);
  }
}
