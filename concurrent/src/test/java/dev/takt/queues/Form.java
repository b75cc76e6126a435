package dev.takt.queues;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A queue in one configuration (capacity, array length, new or used), for tests that apply to all
/// queues.
///
/// @param room how many elements a test may put in: the capacity, or more than some arrays hold if
///   there is no bound
/// @param used whether elements passed before, so that head and tail are somewhere in the middle
record Form(String name, Sharing sharing, int capacity, int room, boolean used, Supplier<?> maker) {

  /// How many threads may add and take.
  enum Sharing {
    SPSC(1, 1),
    MPSC(3, 1),
    MPMC(3, 3);

    final int producers;
    final int consumers;

    Sharing(int producers, int consumers) {
      this.producers = producers;
      this.consumers = consumers;
    }
  }

  private static final int MANY = 50;

  static Form spscArray(int capacity, int rounded) {
    return bounded(
        "SpscArrayQueue(" + capacity + ")",
        Sharing.SPSC,
        rounded,
        () -> new SpscArrayQueue<>(capacity));
  }

  static Form spscUnbounded(int chunk) {
    return unbounded(
        "SpscUnboundedQueue(" + chunk + ")", Sharing.SPSC, () -> new SpscUnboundedQueue<>(chunk));
  }

  static Form spscChunked(int chunk, int capacity) {
    return bounded(
        "SpscChunkedQueue(" + chunk + ", " + capacity + ")",
        Sharing.SPSC,
        capacity,
        () -> new SpscChunkedQueue<>(chunk, capacity));
  }

  static Form spscGrowable(int initial, int capacity) {
    return bounded(
        "SpscGrowableQueue(" + initial + ", " + capacity + ")",
        Sharing.SPSC,
        capacity,
        () -> new SpscGrowableQueue<>(initial, capacity));
  }

  static Form mpscLinked() {
    return unbounded("MpscLinkedQueue()", Sharing.MPSC, MpscLinkedQueue::new);
  }

  static Form mpscUnbounded(int chunk) {
    return unbounded(
        "MpscUnboundedQueue(" + chunk + ")", Sharing.MPSC, () -> new MpscUnboundedQueue<>(chunk));
  }

  static Form mpscArray(int capacity, int rounded) {
    return bounded(
        "MpscArrayQueue(" + capacity + ")",
        Sharing.MPSC,
        rounded,
        () -> new MpscArrayQueue<>(capacity));
  }

  static Form mpmcArray(int capacity, int rounded) {
    return bounded(
        "MpmcArrayQueue(" + capacity + ")",
        Sharing.MPMC,
        rounded,
        () -> new MpmcArrayQueue<>(capacity));
  }

  /// All queues, small and larger, rounded and exact, with arrays that are left at every element
  /// and with some that are never left, each new and used.
  static List<Form> all() {
    return Stream.of(
            spscArray(1, 1),
            spscArray(2, 2),
            spscArray(3, 4),
            spscArray(64, 64),
            spscUnbounded(1),
            spscUnbounded(3),
            spscUnbounded(16),
            spscChunked(1, 1),
            spscChunked(1, 3),
            spscChunked(2, 40),
            spscChunked(8, 5),
            spscChunked(8, 8),
            spscChunked(8, 45),
            spscGrowable(1, 1),
            spscGrowable(1, 3),
            spscGrowable(2, 50),
            spscGrowable(8, 5),
            spscGrowable(8, 64),
            mpscLinked(),
            mpscUnbounded(1),
            mpscUnbounded(3),
            mpscUnbounded(16),
            mpscArray(1, 1),
            mpscArray(2, 2),
            mpscArray(5, 8),
            mpscArray(64, 64),
            mpmcArray(1, 1),
            mpmcArray(2, 2),
            mpmcArray(5, 8),
            mpmcArray(64, 64))
        .flatMap(form -> Stream.of(form, form.afterUse()))
        .toList();
  }

  private static Form bounded(String name, Sharing sharing, int capacity, Supplier<?> maker) {
    return new Form(name, sharing, capacity, capacity, false, maker);
  }

  private static Form unbounded(String name, Sharing sharing, Supplier<?> maker) {
    return new Form(name, sharing, MessageQueue.UNBOUNDED, MANY, false, maker);
  }

  Form afterUse() {
    return new Form(name + " after use", sharing, capacity, room, true, maker);
  }

  boolean isBounded() {
    return capacity != MessageQueue.UNBOUNDED;
  }

  /// Whether producers claim a slot before they have an element for it.
  boolean winsPlaces() {
    return placesAtOnce() > 0;
  }

  /// How many slots a failing supplier can leave without an element.
  int placesAtOnce() {
    MessageQueue<?> queue = queue();
    return queue instanceof MpmcArrayQueue ? 1 : queue instanceof MpscEnds ? 64 : 0;
  }

  /// How many slots a failing supplier leaves without an element at least. None where the element
  /// would have been the first one of a new array.
  int leastPlacesAtOnce() {
    return isBounded() ? Math.min(1, placesAtOnce()) : 0;
  }

  /// An empty queue.
  @SuppressWarnings("unchecked") // an empty queue fits any element type
  <E> MessageQueue<E> queue() {
    MessageQueue<Object> queue = (MessageQueue<Object>) maker.get();
    if (used) {
      // An odd number of elements, in batches of all sizes.
      for (int size = 1; size <= room; size++) {
        queue.addAll(numbers(size));
        queue.clear();
      }
      if (room * (room + 1) / 2 % 2 == 0) {
        queue.add(0);
        queue.clear();
      }
    }
    return (MessageQueue<E>) queue;
  }

  /// The first natural numbers.
  static List<Integer> numbers(int count) {
    return IntStream.range(0, count).boxed().toList();
  }

  @Override
  public String toString() {
    return name;
  }
}
