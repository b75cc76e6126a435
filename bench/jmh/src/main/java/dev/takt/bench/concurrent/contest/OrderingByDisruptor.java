package dev.takt.bench.concurrent.contest;

import com.lmax.disruptor.BatchEventProcessor;
import com.lmax.disruptor.BatchEventProcessorBuilder;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.YieldingWaitStrategy;
import dev.takt.bench.concurrent.Contest;
import java.util.List;

/// The Disruptor's way: one thread publishes tasks, two work on every other one, and one hands on
/// what both have left behind. The threads are the contest's own, so that none of them runs while
/// others are measured.
final class OrderingByDisruptor implements Contest {

  private static final int WORKERS = 2;

  private final int steps;
  private final Output output = new Output();
  private final RingBuffer<Slot> ring =
      RingBuffer.createSingleProducer(Slot::new, Ordering.CAPACITY, new YieldingWaitStrategy());
  private final List<BatchEventProcessor<Slot>> workers = List.of(worker(0), worker(1));
  private final BatchEventProcessor<Slot> last =
      new BatchEventProcessorBuilder()
          .build(
              ring,
              ring.newBarrier(workers.get(0).getSequence(), workers.get(1).getSequence()),
              this::handOn);
  private long end;

  OrderingByDisruptor(int steps) {
    this.steps = steps;
    ring.addGatingSequences(last.getSequence());
  }

  private BatchEventProcessor<Slot> worker(int number) {
    EventHandler<Slot> work =
        (slot, sequence, endOfBatch) -> {
          if (sequence % WORKERS == number) {
            slot.put(sequence, Work.of(sequence, steps));
          }
        };
    return new BatchEventProcessorBuilder().build(ring, ring.newBarrier(), work);
  }

  private void handOn(Slot slot, long sequence, boolean endOfBatch) {
    output.accept(slot.number(), slot.result());
    if (output.count() == end) {
      last.halt();
      workers.forEach(BatchEventProcessor::halt);
    }
  }

  @Override
  public int threads() {
    return 1 + WORKERS + 1;
  }

  @Override
  public void prepare(long operations) {
    end = output.count() + operations;
  }

  @Override
  public void run(int thread, long operations) {
    if (thread == 0) {
      for (long i = 0; i < operations; i++) {
        ring.publish(ring.next());
      }
    } else if (thread <= WORKERS) {
      workers.get(thread - 1).run();
    } else {
      last.run();
    }
  }
}
