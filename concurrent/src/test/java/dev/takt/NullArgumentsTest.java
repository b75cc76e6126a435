package dev.takt;

import com.google.common.testing.NullPointerTester;
import dev.takt.ordered.InOrder;
import dev.takt.ordered.OrderedScheduler;
import dev.takt.ordered.Ticket;
import dev.takt.queues.BlockingMessageQueue;
import dev.takt.queues.IdleStrategy;
import dev.takt.queues.MessageQueue;
import dev.takt.queues.MpmcArrayQueue;
import dev.takt.queues.MpmcLongRing;
import dev.takt.queues.MpscArrayQueue;
import dev.takt.queues.MpscLinkedQueue;
import dev.takt.queues.MpscUnboundedQueue;
import dev.takt.queues.SpscArrayQueue;
import dev.takt.queues.SpscChunkedQueue;
import dev.takt.queues.SpscGrowableQueue;
import dev.takt.queues.SpscRecordRing;
import dev.takt.queues.SpscUnboundedQueue;
import java.util.concurrent.BlockingQueue;
import java.util.stream.BaseStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A null that is not allowed is rejected by the call that got it, and not by a later one: checks
/// every parameter of every public method and constructor.
@Timeout(20)
class NullArgumentsTest {

  private final NullPointerTester tester =
      new NullPointerTester()
          .setDefault(int.class, 1)
          .setDefault(IdleStrategy.class, IdleStrategy.yielding())
          .setDefault(MessageQueue.class, new MpmcArrayQueue<>(2))
          .setDefault(BaseStream.class, Stream.of())
          .setDefault(OrderedScheduler.class, new OrderedScheduler<Object>(2, any -> {}));

  static Stream<MessageQueue<Object>> queues() {
    return Stream.of(
        new SpscArrayQueue<>(4),
        new SpscChunkedQueue<>(2, 4),
        new SpscGrowableQueue<>(2, 4),
        new SpscUnboundedQueue<>(),
        new MpscArrayQueue<>(4),
        new MpscLinkedQueue<>(),
        new MpscUnboundedQueue<>(),
        new MpmcArrayQueue<>(4));
  }

  @ParameterizedTest
  @MethodSource("queues")
  void emptyQueueRefusesNull(MessageQueue<Object> queue) {
    testMethods(queue);
  }

  @ParameterizedTest
  @MethodSource("queues")
  void queueThatNeedNotWaitRefusesNull(MessageQueue<Object> queue) {
    queue.add("element");
    testMethods(queue);
  }

  @ParameterizedTest
  @MethodSource("queues")
  void blockingQueueRefusesNull(MessageQueue<Object> queue) {
    BlockingQueue<Object> blocking = new BlockingMessageQueue<>(queue);
    testMethods(blocking);
    blocking.add("element");
    testMethods(blocking);
  }

  private void testMethods(Object queue) {
    tester.testAllPublicInstanceMethods(queue);
  }

  @Test
  void idleStrategyRefusesNull() {
    tester.testAllPublicStaticMethods(IdleStrategy.class);
  }

  @Test
  void ringsRefuseNull() {
    tester.testAllPublicInstanceMethods(new MpmcLongRing(2));
    tester.testAllPublicInstanceMethods(new SpscRecordRing(2, 2));
  }

  @Test
  void orderRefusesNullButForResults() {
    tester.testAllPublicConstructors(OrderedScheduler.class);
    tester.testAllPublicStaticMethods(InOrder.class);
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        BlockingMessageQueue.class,
        MpmcArrayQueue.class,
        MpmcLongRing.class,
        MpscArrayQueue.class,
        MpscLinkedQueue.class,
        MpscUnboundedQueue.class,
        OrderedScheduler.class,
        SpscArrayQueue.class,
        SpscChunkedQueue.class,
        SpscGrowableQueue.class,
        SpscRecordRing.class,
        SpscUnboundedQueue.class,
        Ticket.class
      })
  void constructorsAndFactoriesRefuseNull(Class<?> type) {
    tester.testAllPublicConstructors(type);
    tester.testAllPublicStaticMethods(type);
  }
}
