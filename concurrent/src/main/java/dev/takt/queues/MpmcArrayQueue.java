package dev.takt.queues;

import java.util.Iterator;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A bounded queue from any number of producing threads to any number of consuming threads. It
/// produces no garbage.
///
/// **The algorithm.** As in the ring of Dmitry Vyukov (Bounded MPMC queue, 1024cores.net), element
/// number `n` has the cell `n mod capacity`, and each cell has a word that holds its number and
/// state. In that ring a thread claims a number from a shared counter, and then uses the cell. Here
/// it claims the cell itself, by a compare-and-set of the word, and the counter is only a hint
/// where to begin (as head and tail are in the queue of Tsigas and Zhang, SPAA 2001): a thread that
/// finds the cell of a number claimed tries the next one. So
///
/// - adding or taking costs one compare-and-set, besides the access to the element;
/// - threads that collide go on to different cells instead of retrying on one counter;
/// - a number is never claimed before the number below it. A cell that was not claimed for its
///   number therefore shows that the queue is empty (or full), and the contended counter of the
///   other side is never read for that.
///
/// The word of a cell goes from `n` free to `n` claimed (compare-and-set of a producer), to `n`
/// full (once the element is stored), to `n` taken (compare-and-set of a consumer), to `n +
/// capacity` free (once the cell is empty).
///
/// **Memory order.**
///
/// | access | mode | why it suffices |
/// |---|---|---|
/// | claim a cell | release compare-and-set | must be atomic; a thread that sees a cell claimed sees those claimed before it, too |
/// | load the word | acquire | sees the element after *full*, the empty cell after *free* |
/// | store *full* | release | publishes the element, and what its producer did before |
/// | store *free* | release | the consumer is done with the cell |
/// | store the element | release | a thread that only reads (`peek`, iterators) and sees a later element sees the word of its round, too |
/// | take the element | plain | the consumer owns the cell exclusively |
/// | hints | release, acquire | a thread that follows one sees the cells before it claimed |
///
/// **Progress.** The relaxed methods are lock-free, but the queue as a whole is not: a thread that
/// is preempted between claiming a cell and releasing it hides the elements behind it, and one
/// round later blocks the other side. [#poll] and [#peek] wait while a producer has claimed the
/// cell at the head and not yet filled it, [#offer] while a consumer has taken the element whose
/// cell it needs and not yet freed it. [#size], [#isEmpty] and iterators are lock-free. The hints
/// are at most one round out of date.
///
/// If a supplier given to [#fill] fails, its cell is marked full without an element, and consumers
/// skip it; `size` and `isEmpty` count it until then. A supplier must not use the queue that it
/// fills: other threads wait for it.
///
/// A slot takes 132 bytes (two cache lines, and its reference): 65,536 slots take some 8 MB.
///
/// @param <E> type of the elements; never null
public final class MpmcArrayQueue<E> extends PaddedIndices<E> {

  private static final int MAX_CAPACITY = 1 << 24;

  // State of a cell: the two low bits of its word, below the number.
  private static final int FREE = 0;
  private static final int CLAIMED = 1;
  private static final int FULL = 2;
  private static final int TAKEN = 3;

  /// Creates an empty queue.
  ///
  /// @param capacity from 1 to 2^24; rounded up to a power of two
  /// @throws IllegalArgumentException if it is out of that range
  public MpmcArrayQueue(int capacity) {
    int rounded = rounded("capacity", capacity, 1, MAX_CAPACITY);
    cells = new Cell[rounded];
    for (int i = 0; i < rounded; i++) {
      cells[i] = new Cell();
      cells[i].word = word(i, FREE);
    }
    constructed();
  }

  @Override
  public int capacity() {
    return cells.length;
  }

  /// Any thread; waits only for a consumer in the middle of taking the element whose cell this one
  /// needs.
  @Override
  public boolean offer(E element) {
    Objects.requireNonNull(element, "element");
    return add(element, claim(true));
  }

  /// Any thread, lock-free.
  @Override
  public boolean relaxedOffer(E element) {
    Objects.requireNonNull(element, "element");
    return add(element, claim(false));
  }

  private boolean add(E element, long number) {
    if (number < 0) {
      return false;
    }
    store(number, element);
    return true;
  }

  @Override
  int addFrom(Supplier<? extends E> supplier, int most) {
    long number = producerIndexAcquire() - 1;
    for (int added = 0; added < most; added++) {
      number = claim(number + 1, false);
      if (number < 0) {
        return added;
      }
      supply(number, supplier);
    }
    return most;
  }

  /// A claimed cell must be filled, since the cells behind it wait. If the supplier fails, the cell
  /// is marked full without an element, and consumers skip it.
  private void supply(long number, Supplier<? extends E> supplier) {
    E element = null;
    try {
      element = Objects.requireNonNull(supplier.get(), NULL_SUPPLIED);
    } finally {
      store(number, element);
    }
  }

  private long claim(boolean strict) {
    return claim(producerIndexAcquire(), strict);
  }

  /// @param first the first number to try
  /// @return the number that was claimed, or -1 if the queue is full
  private long claim(long first, boolean strict) {
    long number = first;
    while (true) {
      Cell cell = cell(number);
      long free = word(number, FREE);
      long word = cell.wordAcquire();
      if (word == free) {
        if (cell.wordWon(free, word(number, CLAIMED))) {
          hintProducers(number + 1);
          return number;
        }
      } else if (word > free) {
        number = Math.max(after(number, word), producerIndexAcquire());
      } else if (strict && isTaken(word)) {
        Thread.onSpinWait();
      } else {
        return -1;
      }
    }
  }

