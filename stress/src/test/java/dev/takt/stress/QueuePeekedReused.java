package dev.takt.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.takt.queues.MpmcArrayQueue;
import java.util.Objects;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/// A look at a head whose cell is used again meanwhile, by an element that does not get to the head
/// at all: whoever looks once too little finds it, however late.
///
/// The window is two loads wide: it takes an interpreter, or a preempted thread, to see something
/// fall through it.
@JCStressTest
@Outcome(id = "1, [12]", expect = ACCEPTABLE, desc = "The head, before or after.")
@Outcome(expect = FORBIDDEN, desc = "Not the head.")
@State
public class QueuePeekedReused {

  private final MpmcArrayQueue<Box> queue = new MpmcArrayQueue<>(2);

  public QueuePeekedReused() {
    boolean _ = queue.offer(new Box(1)) && queue.offer(new Box(2));
  }

  @Actor
  public void mover(II_Result result) {
    result.r1 = Objects.requireNonNull(queue.poll()).value();
    boolean _ = queue.offer(new Box(3));
  }

  @Actor
  public void observer(II_Result result) {
    result.r2 = Objects.requireNonNull(queue.peek()).value();
  }
}
