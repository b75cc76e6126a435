package dev.takt.probes.wakeup;

import dev.takt.process.linux.Libc;
import dev.takt.process.linux.NativeMemory;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// A [WakeupSignal] by futex(2), the system call on which all of Java's blocking operations are
/// based. Each side has a word on which it waits.
final class FutexSignal implements WakeupSignal {

  private static final int SYS_FUTEX =
      System.getProperty("os.arch", "").equals("aarch64") ? 98 : 202;
  private static final int FUTEX_WAIT_PRIVATE = 128;
  private static final int FUTEX_WAKE_PRIVATE = 129;
  private static final int WORDS_APART = 64;
  private static final MemorySegment SYSCALL = Libc.function("syscall");
  private static final VarHandle WORD =
      MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

  private final NativeMemory words = new NativeMemory(2 * WORDS_APART);

  /// Memory for the calls of each side, since errno is stored in it and belongs to one thread.
  private final NativeMemory[] errors = {
    new NativeMemory(Long.BYTES), new NativeMemory(Long.BYTES)
  };

  @Override
  public void await(int side) {
    int word = side * WORDS_APART;
    while (!WORD.compareAndSet(words.bytes(), word, 1, 0)) {
      // Returns at once if the word is no longer 0.
      var _ = call(side, word, FUTEX_WAIT_PRIVATE, 0);
    }
  }

  @Override
  public void wake(int side) {
    int word = side * WORDS_APART;
    WORD.setVolatile(words.bytes(), word, 1);
    var _ = call(1 - side, word, FUTEX_WAKE_PRIVATE, 1);
  }

  private long call(int caller, int word, int operation, int value) {
    return Libc.call(
        SYSCALL, errors[caller], SYS_FUTEX, words.address() + word, operation, value, 0, 0);
  }
}
