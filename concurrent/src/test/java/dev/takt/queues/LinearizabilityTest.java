package dev.takt.queues;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Options;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The results of `offer`, `poll` and `peek` in racing threads can be explained by an order of the
/// calls in which a sequential queue would return the same, and in which no call precedes one that
/// had ended when it began (Herlihy and Wing, 1990). Lincheck generates the scenarios, runs them
/// and searches for such an order.
///
/// The relaxed methods do not guarantee this; their failures show that the test can fail.
@Tag("race")
@Timeout(120)
class LinearizabilityTest {

  @ParameterizedTest
  @ValueSource(
      classes = {
        SpscArray1.class,
        SpscArray2.class,
        SpscUnbounded.class,
        SpscChunked2.class,
        SpscChunked3.class,
        SpscGrowable3.class,
        MpscLinked.class,
        MpscUnbounded.class,
        MpscArray1.class,
        MpscArray2.class,
        MpmcArray1.class,
        MpmcArray2.class
      })
  void answersOfRacingThreadsHaveAnOrder(Class<?> queue) {
    check(stress(4, 700), queue);
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(
      classes = {
        SpscArray1.class,
        SpscArray2.class,
        SpscUnbounded.class,
        SpscChunked2.class,
        SpscChunked3.class,
        SpscGrowable3.class,
        MpscLinked.class,
        MpscUnbounded.class,
        MpscArray1.class,
        MpscArray2.class,
        MpmcArray1.class,
        MpmcArray2.class
      })
  void moreAnswersOfRacingThreadsHaveAnOrder(Class<?> queue) {
    check(stress(20, 700), queue);
  }

  /// Switches threads at memory accesses, and covers a good part of all interleavings: threads need
  /// not be fast to collide.
  @ParameterizedTest
  @ValueSource(classes = {MpscLinked.class, MpscUnbounded.class, MpmcArray2.class})
  void interleavedAnswersHaveAnOrder(Class<?> queue) {
    check(modelChecking(5, 300), queue);
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(
      classes = {
        SpscArray1.class,
        SpscArray2.class,
        SpscUnbounded.class,
        SpscChunked2.class,
        SpscChunked3.class,
        SpscGrowable3.class,
        MpscLinked.class,
        MpscUnbounded.class,
        MpscArray1.class,
        MpscArray2.class,
        MpmcArray1.class,
        MpmcArray2.class
      })
  void moreInterleavedAnswersHaveAnOrder(Class<?> queue) {
    check(modelChecking(15, 500), queue);
  }

  /// A poll that finds nothing because the element at the head is not yet there, though one behind
  /// it is, fits into no order.
  @ParameterizedTest
  @ValueSource(
      classes = {RelaxedMpscLinked.class, RelaxedMpscUnbounded.class, RelaxedMpmcArray2.class})
  void relaxedPollsAreFoundOut(Class<?> queue) throws Exception {
    assertFoundOut(pollBehindOffer(queue), queue, "poll(): null");
  }

  /// An offer that fails because a taken element has not yet been removed, though one behind it
  /// has, fits into no order either.
  @Test
  void relaxedOfferIsFoundOut() throws Exception {
    assertFoundOut(
        offerBehindPoll(RelaxedMpmcArray2.class), RelaxedMpmcArray2.class, "offer(3): false");
  }

  @Test
  void strictFormsPassWhereRelaxedAreFoundOut() throws Exception {
    Class<?> queue = MpmcArray2.class;
    check(
        modelChecking(0, 1_000)
            .addCustomScenario(pollBehindOffer(queue))
            .addCustomScenario(offerBehindPoll(queue)),
        queue);
  }

  /// Two producers find the array full, one of them replaces it, and both elements are there.
  @Test
  void producersThatReplaceAnArrayTogetherLoseNothing() throws Exception {
    Class<?> queue = MpscUnbounded.class;
    ExecutionScenario scenario =
        new ExecutionScenario(
            List.of(offer(queue, 1)),
            List.of(List.of(offer(queue, 2)), List.of(offer(queue, 3))),
            List.of(poll(queue), poll(queue), poll(queue)),
            null);
    check(modelChecking(0, 1_000).addCustomScenario(scenario), queue);
  }

  private static void assertFoundOut(ExecutionScenario scenario, Class<?> queue, String answer) {
    assertThatExceptionOfType(LincheckAssertionError.class)
        .isThrownBy(() -> check(modelChecking(0, 1_000).addCustomScenario(scenario), queue))
        .withMessageContaining(answer);
  }

  private static ExecutionScenario pollBehindOffer(Class<?> queue) throws Exception {
    return scenario(List.of(), List.of(offer(queue, 1)), List.of(offer(queue, 2), poll(queue)));
  }

  private static ExecutionScenario offerBehindPoll(Class<?> queue) throws Exception {
    return scenario(
        List.of(offer(queue, 1), offer(queue, 2)),
        List.of(poll(queue)),
        List.of(poll(queue), offer(queue, 3)));
  }

  private static ExecutionScenario scenario(
      List<Actor> before, List<Actor> oneThread, List<Actor> another) {
    return new ExecutionScenario(before, List.of(oneThread, another), List.of(), null);
  }

  private static Actor offer(Class<?> queue, int element) throws Exception {
    return new Actor(queue.getMethod("offer", int.class), List.of(element));
  }

  private static Actor poll(Class<?> queue) throws Exception {
    return new Actor(queue.getMethod("poll"), List.of());
  }

  /// With a third thread Lincheck does not spin on a machine with two cores, which makes it much
  /// faster there.
  private static StressOptions stress(int scenarios, int runs) {
    return new StressOptions()
        .iterations(scenarios)
        .invocationsPerIteration(runs)
        .threads(3)
        .actorsPerThread(3)
        .actorsBefore(2)
        .actorsAfter(2);
  }

  private static ModelCheckingOptions modelChecking(int scenarios, int runs) {
    return new ModelCheckingOptions()
        .iterations(scenarios)
        .invocationsPerIteration(runs)
        .threads(3)
        .actorsPerThread(2)
        .actorsBefore(1)
        .actorsAfter(1);
  }

  private static void check(Options<?, ?> options, Class<?> queue) {
    options.sequentialSpecification(specificationOf(queue)).check(queue);
  }

  private static Class<?> specificationOf(Class<?> queue) {
    String name = queue.getSimpleName();
    return switch (name.charAt(name.length() - 1)) {
      case '1' -> Bounded1.class;
      case '2' -> Bounded2.class;
      case '3' -> Bounded3.class;
      default -> Unbounded.class;
    };
  }

  /// The operations of all the following classes, which define which of them may run concurrently.
  @Param(name = "element", gen = IntGen.class, conf = "1:9")
  public abstract static class Calls {

    final MessageQueue<Integer> queue;

    Calls(MessageQueue<Integer> queue) {
      this.queue = queue;
    }

    /// An operation for threads that may do nothing else.
    @Operation
    public int capacity() {
      return queue.capacity();
    }
  }

  public abstract static class Spsc extends Calls {

    Spsc(MessageQueue<Integer> queue) {
      super(queue);
    }

    @Operation(nonParallelGroup = "producer")
    public boolean offer(@Param(name = "element") int element) {
      return queue.offer(element);
    }

    @Operation(nonParallelGroup = "consumer")
    public @Nullable Integer poll() {
      return queue.poll();
    }

    @Operation(nonParallelGroup = "consumer")
    public @Nullable Integer peek() {
      return queue.peek();
    }
  }

  public abstract static class Mpsc extends Calls {

    Mpsc(MessageQueue<Integer> queue) {
      super(queue);
    }

    @Operation
    public boolean offer(@Param(name = "element") int element) {
      return queue.offer(element);
    }

    @Operation(nonParallelGroup = "consumer")
    public @Nullable Integer poll() {
      return queue.poll();
    }

    @Operation(nonParallelGroup = "consumer")
    public @Nullable Integer peek() {
      return queue.peek();
    }
  }

  public abstract static class Mpmc extends Calls {

    Mpmc(MessageQueue<Integer> queue) {
      super(queue);
    }

    @Operation
    public boolean offer(@Param(name = "element") int element) {
      return queue.offer(element);
    }

    @Operation
    public @Nullable Integer poll() {
      return queue.poll();
    }

    @Operation
    public @Nullable Integer peek() {
      return queue.peek();
    }
  }

  public abstract static class RelaxedMpsc extends Calls {

    RelaxedMpsc(MessageQueue<Integer> queue) {
      super(queue);
    }

    @Operation
    public boolean offer(@Param(name = "element") int element) {
      return queue.relaxedOffer(element);
    }

    @Operation(nonParallelGroup = "consumer")
    public @Nullable Integer poll() {
      return queue.relaxedPoll();
    }

    @Operation(nonParallelGroup = "consumer")
    public @Nullable Integer peek() {
      return queue.relaxedPeek();
    }
  }

  public abstract static class RelaxedMpmc extends Calls {

    RelaxedMpmc(MessageQueue<Integer> queue) {
      super(queue);
    }

    @Operation
    public boolean offer(@Param(name = "element") int element) {
      return queue.relaxedOffer(element);
    }

    @Operation
    public @Nullable Integer poll() {
      return queue.relaxedPoll();
    }

    @Operation
    public @Nullable Integer peek() {
      return queue.relaxedPeek();
    }
  }

  public static final class SpscArray1 extends Spsc {
    public SpscArray1() {
      super(new SpscArrayQueue<>(1));
    }
  }

  public static final class SpscArray2 extends Spsc {
    public SpscArray2() {
      super(new SpscArrayQueue<>(2));
    }
  }

  public static final class SpscUnbounded extends Spsc {
    public SpscUnbounded() {
      super(new SpscUnboundedQueue<>(2));
    }
  }

  public static final class SpscChunked2 extends Spsc {
    public SpscChunked2() {
      super(new SpscChunkedQueue<>(1, 2));
    }
  }

  public static final class SpscChunked3 extends Spsc {
    public SpscChunked3() {
      super(new SpscChunkedQueue<>(2, 3));
    }
  }

  public static final class SpscGrowable3 extends Spsc {
    public SpscGrowable3() {
      super(new SpscGrowableQueue<>(2, 3));
    }
  }

  public static final class MpscLinked extends Mpsc {
    public MpscLinked() {
      super(new MpscLinkedQueue<>());
    }
  }

  public static final class MpscUnbounded extends Mpsc {
    public MpscUnbounded() {
      super(new MpscUnboundedQueue<>(2));
    }
  }

  public static final class MpscArray1 extends Mpsc {
    public MpscArray1() {
      super(new MpscArrayQueue<>(1));
    }
  }

  public static final class MpscArray2 extends Mpsc {
    public MpscArray2() {
      super(new MpscArrayQueue<>(2));
    }
  }

  public static final class MpmcArray1 extends Mpmc {
    public MpmcArray1() {
      super(new MpmcArrayQueue<>(1));
    }
  }

  public static final class MpmcArray2 extends Mpmc {
    public MpmcArray2() {
      super(new MpmcArrayQueue<>(2));
    }
  }

  public static final class RelaxedMpscLinked extends RelaxedMpsc {
    public RelaxedMpscLinked() {
      super(new MpscLinkedQueue<>());
    }
  }

  public static final class RelaxedMpscUnbounded extends RelaxedMpsc {
    public RelaxedMpscUnbounded() {
      super(new MpscUnboundedQueue<>(4));
    }
  }

  public static final class RelaxedMpmcArray2 extends RelaxedMpmc {
    public RelaxedMpmcArray2() {
      super(new MpmcArrayQueue<>(2));
    }
  }

  /// The sequential specification of a queue.
  public abstract static class Specification {

    private final Queue<Integer> queue = new ArrayDeque<>();
    private final int capacity;

    Specification(int capacity) {
      this.capacity = capacity;
    }

    public int capacity() {
      return capacity;
    }

    public boolean offer(int element) {
      return queue.size() < capacity && queue.offer(element);
    }

    public @Nullable Integer poll() {
      return queue.poll();
    }

    public @Nullable Integer peek() {
      return queue.peek();
    }
  }

  public static final class Bounded1 extends Specification {
    public Bounded1() {
      super(1);
    }
  }

  public static final class Bounded2 extends Specification {
    public Bounded2() {
      super(2);
    }
  }

  public static final class Bounded3 extends Specification {
    public Bounded3() {
      super(3);
    }
  }

  public static final class Unbounded extends Specification {
    public Unbounded() {
      super(MessageQueue.UNBOUNDED);
    }
  }
}
