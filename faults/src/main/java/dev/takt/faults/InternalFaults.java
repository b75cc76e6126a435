package dev.takt.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/// Injects the faults that have their cause within the JVM. Not thread-safe.
final class InternalFaults {

  private static final int WAITERS = 3;
  private static final int KEPT_BYTES = 48 << 20;
  private static final int PIECE_BYTES = 256;
  private static final int BLOCK_BYTES = 1 << 20;
  private static final int BLOCKS = 64;
  private static final long MILLI = 1_000_000;

  private final PauseDetector pauseDetector;
  private final Path folder;
  private final SafepointBlocker safepointBlocker = new SafepointBlocker();
  private final Object monitor = new Object();
  private final ReentrantLock lock = new ReentrantLock();

  /// Live objects, so that a collection has work to mark and copy, and a histogram to count.
  private final List<byte[]> liveObjects = new ArrayList<>();

  InternalFaults(PauseDetector pauseDetector, Path folder) {
    this.pauseDetector = pauseDetector;
    this.folder = folder;
  }

  /// Fills the heap, and warms up until the loops are compiled.
  void prepare() {
    for (int bytes = 0; bytes < KEPT_BYTES; bytes += PIECE_BYTES) {
      liveObjects.add(new byte[PIECE_BYTES]);
    }
    safepointBlocker.warmUp();
  }

  /// Injects a fault and waits for its end.
  ///
  /// @param millis its duration, where that can be chosen
  /// @return what happened; nothing if the fault was too short to be distinguished
  GroundTruth inject(FaultKind ailment, int millis) throws Exception {
    return switch (ailment) {
      case GC -> longest(ailment, pauseDetector.during(System::gc));
      case ALLOCATION -> collections(pauseDetector.during(() -> allocate(millis)));
      case OPERATION -> longest(ailment, pauseDetector.during(InternalFaults::histogram));
      case LAGGARD -> GroundTruth.of(safepointBlocker.block(millis));
      case MONITOR ->
          GroundTruth.of(convoy(ailment, millis, this::holdMonitor, this::enterMonitor));
      case LOCK -> GroundTruth.of(convoy(ailment, millis, this::holdLock, this::enterLock));
      case FSYNC -> GroundTruth.of(write());
      case STOP, HOG, QUOTA -> throw new IllegalArgumentException(ailment + " is external");
    };
  }

  private static GroundTruth longest(FaultKind ailment, List<Pause> gaps) {
    List<Fault> longest =
        gaps.stream()
            .max(Comparator.comparingLong(Pause::nanos))
            .map(gap -> new Fault(ailment, gap.begin(), gap.end(), null, null))
            .stream()
            .toList();
    return new GroundTruth(longest, gaps);
  }

  private GroundTruth collections(List<Pause> gaps) {
    List<Fault> collections =
        gaps.stream()
            .filter(pauseDetector::isCollection)
            .map(gap -> new Fault(FaultKind.ALLOCATION, gap.begin(), gap.end(), null, null))
            .toList();
    return new GroundTruth(collections, gaps);
  }

  /// Allocates such that on average half of the objects survive the next collection.
  private void allocate(int millis) {
    long end = System.nanoTime() + millis * MILLI;
    List<byte[]> recent = new ArrayList<>();
    while (System.nanoTime() - end < 0) {
      for (int i = 0; i < 1000; i++) {
        recent.add(new byte[PIECE_BYTES]);
      }
      if (recent.size() > KEPT_BYTES / PIECE_BYTES / 2) {
        recent = new ArrayList<>();
      }
    }
  }

  private static void histogram() throws JMException {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName commands = new ObjectName("com.sun.management:type=DiagnosticCommand");
    Object[] arguments = {new String[0]};
    String[] signature = {String[].class.getName()};
    var _ = server.invoke(commands, "gcClassHistogram", arguments, signature);
  }

  // Lock convoys: one thread holds the lock, and the others arrive one after the other.

  private interface Hold {
    void until(CountDownLatch held, int millis) throws InterruptedException;
  }

  private List<Fault> convoy(FaultKind ailment, int millis, Hold hold, Runnable enter)
      throws InterruptedException {
    CountDownLatch held = new CountDownLatch(1);
    ConcurrentLinkedQueue<Fault> faults = new ConcurrentLinkedQueue<>();
    String holder = ailment.lowerCase() + "-holder";
    List<Thread> threads = new ArrayList<>();
    threads.add(
        Thread.ofPlatform()
            .name(holder)
            .start(() -> {
              try {
                hold.until(held, millis);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            }));
    held.await();
    for (int i = 1; i <= WAITERS; i++) {
      String waiter = ailment.lowerCase() + "-waiter-" + i;
      threads.add(
          Thread.ofPlatform()
              .name(waiter)
              .start(() -> {
                long begin = System.nanoTime();
                enter.run();
                faults.add(new Fault(ailment, begin, System.nanoTime(), waiter, holder));
              }));
    }
    for (Thread each : threads) {
      each.join();
    }
    return List.copyOf(faults);
  }

  private void holdMonitor(CountDownLatch held, int millis) throws InterruptedException {
    synchronized (monitor) {
      held.countDown();
      Thread.sleep(millis);
    }
  }

  private void enterMonitor() {
    synchronized (monitor) {
      Thread.onSpinWait();
    }
  }

  private void holdLock(CountDownLatch held, int millis) throws InterruptedException {
    lock.lock();
    try {
      held.countDown();
      Thread.sleep(millis);
    } finally {
      lock.unlock();
    }
  }

  private void enterLock() {
    lock.lock();
    try {
      Thread.onSpinWait();
    } finally {
      lock.unlock();
    }
  }

  private List<Fault> write() throws IOException, InterruptedException {
    List<Fault> faults = new ArrayList<>();
    Thread writer =
        Thread.ofPlatform()
            .name("fsync-writer")
            .start(() -> {
              try {
                faults.addAll(writeAndForce());
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    writer.join();
    return faults;
  }

  private List<Fault> writeAndForce() throws IOException {
    Path file = Files.createTempFile(folder, "truth", ".tmp");
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      ByteBuffer block = ByteBuffer.allocateDirect(BLOCK_BYTES);
      for (int i = 0; i < BLOCKS; i++) {
        channel.write(block.clear());
      }
      long begin = System.nanoTime();
      channel.force(true);
      long end = System.nanoTime();
      return List.of(
          new Fault(FaultKind.FSYNC, begin, end, Thread.currentThread().getName(), null));
    } finally {
      Files.delete(file);
    }
  }
}
