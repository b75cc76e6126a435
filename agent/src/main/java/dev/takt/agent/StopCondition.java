package dev.takt.agent;

import dev.takt.agent.HiccupOptions.EndOptions;
import dev.takt.record.ThreadRole;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Ends a measurement when its time is over, or when another process has ended.
final class StopCondition {

  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private StopCondition() {}

  /// Waits for the condition in a daemon thread, if the options have one.
  ///
  /// @param over whether the measurement has been stopped otherwise; then the thread ends
  /// @param end called at the end: with true if the process has ended, with false if the time is
  ///   over
  static void watch(
      EndOptions options,
      long delayNanos,
      StderrLog console,
      BooleanSupplier over,
      Consumer<Boolean> end) {
    ProcessHandle process = process(options.withProcess(), console);
    String lock = options.withLock();
    boolean timed = options.runNanos() > 0;
    if (process == null && lock == null && !timed) {
      return;
    }
    BooleanSupplier alive = () -> isAlive(process) && (lock == null || isLocked(lock));
    long deadline = System.nanoTime() + delayNanos + options.runNanos();
    Runnable wait =
        () -> {
          while (alive.getAsBoolean() && !(timed && System.nanoTime() - deadline >= 0)) {
            if (over.getAsBoolean()) {
              return;
            }
            long left = timed ? deadline - System.nanoTime() : POLL_NANOS;
            LockSupport.parkNanos(Math.min(left, POLL_NANOS));
          }
          end.accept(!alive.getAsBoolean());
        };
    Thread thread = new Thread(null, wait, ThreadRole.AGENT.threadName("end-watch"), 0, false);
    thread.setDaemon(true);
    thread.start();
  }

  private static boolean isAlive(@Nullable ProcessHandle process) {
    return process == null || process.isAlive();
  }

  /// Whether another process holds the lock of a file, and so is alive. File locks are visible
  /// across PID namespaces. If the lock cannot be tested now, such as without file descriptors, it
  /// is taken as held, and tested again later.
  private static boolean isLocked(String file) {
    try (FileChannel channel = FileChannel.open(Path.of(file), StandardOpenOption.READ);
        FileLock lock = channel.tryLock(0, Long.MAX_VALUE, true)) {
      return lock == null;
    } catch (NoSuchFileException | InvalidPathException e) {
      return false;
    } catch (IOException | OverlappingFileLockException | SecurityException e) {
      return true;
    }
  }

  private static @Nullable ProcessHandle process(long pid, StderrLog console) {
    if (pid == 0) {
      return null;
    }
    Optional<ProcessHandle> found = ProcessHandle.of(pid);
    if (found.isEmpty()) {
      console.log("there is no process " + pid + " to end with; measuring until stopped");
    }
    return found.orElse(null);
  }
}
