package dev.takt.driver.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.sun.management.ThreadMXBean;
import dev.takt.driver.sim.model.EndTimeHeap;
import dev.takt.driver.sim.model.SimulatedSystem;
import dev.takt.driver.sim.model.SimulatedSystems;
import dev.takt.driver.sim.model.StoppableClock;
import dev.takt.load.driver.AsyncDriver;
import dev.takt.load.driver.AsyncDriver.Completions;
import dev.takt.load.driver.AsyncDriver.Transport;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Outcome;
import dev.takt.testing.Timing;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

class SimTransportTest {

  private static final long MS = 1_000_000;

  private final List<String> ended = new ArrayList<>();
  private final Completions log =
      (slot, outcome, end) -> ended.add(slot + " " + outcome.label() + " at " + end);

  @Test
  void completionsAreInOrderAndAdvanceTheVirtualClock() {
    Transport transport = SimTransports.virtual((arrival, n) -> arrival + n, 3);
    transport.send(0, 0, 30, log);
    transport.send(1, 0, 10, log);
    transport.send(2, 0, 20, log);
    transport.poll(5, log);
    assertThat(ended).isEmpty();
    assertThat(transport.clock().nanoTime()).isEqualTo(5);
    transport.poll(Long.MAX_VALUE, log);
    assertThat(ended).containsExactly("1 ok at 10");
    transport.poll(25, log);
    transport.poll(25, log);
    transport.poll(Long.MAX_VALUE, log);
    assertThat(ended).containsExactly("1 ok at 10", "2 ok at 20", "0 ok at 30");
  }

  @Test
  void pollWithPastDeadlineDoesNotWait() {
    Transport transport = SimTransports.virtual((arrival, n) -> arrival + n, 2);
    transport.send(0, 0, 10, log);
    transport.send(1, 0, 0, log);
    transport.poll(0, log);
    assertThat(ended).containsExactly("1 ok at 0");
    assertThat(transport.clock().nanoTime()).isZero();
    transport.poll(Long.MAX_VALUE, log);
    assertThat(ended).containsExactly("1 ok at 0", "0 ok at 10");
  }

  @Test
  void pollEndsDespiteOperationsThatTakeNoTime() {
    Transport transport = SimTransports.virtual((arrival, n) -> arrival, 1);
    int[] count = {0};
    Completions again =
        new Completions() {
          @Override
          public void completed(int slot, Outcome outcome, long endNanos) {
            count[0]++;
            transport.send(slot, 0, count[0], this);
          }
        };
    transport.send(0, 0, 0, again);
    transport.poll(0, again);
    assertThat(count[0]).isEqualTo(1);
  }

  @Test
  void stopPostponesOperationsInFlight() {
    StoppableClock time = new StoppableClock(4);
    SimulatedSystem system =
        new SimulatedSystem() {
          @Override
          public long arrive(long arrival, long n) {
            return n < 0 ? time.stop(arrival, -n) : time.at(arrival) + n;
          }

          @Override
          public long realTimeOf(long systemNanos) {
            return time.realTimeOf(systemNanos);
          }
        };
    Transport transport = SimTransports.virtual(system, 4);
    transport.send(0, 0, 50, log);
    transport.send(1, 0, 5, log);
    transport.poll(10, log);
    transport.poll(10, log);
    transport.send(2, 0, -1000, log);
    transport.poll(20, log);
    transport.send(3, 0, 7, log);
    while (ended.size() < 4) {
      transport.poll(Long.MAX_VALUE, log);
    }
    assertThat(ended).containsExactly("1 ok at 5", "2 ok at 1011", "3 ok at 1017", "0 ok at 1050");
  }

  @Test
  void cancelledOperationIsNotReported() {
    SimulatedSystem system = (arrival, n) -> n == 0 ? SimulatedSystem.NEVER : arrival + n;
    Transport transport = SimTransports.virtual(system, 3);
    transport.send(0, 0, 0, log);
    transport.send(1, 0, 10, log);
    transport.send(2, 0, 20, log);
    transport.cancel(0);
    transport.cancel(1);
    transport.send(1, 0, 30, log);
    transport.poll(Long.MAX_VALUE, log);
    transport.poll(Long.MAX_VALUE, log);
    transport.cancel(1);
    assertThat(ended).containsExactly("2 ok at 20", "1 ok at 30");
  }

