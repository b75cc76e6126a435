package dev.takt.stress;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;

/// How far one thread has come with its calls, so that another can tell what must have happened
/// before a call of its own, and what may have happened up to its end.
///
/// The fences hold whatever memory modes the calls use. They cost nothing on x86, where they keep
/// only the compiler from moving things.
final class Steps {

  private final AtomicInteger begun = new AtomicInteger();
  private final AtomicInteger ended = new AtomicInteger();

  /// Before a call.
  void begin(int number) {
    begun.setOpaque(number);
    VarHandle.releaseFence();
  }

  /// After a call that had an effect.
  void end(int number) {
    ended.setRelease(number);
  }

  /// Before a call of the other thread: all calls up to this number have happened.
  int ended() {
    return ended.getAcquire();
  }

  /// After a call of the other thread: no call beyond this number had an effect that it saw.
  int begun() {
    VarHandle.acquireFence();
    return begun.getOpaque();
  }
}
