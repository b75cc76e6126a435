package dev.takt.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// The contract of [MessageQueue], as far as one thread can test it.
@ParameterizedClass
@MethodSource("dev.takt.queues.Form#all")
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD) // also ends an endless loop
class MessageQueueContractTest {

  private static final IdleStrategy NEVER =
      times -> {
        throw new AssertionError("nothing to wait for");
      };

  private static final IdleStrategy STOP =
      times -> {
        throw new Stopped();
      };

  private final Form form;
  private final int room;
  private final MessageQueue<Integer> queue;

  MessageQueueContractTest(Form form) {
    this.form = form;
    this.room = form.room();
    this.queue = form.queue();
  }

  @Test
  void hasItsCapacityAndNothingInIt() {
    assertThat(queue.capacity()).isEqualTo(form.capacity());
    assertEmpty();
  }

  @Test
  void takesNothingMoreExactlyWhenItIsFull() {
    for (int i = 0; i < room; i++) {
      assertThat(queue.size()).isEqualTo(i);
      assertThat(i % 2 == 0 ? queue.offer(i) : queue.relaxedOffer(i)).isTrue();
    }
    if (!form.isBounded()) {
      return;
    }
    for (int round = 0; round < 3 * room; round++) {
      assertFull();
      assertThat(queue.poll()).isEqualTo(round);
      assertThat(queue.offer(room + round)).isTrue();
    }
    assertFull();
  }

  private void assertFull() {
    assertThat(queue.offer(-1)).isFalse();
    assertThat(queue.relaxedOffer(-1)).isFalse();
    assertThat(queue.fill(() -> notCalled(), 3)).isZero();
    assertThatIllegalStateException().isThrownBy(() -> queue.add(-1));
    assertThat(queue.size()).isEqualTo(queue.capacity());
  }

  @Test
  void aQueueWithoutBoundTakesWhateverComes() {
    if (form.isBounded()) {
      return;
    }
    int many = 10_000;
    for (int i = 0; i < many; i++) {
      assertThat(queue.offer(i)).isTrue();
    }
    assertThat(queue.size()).isEqualTo(many);
    assertThat(drained(many + 1)).isEqualTo(Form.numbers(many));
  }

  /// Batches of all sizes, so that each array is left and each ring wraps at every slot.
  @Test
  void givesBackInOrderForManyRounds() {
    int in = 0;
    int out = 0;
    for (int round = 0; round < 5; round++) {
      for (int batch = 1; batch <= room; batch++) {
        for (int i = 0; i < batch; i++) {
          assertThat(queue.offer(in++)).isTrue();
        }
        for (int i = 0; i < batch; i++) {
          assertThat(queue.peek()).isEqualTo(out);
          assertThat(queue.poll()).isEqualTo(out++);
        }
        assertEmpty();
      }
    }
  }

  @Test
  void strictAndRelaxedMethodsAgreeInOneThread() {
    queue.addAll(Form.numbers(room));
    for (int i = 0; i < room; i++) {
      assertThat(queue.peek()).isEqualTo(i);
      assertThat(queue.relaxedPeek()).isEqualTo(i);
      assertThat(queue.element()).isEqualTo(i);
      assertThat(
              switch (i % 3) {
                case 0 -> queue.poll();
                case 1 -> queue.relaxedPoll();
                default -> queue.remove();
              })
          .isEqualTo(i);
    }
    assertEmpty();
  }

  @Test
  void nullIsRefusedAndChangesNothing() {
    addSome(1);
    assertThatNullPointerException().isThrownBy(() -> queue.offer(nothing()));
    assertThatNullPointerException().isThrownBy(() -> queue.relaxedOffer(nothing()));
    assertThatNullPointerException().isThrownBy(() -> queue.add(nothing()));
    assertThatNullPointerException().isThrownBy(() -> queue.put(nothing(), NEVER));
    assertThatNullPointerException().isThrownBy(() -> queue.drain(nothing(), 0));
    assertThatNullPointerException().isThrownBy(() -> queue.fill(nothing(), 0));
    assertThat(queue.contains(nothing())).isFalse();
    assertThat(drained(2)).containsExactly(0);
    assertEmpty();
  }

