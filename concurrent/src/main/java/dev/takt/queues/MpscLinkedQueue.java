package dev.takt.queues;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// An unbounded queue from any number of producing threads to one consuming thread, in linked
/// nodes.
///
/// **The algorithm** is that of Dmitry Vyukov (Non-intrusive MPSC node-based queue, 1024cores.net):
/// a producer exchanges its node for the last one, and then links the former last node to its own.
/// Between the two steps the chain is broken: the elements behind are in the queue, but cannot be
/// reached yet. The consumer holds the node that it took last; the node after it has the next
/// element.
///
/// A consumed node links to itself. If it kept its link, a node that has been promoted to the old
/// generation would keep all later nodes from being collected by young collections, which would
/// promote them in turn (*nepotism*).
///
/// **Memory order.**
///
/// | access | mode | why it suffices |
/// |---|---|---|
/// | exchange the last node | volatile | puts all producers in one order; an element comes after what earlier producers did before theirs |
/// | link the node | release | publishes it, and what its producer did before |
/// | load the link | acquire | pairs with the producer's release |
/// | consumer's node | release, acquire | for threads that only read (`size`, `isEmpty`, iterators) |
/// | a consumed node links to itself | release | an iterator that sees it finds the consumer's node further on |
///
/// **Progress.** [#offer] is wait-free, unlike that of every bounded queue for several producers
/// here; so are the relaxed methods, `drain` and [#isEmpty]. [#poll] and [#peek] wait in one case:
/// while a producer has exchanged the last node, and not yet linked it. [#size], iterators and what
/// is built on them (`contains`, `toArray`, streams) wait in that case, too: an element whose
/// `offer` has returned is counted and returned even if the producer of an earlier one is preempted
/// there. [#size] counts the nodes, so its time is linear in the number of elements.
///
/// An element costs a node of 24 bytes (16 with compact object headers).
///
/// @param <E> type of the elements; never null
public final class MpscLinkedQueue<E> extends PaddedIndices<E> {

  /// How many nodes [#fill] adds at once.
  private static final int MAX_BATCH = 64;

  /// Creates an empty queue.
  public MpscLinkedQueue() {
    Node<E> stub = new Node<>(null);
    producerNode = stub;
    consumerNode = stub;
    constructed();
  }

  /// [#UNBOUNDED].
  @Override
  public int capacity() {
    return UNBOUNDED;
  }

  /// Any thread, wait-free except for allocation. Always true.
  @Override
  public boolean offer(E element) {
    Node<E> node = new Node<>(Objects.requireNonNull(element, "element"));
    producerNodeExchanged(node).nextRelease(node);
    return true;
  }

  /// Adds a chain of nodes in one step. If the supplier fails, those that it has filled are added.
  @Override
  int addFrom(Supplier<? extends E> supplier, int most) {
    Node<E> first = supplied(supplier);
    Node<E> last = first;
    int number = 1;
    try {
      for (int end = Math.min(most, MAX_BATCH); number < end; number++) {
        Node<E> next = supplied(supplier);
        last.nextRelease(next);
        last = next;
      }
    } finally {
      producerNodeExchanged(last).nextRelease(first);
    }
    return number;
  }

  private static <E> Node<E> supplied(Supplier<? extends E> supplier) {
    return new Node<>(Objects.requireNonNull(supplier.get(), NULL_SUPPLIED));
  }

  /// Consumer; waits only for a producer in the middle of adding the element at the head.
  @Override
  public @Nullable E poll() {
    return take(nextOf(taken(), true));
  }

  /// Consumer, wait-free.
  @Override
  public @Nullable E relaxedPoll() {
    return take(nextOf(taken(), false));
  }

  private @Nullable E take(@Nullable Node<E> next) {
    return next == null ? null : take(taken(), next);
  }

  private @Nullable E take(Node<E> left, Node<E> next) {
    looks = MAX_CHECKS;
    E element = next.value;
    consumerNodeRelease(next);
    next.value = null;
    left.nextRelease(left);
    return element;
  }

  @Override
  int takeInto(Consumer<? super E> consumer, int limit) {
    Node<E> node = taken();
    for (int taken = 0; taken < limit; taken++) {
      Node<E> next = node.nextAcquire();
      if (next == null) {
        return taken;
      }
      E element = Objects.requireNonNull(take(node, next));
      node = next;
      consumer.accept(element);
      if (consumerNode != node) {
        node = taken();
      }
    }
    return limit;
  }

  /// Consumer; waits like [#poll].
  @Override
  public @Nullable E peek() {
    return valueOf(nextOf(taken(), true));
  }

  /// Consumer, wait-free.
  @Override
  public @Nullable E relaxedPeek() {
    return valueOf(nextOf(taken(), false));
  }

  private static <E> @Nullable E valueOf(@Nullable Node<E> node) {
    return node == null ? null : node.value;
  }

  private @Nullable Node<E> nextOf(Node<E> node, boolean strict) {
    Node<E> next = node.nextAcquire();
    return next == null && strict ? sought(node) : next;
  }

  /// The next node, if there is one or is about to be. The link is checked several times before the
  /// producers' node is read; see [PaddedIndices#MAX_CHECKS].
  private @Nullable Node<E> sought(Node<E> node) {
    for (int i = looks; i > 0; i--) {
      Thread.onSpinWait();
      Node<E> next = node.nextAcquire();
      if (next != null) {
        return next;
      }
    }
    looks /= 2;
    return node == producerNodeAcquire() ? null : linked(node);
  }

  /// The node behind one that is not the last. Waits while the producer that added it has not yet
  /// linked it.
  ///
  /// @return the same node if the consumer has moved past it
  private static <E> Node<E> linked(Node<E> node) {
    Node<E> next = node.nextAcquire();
    while (next == null) {
      Thread.onSpinWait();
      next = node.nextAcquire();
    }
    return next;
  }

  /// Counts the nodes, so its time is linear in the number of elements. If the consumer has not
  /// moved past its node when the last one is known, the elements between the two were there at
  /// that moment. Waits for each producer in the middle of adding one of them, since the elements
  /// behind it, whose `offer` may have returned, cannot be reached before.
  @Override
  public int size() {
    Node<E> node = consumerNodeAcquire();
    Node<E> last = producerNodeAcquire();
    int size = 0;
    while (node != last && size < Integer.MAX_VALUE) {
      Node<E> next = linked(node);
      if (next == node) { // the consumer has moved past it
        node = consumerNodeAcquire();
        last = producerNodeAcquire();
        size = 0;
      } else {
        node = next;
        size++;
      }
    }
    return size;
  }

  @Override
  public boolean isEmpty() {
    return consumerNodeAcquire() == producerNodeAcquire();
  }

  /// Its `hasNext` and `next` wait like [#size]. It ends with the element that was the last one
  /// when it was created, or when the consumer last overtook it.
  @Override
  public Iterator<E> iterator() {
    return new Elements();
  }

  private Node<E> taken() {
    return Objects.requireNonNull(consumerNode);
  }

  private final class Elements implements Iterator<E> {

    private Node<E> node = consumerNodeAcquire();
    private Node<E> last = producerNodeAcquire();
    private @Nullable E next;

    @Override
    public boolean hasNext() {
      while (next == null && node != last) {
        Node<E> following = linked(node);
        if (following == node) { // the consumer has moved past it
          node = consumerNodeAcquire();
          last = producerNodeAcquire();
        } else {
          node = following;
          next = node.value;
        }
      }
      return next != null;
    }

    @Override
    public E next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      E element = Objects.requireNonNull(next);
      next = null;
      return element;
    }
  }
}