  private void store(long number, @Nullable E element) {
    Cell cell = cell(number);
    cell.elementRelease(element);
    cell.wordRelease(word(number, FULL));
  }

  /// Any thread; waits only for a producer in the middle of adding the element at the head.
  @Override
  public @Nullable E poll() {
    return take(true);
  }

  /// Any thread, lock-free.
  @Override
  public @Nullable E relaxedPoll() {
    return take(false);
  }

  private @Nullable E take(boolean strict) {
    long number = consumerIndexAcquire();
    while (true) {
      Cell cell = cell(number);
      long full = word(number, FULL);
      long word = cell.wordAcquire();
      if (word == full) {
        if (cell.wordWon(full, word(number, TAKEN))) {
          hintConsumers(number + 1);
          E element = emptied(cell, number);
          if (element != null) {
            return element;
          }
          number++; // full without an element
        }
      } else if (word > full) {
        number = Math.max(after(number, word), consumerIndexAcquire());
      } else if (strict && word == word(number, CLAIMED)) {
        Thread.onSpinWait();
      } else {
        return null;
      }
    }
  }

  @Override
  int takeInto(Consumer<? super E> consumer, int limit) {
    for (int taken = 0; taken < limit; taken++) {
      E element = take(false);
      if (element == null) {
        return taken;
      }
      consumer.accept(element);
    }
    return limit;
  }

  /// Any thread; waits like [#poll].
  @Override
  public @Nullable E peek() {
    return look(true);
  }

  /// Any thread, lock-free.
  @Override
  public @Nullable E relaxedPeek() {
    return look(false);
  }

  @SuppressWarnings("unchecked") // only elements are stored
  private @Nullable E look(boolean strict) {
    long number = consumerIndexAcquire();
    while (true) {
      Cell cell = cell(number);
      long full = word(number, FULL);
      long word = cell.wordAcquire();
      if (word == full) {
        E element = (E) cell.elementAcquire();
        if (element != null && cell.wordAcquire() == full) {
          return element;
        }
        if (element == null && cell.wordWon(full, word(number, TAKEN))) { // full without an element
          hintConsumers(number + 1);
          emptied(cell, number);
        }
      } else if (word > full) {
        number = Math.max(after(number, word), consumerIndexAcquire());
      } else if (strict && word == word(number, CLAIMED)) {
        Thread.onSpinWait();
      } else {
        return null;
      }
    }
  }

  /// Takes the element of a cell that the caller owns, and frees the cell for the next round.
  @SuppressWarnings("unchecked") // only elements are stored
  private @Nullable E emptied(Cell cell, long number) {
    E element = (E) cell.element;
    cell.element = null;
    cell.wordRelease(word(number + cells.length, FREE));
    return element;
  }

  /// Walks from the hints to the actual head and tail. A tail read between two equal heads belongs
  /// to the same moment.
  @Override
  public int size() {
    long head = head();
    while (true) {
      long tail = tail();
      long again = head();
      if (again == head) {
        return (int) Math.min(Math.max(tail - head, 0), cells.length);
      }
      head = again;
    }
  }

  @Override
  public boolean isEmpty() {
    long head = head();
    return cell(head).wordAcquire() < word(head, CLAIMED);
  }

  /// The first number that no producer has claimed.
  private long tail() {
    return firstBehind(producerIndexAcquire(), FREE);
  }

  /// The first number that no consumer has claimed.
  private long head() {
    return firstBehind(consumerIndexAcquire(), FULL);
  }

  /// The first number, from a hint on, whose cell has not passed a state.
  private long firstBehind(long hint, int state) {
    long number = hint;
    while (true) {
      long word = cell(number).wordAcquire();
      if (word <= word(number, state)) {
        return number;
      }
      number = after(number, word);
    }
  }

  /// The next number to try, when the cell of a number was found claimed. It may have been claimed
  /// for a later number, if a hint was out of date; then all numbers of the rounds before have been
  /// claimed, too. So the search visits at most as many cells as there are.
  private long after(long number, long word) {
    return Math.max(number + 1, (word >> 2) - cells.length + 1);
  }

  /// A thread that was preempted after it claimed a number must not move the hint backwards.
  private void hintProducers(long next) {
    if (producerIndexAcquire() < next) {
      producerIndexRelease(next);
    }
  }

  private void hintConsumers(long next) {
    if (consumerIndexAcquire() < next) {
      consumerIndexRelease(next);
    }
  }

  @Override
  public Iterator<E> iterator() {
    long head = head();
    return new Snapshot<>(head, tail()) {
      @Override
      @SuppressWarnings("unchecked") // only elements are stored
      @Nullable E elementAt(long number) {
        return (E) elementOf(number);
      }
    };
  }

  /// Reads an element that other threads may take concurrently: it is the element of its number if
  /// the word is the same before and after. A word that has changed is seen to have changed,
  /// because the next element of the cell is stored with release, and loaded with acquire here.
  private @Nullable Object elementOf(long number) {
    Cell cell = cell(number);
    long full = word(number, FULL);
    if (cell.wordAcquire() != full) {
      return null;
    }
    Object element = cell.elementAcquire();
    return cell.wordAcquire() == full ? element : null;
  }

  private Cell cell(long number) {
    Cell[] all = cells;
    return all[(int) number & (all.length - 1)];
  }

  private static long word(long number, int state) {
    return number << 2 | state;
  }

  private static boolean isTaken(long word) {
    return (word & 3) == TAKEN;
  }
}