  @Test
  void emptyPollTakesVirtualTimeUpToTheNextEnd() {
    Transport transport = SimTransports.virtual((arrival, n) -> arrival + n, 1);
    transport.send(0, 0, 2_500, log);
    for (int look = 0; look < 4; look++) {
      transport.poll(transport.clock().nanoTime(), log);
    }
    assertThat(ended).containsExactly("0 ok at 2500");
  }

  @Test
  void waitingForeverInVirtualTimeFails() {
    Transport transport = SimTransports.virtual((arrival, n) -> SimulatedSystem.NEVER, 1);
    transport.send(0, 0, 0, log);
    assertThatIllegalStateException().isThrownBy(() -> transport.poll(Long.MAX_VALUE, log));
    assertThatIllegalStateException().isThrownBy(() -> transport.send(0, 0, 1, log));
  }

  @Test
  void virtualTimeAllowsOneEventLoop() throws DriverException {
    AsyncDriver driver = SimDrivers.virtual((arrival, n) -> arrival);
    driver.open(1).close();
    Assertions.assertThatExceptionOfType(DriverException.class).isThrownBy(() -> driver.open(1));
    AsyncDriver real = SimDrivers.async((arrival, n) -> arrival);
    real.open(1).close();
    real.open(1).close();
  }

  @Timing
  @Test
  void completionsInRealTimeAreApproximatelyOnTime() {
    Transport transport = SimTransports.real((arrival, n) -> arrival + n, 2);
    long start = System.nanoTime();
    List<Long> ends = new ArrayList<>();
    Completions times = (slot, outcome, end) -> ends.add(end - start);
    transport.send(0, 0, 20 * MS, times);
    transport.send(1, 0, 10 * MS, times);
    transport.poll(start + 2 * MS, times);
    assertThat(System.nanoTime() - start).isBetween(2 * MS, 1000 * MS);
    while (ends.size() < 2) {
      transport.poll(Long.MAX_VALUE, times);
    }
    assertThat(ends.get(0)).isBetween(10 * MS, 1000 * MS);
    assertThat(ends.get(1)).isBetween(20 * MS, 1000 * MS);
  }

  @Test
  void theHeapIsAPriorityQueue() {
    SplittableRandom random = new SplittableRandom(9);
    EndTimeHeap heap = new EndTimeHeap(64);
    // The end carries its slot in its last digits, so that all ends are different.
    TreeMap<Long, Integer> model = new TreeMap<>();
    for (int i = 0; i < 100_000; i++) {
      int slot = random.nextInt(64);
      long end = random.nextLong(10_000) * 100 + slot;
      if (!model.containsValue(slot)) {
        heap.add(end, slot);
        model.put(end, slot);
      } else if (random.nextBoolean()) {
        heap.remove(slot);
        model.values().remove(slot);
      } else {
        int first = model.pollFirstEntry().getValue();
        long later = heap.earliestEnd() + random.nextLong(5_000) * 100;
        heap.postponeEarliest(later);
        model.put(later, first);
      }
      assertThat(heap.size()).isEqualTo(model.size());
      if (!model.isEmpty()) {
        assertThat(heap.earliestEnd()).isEqualTo(model.firstKey());
        assertThat(heap.earliestSlot()).isEqualTo(model.firstEntry().getValue());
      }
    }
  }

  @Test
  void nothingIsAllocatedPerOperation() {
    SimulatedSystem system = SimulatedSystems.faulty(SimulatedSystems.fourMode(3, 25), 3, 0.01, 0);
    long[] sum = {0};
    Transport transport = SimTransports.virtual(system, 25);
    OpenLoop.Sink sink = (n, due, start, end, outcome) -> sum[0] += end;
    new OpenLoop(transport, 25, sink).drive(n -> n * 100_000, 300_000);
    OpenLoop loop = new OpenLoop(transport, 25, sink);
    long start = transport.clock().nanoTime();
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    loop.drive(n -> start + n * 100_000, 3_000_000);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    // The JVM links the loop's lambda once, for some 100 kB.
    assertThat(allocated).as("bytes for 3,000,000 operations").isLessThan(300_000);
  }
}
