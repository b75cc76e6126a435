package dev.takt.runs.model;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/// What stopped or slowed something.
public enum StallKind {
  /// A garbage collector stopped all Java threads.
  GC_PAUSE,
  /// The JVM stopped all Java threads for another operation, or for none.
  SAFEPOINT,
  /// The first part of such a stop: some threads have stopped, and wait for the last one.
  TIME_TO_SAFEPOINT,
  /// The JVM stopped single threads, one at a time.
  HANDSHAKE,
  /// A thread waited for memory that a concurrent collector had not freed yet.
  ALLOCATION_STALL,
  /// A thread waited to enter a monitor (`synchronized`).
  MONITOR_WAIT,
  /// A thread waited for a lock or another synchroniser of `java.util.concurrent`.
  LOCK_WAIT,
  /// A virtual thread could not unmount from its carrier thread while it waited.
  PINNED,
  /// A thread loaded, defined or initialised a class.
  CLASS_LOAD,
  /// A compiler thread compiled a method. No other thread was stopped, but callers ran slower code
  /// until then.
  COMPILATION,
  /// Compiled code was discarded.
  DEOPTIMIZATION,
  /// A thread was started, at the cost of the one that started it.
  THREAD_START,
  /// A thread read from or wrote to a socket.
  SOCKET_IO,
  /// A thread read from, wrote to or synchronised a file.
  FILE_IO,
  /// A thread was runnable and waited for a processor.
  RUN_QUEUE,
  /// A process was stopped by a signal.
  STOPPED,
  /// A control group had used up its CPU quota.
  THROTTLED,
  /// The hypervisor gave the processor to another virtual machine.
  STEAL,
  /// Tasks waited for processors, according to the kernel's pressure stall information (PSI).
  CPU_PRESSURE,
  /// Tasks waited for I/O, according to the kernel's pressure stall information (PSI).
  IO_PRESSURE,
  /// Tasks waited for memory, according to the kernel's pressure stall information (PSI).
  MEMORY_PRESSURE,
  /// Pages were read from disk before a thread could continue.
  MAJOR_FAULTS,
  /// Pages were moved to or from swap space.
  SWAP,
  /// A thread that should have run did not, for an unknown reason.
  HICCUP;

  /// The name in JSON.
  @JsonValue
  public String lowerCase() {
    return name().toLowerCase(Locale.ROOT);
  }
}