  @Test
  void batchesEndAtTheirLimit() {
    Counter counter = new Counter();
    assertThat(queue.fill(counter, 0)).isZero();
    assertThat(queue.drain(element -> notCalled(), 0)).isZero();
    assertThat(queue.drain(element -> notCalled(), 7)).isZero();
    int half = (room + 1) / 2;
    assertThat(queue.fill(counter, half)).isEqualTo(half);
    assertThat(queue.fill(counter, room - half)).isEqualTo(room - half);
    assertThat(counter.next).isEqualTo(room);
    assertThat(queue.size()).isEqualTo(room);
    assertThat(drained(half)).isEqualTo(Form.numbers(half));
    assertThat(queue.size()).isEqualTo(room - half);
    assertThat(drained(room + 5)).isEqualTo(Form.numbers(room).subList(half, room));
    assertEmpty();
  }

  @Test
  void fillEndsWhereThereIsNoRoom() {
    if (!form.isBounded()) {
      return;
    }
    Counter counter = new Counter();
    assertThat(queue.fill(counter, Integer.MAX_VALUE)).isEqualTo(room);
    assertThat(counter.next).isEqualTo(room);
    assertThat(drained(Integer.MAX_VALUE)).isEqualTo(Form.numbers(room));
  }

  @Test
  void impossibleLimitsAreRefused() {
    addSome(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> queue.drain(element -> notCalled(), -1))
        .withMessage("limit -1 must not be negative");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> queue.fill(() -> notCalled(), -1))
        .withMessage("limit -1 must not be negative");
    for (int limit : new int[] {0, -1, Integer.MIN_VALUE}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> queue.drain(element -> notCalled(), limit, NEVER))
          .withMessage("limit " + limit + " must be 1 or more");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> queue.fill(() -> notCalled(), limit, NEVER))
          .withMessage("limit " + limit + " must be 1 or more");
    }
    assertThat(drained(2)).containsExactly(0);
  }

  @Test
  void aConsumerThatThrowsHasConsumedWhatItWasGivenAndNoMore() {
    queue.addAll(Form.numbers(room));
    for (int i = 0; i < room; i++) {
      List<Integer> seen = new ArrayList<>();
      assertThatExceptionOfType(Stopped.class)
          .isThrownBy(() ->
              queue.drain(
                  element -> {
                    seen.add(element);
                    throw new Stopped();
                  },
                  room));
      assertThat(seen).containsExactly(i);
      assertThat(queue.size()).isEqualTo(room - i - 1);
    }
    assertGoesOn();
  }

  /// At each element, so also where an array is left or a ring wraps: the consumer of a batch looks
  /// at the head, takes elements and adds one.
  @Test
  void aConsumerMayUseTheQueueThatItDrains() {
    Counter counter = new Counter();
    assertThat(queue.fill(counter, room)).isEqualTo(room);
    List<Integer> seen = new ArrayList<>();
    for (int batch = 1; !queue.isEmpty(); batch = batch % 5 + 1) {
      int drained =
          queue.drain(
              element -> {
                seen.add(element);
                if (element % 3 == 0 && queue.peek() != null) {
                  seen.add(queue.remove());
                  queue.peek();
                }
                if (counter.next < 4 * room) {
                  assertThat(queue.offer(counter.get())).isTrue();
                }
              },
              batch);
      assertThat(drained).isPositive();
    }
    assertThat(seen).isEqualTo(Form.numbers(4 * room));
    assertGoesOn();
  }

  /// The slot behind that of its first element then has one that is not the next.
  @Test
  void aConsumerMayMoveTheQueueThatItDrainsOnByRounds() {
    Counter counter = new Counter();
    assertThat(queue.fill(counter, room)).isEqualTo(room);
    List<Integer> seen = new ArrayList<>();
    queue.drain(
        element -> {
          seen.add(element);
          if (seen.size() == 1) {
            seen.addAll(drained(room));
            for (int i = 0; i < 2 * room + 1; i++) {
              queue.add(counter.get());
              seen.add(queue.remove());
            }
            queue.fill(counter, room);
          }
        },
        room);
    seen.addAll(drained(room));
    assertThat(seen).isEqualTo(Form.numbers(counter.next));
    assertGoesOn();
  }

  /// After each number of elements, so also where an array is left or a ring wraps.
  @Test
  void aSupplierThatFailsTakesNothingWithIt() {
    for (int good = 0; good < room; good++) {
      Counter counter = new Counter();
      fillAndFail(counter, good);
      assertThat(counter.next).isEqualTo(good);
      int lost = queue.size() - good;
      assertThat(lost).isBetween(form.leastPlacesAtOnce(), form.placesAtOnce());
      assertThat(queue).containsExactlyElementsOf(Form.numbers(good));
      while (counter.next < room - lost) {
        assertThat(queue.offer(counter.get())).isTrue();
      }
      assertThat(queue.size()).isEqualTo(room);
      assertThat(drained(room + 1)).isEqualTo(Form.numbers(room - lost));
      assertEmpty();
    }
    assertGoesOn();
  }

  private void fillAndFail(Counter counter, int good) {
    boolean byNull = good % 2 == 0;
    Supplier<Integer> supplier =
        () -> {
          if (counter.next < good) {
            return counter.get();
          }
          if (byNull) {
            return nothing();
          }
          throw new Stopped();
        };
    assertThatExceptionOfType(byNull ? NullPointerException.class : Stopped.class)
        .isThrownBy(() -> queue.fill(supplier, room));
  }

  /// These queues claim a slot before the supplier is called; the slot of a failed supplier is then
  /// skipped.
  @Test
  void placesThatWereFilledWithNothingArePassedOver() {
    if (!form.winsPlaces() || room < 4) {
      return;
    }
    for (int round = 0; round < 2 * room + 1; round++) {
      fillWithNothing();
      queue.add(1);
      fillWithNothing();
      queue.add(2);
      assertThat(queue.size()).isBetween(2, 4);
      assertThat(queue).containsExactly(1, 2);
      switch (round % 4) {
        case 0 -> {
          assertThat(queue.peek()).isEqualTo(1);
          assertThat(queue.size()).isBetween(2, 3);
          assertThat(queue.poll()).isEqualTo(1);
          assertThat(queue.peek()).isEqualTo(2);
          assertThat(queue.size()).isEqualTo(1);
          assertThat(queue.poll()).isEqualTo(2);
        }
        case 1 -> {
          assertThat(queue.relaxedPeek()).isEqualTo(1);
          assertThat(queue.relaxedPoll()).isEqualTo(1);
          assertThat(queue.relaxedPeek()).isEqualTo(2);
          assertThat(queue.relaxedPoll()).isEqualTo(2);
        }
        case 2 -> assertThat(drained(3)).containsExactly(1, 2);
        default -> {
          assertThat(queue.take(NEVER)).isEqualTo(1);
          assertThat(queue.take(NEVER)).isEqualTo(2);
        }
      }
      assertEmpty();
    }
  }

  @Test
  void aQueueOfNothingButNothingIsFoundEmpty() {
    if (!form.winsPlaces()) {
      return;
    }
    for (int i = 0; i < room; i++) {
      fillWithNothing();
    }
    if (form.isBounded()) {
      assertThat(queue.offer(1)).isFalse();
    }
    assertThat(queue).isEmpty();
    assertThat(queue.iterator().hasNext()).isFalse();
    assertThat(queue.peek()).isNull();
    assertEmpty();
    for (int i = 0; i < room; i++) {
      fillWithNothing();
    }
    assertThat(queue.drain(element -> notCalled(), 3)).isZero();
    assertEmpty();
    assertGoesOn();
  }

  private void fillWithNothing() {
    assertThatExceptionOfType(Stopped.class)
        .isThrownBy(() ->
            queue.fill(
                () -> {
                  throw new Stopped();
                },
                1));
  }

  @Test
  void putWaitsForRoom() {
    for (int i = 0; i < room; i++) {
      queue.put(i, NEVER);
    }
    if (form.isBounded()) {
      Waits waits = new Waits(4, () -> assertThat(queue.poll()).isEqualTo(0));
      queue.put(room, waits);
      assertThat(waits.done).isTrue();
      assertThatExceptionOfType(Stopped.class).isThrownBy(() -> queue.put(-1, STOP));
      assertThat(drained(room + 1)).isEqualTo(Form.numbers(room + 1).subList(1, room + 1));
    } else {
      assertThat(drained(room + 1)).isEqualTo(Form.numbers(room));
    }
  }

  @Test
  void takeWaitsForAnElement() {
    assertThatExceptionOfType(Stopped.class).isThrownBy(() -> queue.take(STOP));
    Waits waits = new Waits(3, () -> queue.add(1));
    assertThat(queue.take(waits)).isEqualTo(1);
    assertThat(waits.done).isTrue();
    queue.add(2);
    assertThat(queue.take(NEVER)).isEqualTo(2);
    assertEmpty();
  }

  @Test
  void drainWaitsForTheFirstElement() {
    assertThatExceptionOfType(Stopped.class)
        .isThrownBy(() -> queue.drain(element -> notCalled(), 1, STOP));
    List<Integer> all = new ArrayList<>();
    Waits waits = new Waits(5, () -> queue.addAll(Form.numbers(room)));
    assertThat(queue.drain(all::add, Integer.MAX_VALUE, waits)).isEqualTo(room);
    assertThat(all).isEqualTo(Form.numbers(room));
    addSome(1);
    assertThat(queue.drain(all::add, 1, NEVER)).isEqualTo(1);
    assertEmpty();
  }

  @Test
  void fillWaitsForTheFirstRoom() {
    Counter counter = new Counter();
    assertThat(queue.fill(counter, room, NEVER)).isEqualTo(room);
    if (!form.isBounded()) {
      return;
    }
    assertThatExceptionOfType(Stopped.class)
        .isThrownBy(() -> queue.fill(() -> notCalled(), 1, STOP));
    Waits waits = new Waits(2, () -> assertThat(queue.poll()).isEqualTo(0));
    assertThat(queue.fill(counter, 100, waits)).isEqualTo(1);
    assertThat(drained(room)).isEqualTo(Form.numbers(room + 1).subList(1, room + 1));
    assertEmpty();
  }

  @Test
  void drainWhileRunsUntilConditionIsFalse() {
    List<Integer> taken = new ArrayList<>();
    queue.addAll(Form.numbers(room));
    List<Integer> waits = new ArrayList<>();
    IdleStrategy refilling =
        times -> {
          waits.add(times);
          if (waits.size() == 3) {
            queue.add(room);
          }
        };
    long count = queue.drainWhile(() -> waits.size() < 5, taken::add, refilling);
    assertThat(count).isEqualTo(room + 1);
    assertThat(taken).isEqualTo(Form.numbers(room + 1));
    assertThat(waits).containsExactly(1, 2, 3, 1, 2);
    queue.add(7);
    assertThat(queue.drainWhile(() -> false, taken::add, NEVER)).isZero();
    assertThat(drained(2)).containsExactly(7);
  }

  @Test
  void fillWhileAddsAndWaitsUntilItIsToldToEnd() {
    Counter counter = new Counter();
    List<Integer> waits = new ArrayList<>();
    IdleStrategy emptying =
        times -> {
          waits.add(times);
          if (waits.size() == 3) {
            queue.poll();
          }
        };
    long count = queue.fillWhile(() -> waits.size() < 5 && counter.next < 1_000, counter, emptying);
    assertThat(count).isEqualTo(counter.next);
    if (form.isBounded()) {
      assertThat(count).isEqualTo(room + 1);
      assertThat(waits).containsExactly(1, 2, 3, 1, 2);
    }
    assertThat(queue.fillWhile(() -> false, () -> notCalled(), NEVER)).isZero();
    assertThat(drained(2_000)).endsWith(counter.next - 1);
  }

  @Test
  void nothingIsRemovedButTheHead() {
    addSome(2);
    int size = queue.size();
    assertUnsupported(() -> queue.remove((Object) 0));
    assertUnsupported(() -> queue.remove((Object) 99));
    assertUnsupported(() -> queue.removeIf(element -> true));
    assertUnsupported(() -> queue.removeAll(List.of(0)));
    assertUnsupported(() -> queue.retainAll(List.of()));
    assertUnsupported(() -> {
      var iterator = queue.iterator();
      iterator.next();
      iterator.remove();
    });
    assertThat(queue.size()).isEqualTo(size);
    assertThat(queue.peek()).isEqualTo(0);
  }

  private static void assertUnsupported(Runnable removal) {
    assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(removal::run);
  }

  @Test
  void isACollection() {
    List<Integer> numbers = Form.numbers(room);
    assertThat(queue).hasToString("[]");
    assertThat(queue.addAll(numbers)).isTrue();
    assertThat(queue).hasToString(numbers.toString());
    assertThat(queue.toArray()).isEqualTo(numbers.toArray());
    assertThat(queue.toArray(new Integer[0])).isEqualTo(numbers.toArray(new Integer[0]));
    assertThat(queue.stream().toList()).isEqualTo(numbers);
    assertThat(queue.containsAll(numbers)).isTrue();
    assertThat(queue.contains(room)).isFalse();
    assertThat(queue.contains(-1)).isFalse();
    queue.clear();
    assertEmpty();
    assertThat(queue).hasToString("[]");
    assertGoesOn();
  }

  /// Otherwise the element would be reachable until its slot is reused.
  @Test
  void keepsNothingThatWasTaken() {
    MessageQueue<Object> objects = form.queue();
    List<WeakReference<Object>> references = passed(objects);
    for (int attempt = 0; attempt < 10 && anyAlive(references); attempt++) {
      System.gc();
    }
    assertThat(references).allMatch(reference -> reference.refersTo(null));
    assertThat(objects.isEmpty()).isTrue();
  }

  private static boolean anyAlive(List<WeakReference<Object>> references) {
    return references.stream().anyMatch(reference -> !reference.refersTo(null));
  }

  /// By all methods that remove elements.
  private List<WeakReference<Object>> passed(MessageQueue<Object> objects) {
    List<WeakReference<Object>> references = new ArrayList<>();
    List<Runnable> waysOut =
        List.of(
            objects::poll, objects::relaxedPoll, () -> objects.drain(any -> {}, 1), objects::clear);
    for (Runnable out : waysOut) {
      for (int i = 0; i < room; i++) {
        Object element = new Object();
        references.add(new WeakReference<>(element));
        objects.add(element);
      }
      while (!objects.isEmpty()) {
        out.run();
      }
    }
    return references;
  }

  private void assertEmpty() {
    assertThat(queue.isEmpty()).isTrue();
    assertThat(queue.size()).isZero();
    assertThat(queue.poll()).isNull();
    assertThat(queue.relaxedPoll()).isNull();
    assertThat(queue.peek()).isNull();
    assertThat(queue.relaxedPeek()).isNull();
    assertThat(queue.size()).isZero();
    assertThat(queue.isEmpty()).isTrue();
    assertThat(queue.iterator().hasNext()).isFalse();
  }

  private void assertGoesOn() {
    assertEmpty();
    assertThat(queue.addAll(Form.numbers(room))).isTrue();
    assertThat(queue.size()).isEqualTo(room);
    assertThat(drained(room + 1)).isEqualTo(Form.numbers(room));
    assertEmpty();
  }

  private void addSome(int atMost) {
    queue.addAll(Form.numbers(Math.min(atMost, room)));
  }

  private List<Integer> drained(int limit) {
    List<Integer> elements = new ArrayList<>();
    int count = queue.drain(elements::add, limit);
    assertThat(count).isEqualTo(elements.size());
    return elements;
  }

  private static Integer notCalled() {
    throw new AssertionError("not to be called");
  }

  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // callers must not pass null
  private static <T> T nothing() {
    return (T) null;
  }

  /// Supplies the natural numbers.
  private static final class Counter implements Supplier<Integer> {

    int next;

    @Override
    public Integer get() {
      return next++;
    }
  }

  /// Runs an action at the last of a number of waits, and checks how they are counted.
  private static final class Waits implements IdleStrategy {

    private final int last;
    private final Runnable then;
    private int count;
    boolean done;

    Waits(int last, Runnable then) {
      this.last = last;
      this.then = then;
    }

    @Override
    public void idle(int times) {
      assertThat(times).isEqualTo(++count);
      assertThat(done).isFalse();
      if (count == last) {
        then.run();
        done = true;
      }
    }
  }

  private static final class Stopped extends RuntimeException {
    private static final long serialVersionUID = 1;
  }
}
