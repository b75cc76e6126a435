package dev.takt.bench.process;

import dev.takt.process.linux.EpollEvents;
import dev.takt.process.linux.Libc;
import dev.takt.process.linux.NativeMemory;
import java.io.IOException;

/// Waits for bytes that are in a pipe already, and reads them one at a time, with the calls that
/// the library makes. The program in C that it is compared with is `bench/children/round.c`.
final class Ready implements Contender.Trips {

  private static final int MOST = 4096;

  private final NativeMemory memory = new NativeMemory(MOST);
  private final EpollEvents events = new EpollEvents(128);
  private final int epoll = Libc.epollCreate(memory);
  private final int from;
  private final int to;

  Ready() throws IOException {
    if (epoll < 0 || Libc.pipe(memory) < 0) {
      throw new IOException("no descriptors");
    }
    from = memory.bytes().getInt(0);
    to = memory.bytes().getInt(Integer.BYTES);
    Libc.epollAdd(memory, epoll, from, Libc.EPOLLIN, 0);
  }

  @Override
  public void go(int times) throws IOException {
    if (Libc.write(memory, to, memory.address(), times) != times) {
      throw new IOException("the pipe takes too little");
    }
    for (int i = 0; i < times; i++) {
      if (Libc.epollWait(events, epoll, -1) != 1
          || events.data(0) != 0
          || Libc.read(memory, from, memory.address(), 1) != 1) {
        throw new IOException("a byte is missing");
      }
    }
  }

  @Override
  public void end() {
    Libc.close(memory, from);
    Libc.close(memory, to);
    Libc.close(memory, epoll);
  }
}
