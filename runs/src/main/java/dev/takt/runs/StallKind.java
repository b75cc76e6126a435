package dev.takt.runs;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/// What stopped or slowed something.
public enum StallKind {
  /// A garbage collector stopped all Java threads.
  GC_PAUSE,
  /// The JVM stopped all Java threads for another operation, or for none.
  SAFEPOINT,
  /// The first part of such a stop: some threads stand already, and wait for the last one.
  TIME_TO_SAFEPOINT,
  /// The JVM stopped single threads, one at a time.
  HANDSHAKE,
  /// A thread waited for memory that a concurrent collector had not freed yet.
  ALLOCATION_STALL,
  /// A thread waited to enter a monitor (`synchronized`).
  MONITOR_WAIT,
  /// A thread waited for a lock or another synchroniser of `java.util.concurrent`.
  LOCK_WAIT,
  /// A virtual thread could not leave its carrier thread while it waited.
  PINNED,
  /// A thread loaded, defined or initialised a class.
  CLASS_LOAD,
  /// A compiler's thread compiled a method: no other one was stopped for it, but all who call it
  /// ran slower code until then.
  COMPILATION,
  /// Compiled code was thrown away.
  DEOPTIMIZATION,
  /// A thread was started, at the cost of the one that started it.
  THREAD_START,
  /// A thread read from or wrote to a socket.
  SOCKET_IO,
  /// A thread read from, wrote to or synchronised a file.
  FILE_IO,
  /// A thread was ready to run and had no processor.
  RUN_QUEUE,
  /// A process was stopped by a signal.
  STOPPED,
  /// A control group had used up its share of processor time.
  THROTTLED,
  /// The hypervisor gave the processor to another virtual machine.
  STEAL,
  /// Tasks waited for processors, as the kernel's pressure accounting has it.
  CPU_PRESSURE,
  /// Tasks waited for input or output, as the kernel's pressure accounting has it.
  IO_PRESSURE,
  /// Tasks waited for memory, as the kernel's pressure accounting has it.
  MEMORY_PRESSURE,
  /// Pages were read from disk before a thread could go on.
  MAJOR_FAULTS,
  /// Pages went to or came from swap space.
  SWAP,
  /// A thread that should have run did not; nothing else is known.
  HICCUP;

  /// As it is written in JSON.
  @JsonValue
  public String lowerCase() {
    return name().toLowerCase(Locale.ROOT);
  }
}
