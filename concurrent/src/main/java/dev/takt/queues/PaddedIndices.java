package dev.takt.queues;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

// The fields of all queues, in an order that the JVM keeps: it lays out superclasses first. Fields
// that producers write, fields that consumers write and fields that both only read are two cache
// lines apart (processors fetch lines in pairs), and as far from neighbouring objects.
//
// Each pad includes an int because the JVM fills a gap of four bytes that a superclass leaves
// (after a header of 12 bytes, for example) with a field of a subclass. EndsLayoutTest checks the
// resulting layout.

@SuppressWarnings("unused")
abstract class FirstPad<E> extends AbstractMessageQueue<E> {
  int gap0;
  long a00, a01, a02, a03, a04, a05, a06, a07, a08, a09, a10, a11, a12, a13, a14, a15;
}

/// Set by the constructor, then only read.
abstract class ReadOnly<E> extends FirstPad<E> {
  @Nullable Object[] slots = PaddedIndices.NO_SLOTS;
  Cell[] cells = PaddedIndices.NO_CELLS;
  int bound;
}

@SuppressWarnings("unused")
abstract class SecondPad<E> extends ReadOnly<E> {
  int gap1;
  long b00, b01, b02, b03, b04, b05, b06, b07, b08, b09, b10, b11, b12, b13, b14, b15;
}

/// Written by producers.
abstract class ProducerEnd<E> extends SecondPad<E> {
  long producerIndex;
  long producerLimit;
  @Nullable Object[] producerSlots = PaddedIndices.NO_SLOTS;
  @Nullable Chunk producerChunk;
  @Nullable Node<E> producerNode;
}

@SuppressWarnings("unused")
abstract class ThirdPad<E> extends ProducerEnd<E> {
  int gap2;
  long c00, c01, c02, c03, c04, c05, c06, c07, c08, c09, c10, c11, c12, c13, c14, c15;
}

/// Written by consumers.
abstract class ConsumerEnd<E> extends ThirdPad<E> {
  long consumerIndex;
  int looks;
  @Nullable Object[] consumerSlots = PaddedIndices.NO_SLOTS;
  @Nullable Chunk consumerChunk;
  @Nullable Node<E> consumerNode;
}

@SuppressWarnings("unused")
abstract class LastPad<E> extends ConsumerEnd<E> {
  int gap3;
  long d00, d01, d02, d03, d04, d05, d06, d07, d08, d09, d10, d11, d12, d13, d14, d15;
}

/// The two ends of a queue, and their access modes.
///
/// The indices count all elements that ever passed. Each queue uses only the fields that it needs.
abstract class PaddedIndices<E> extends LastPad<E> {

  /// How far ahead a producer checks for a free slot. Longer batches save nothing more, and slots
  /// that it does not touch for a long time are evicted from its cache.
  static final int MAX_LOOK_AHEAD = 4096;

  /// In the slot of a batch whose supplier failed. Consumers skip it.
  static final Object NOTHING = new Object();

  /// In the producers' index while one of them replaces their array. Larger than every limit, so
  /// that no other producer claims a number meanwhile.
  static final long MOVING = 1L << 62;

  static final @Nullable Object[] NO_SLOTS = {};
  static final Cell[] NO_CELLS = {};

  /// How often a strict `poll` that finds nothing checks again before it reads the producers' index
  /// or node to see whether that is so, in a queue where a producer may be in the middle of adding.
  /// Reading that field costs a producer that writes it a cache miss, and a waiting consumer would
  /// read it all the time. While the consumer polls the slot of the next element, it contends only
  /// with the producer that it waits for. After an element the next one often comes soon; each time
  /// that it did not, `looks` is halved, so that polling an idle queue costs nothing.
  static final int MAX_CHECKS = 16;

  private static final VarHandle PRODUCER_INDEX;
  private static final VarHandle PRODUCER_LIMIT;
  private static final VarHandle CONSUMER_INDEX;
  private static final VarHandle PRODUCER_NODE;
  private static final VarHandle CONSUMER_NODE;
  private static final VarHandle CONSUMER_CHUNK;
  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Object[].class);

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      PRODUCER_INDEX = lookup.findVarHandle(ProducerEnd.class, "producerIndex", long.class);
      PRODUCER_LIMIT = lookup.findVarHandle(ProducerEnd.class, "producerLimit", long.class);
      CONSUMER_INDEX = lookup.findVarHandle(ConsumerEnd.class, "consumerIndex", long.class);
      PRODUCER_NODE = lookup.findVarHandle(ProducerEnd.class, "producerNode", Node.class);
      CONSUMER_NODE = lookup.findVarHandle(ConsumerEnd.class, "consumerNode", Node.class);
      CONSUMER_CHUNK = lookup.findVarHandle(ConsumerEnd.class, "consumerChunk", Chunk.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /// Must be called at the end of a constructor. The fields are not final (the layout does not
  /// allow that), and a thread that gets the queue through a data race must still see them
  /// completely initialized.
  static void constructed() {
    VarHandle.releaseFence();
  }

  final long producerIndexAcquire() {
    return (long) PRODUCER_INDEX.getAcquire((ProducerEnd<?>) this);
  }

  final void producerIndexRelease(long index) {
    PRODUCER_INDEX.setRelease((ProducerEnd<?>) this, index);
  }

  final boolean producerIndexWon(long from, long to) {
    return PRODUCER_INDEX.weakCompareAndSetRelease((ProducerEnd<?>) this, from, to);
  }

  final long producerLimitAcquire() {
    return (long) PRODUCER_LIMIT.getAcquire((ProducerEnd<?>) this);
  }

  final void producerLimitRelease(long limit) {
    PRODUCER_LIMIT.setRelease((ProducerEnd<?>) this, limit);
  }

  final long consumerIndexAcquire() {
    return (long) CONSUMER_INDEX.getAcquire((ConsumerEnd<?>) this);
  }

  final void consumerIndexRelease(long index) {
    CONSUMER_INDEX.setRelease((ConsumerEnd<?>) this, index);
  }

  final void consumerIndexOpaque(long index) {
    CONSUMER_INDEX.setOpaque((ConsumerEnd<?>) this, index);
  }

  @SuppressWarnings("unchecked") // the field's type
  final Node<E> producerNodeExchanged(Node<E> node) {
    return (Node<E>) PRODUCER_NODE.getAndSet((ProducerEnd<?>) this, node);
  }

  @SuppressWarnings("unchecked") // the field's type
  final Node<E> producerNodeAcquire() {
    return (Node<E>) PRODUCER_NODE.getAcquire((ProducerEnd<?>) this);
  }

  @SuppressWarnings("unchecked") // the field's type
  final Node<E> consumerNodeAcquire() {
    return (Node<E>) CONSUMER_NODE.getAcquire((ConsumerEnd<?>) this);
  }

  final void consumerNodeRelease(Node<E> node) {
    CONSUMER_NODE.setRelease((ConsumerEnd<?>) this, node);
  }

  final Chunk consumerChunkAcquire() {
    return (Chunk) CONSUMER_CHUNK.getAcquire((ConsumerEnd<?>) this);
  }

  final void consumerChunkRelease(Chunk chunk) {
    CONSUMER_CHUNK.setRelease((ConsumerEnd<?>) this, chunk);
  }

  /// Consumer: goes on in the array that the one with [Chunk#JUMP] is linked to.
  ///
  /// The array that is left links to itself. If it kept its link and were promoted to the old
  /// generation, it would keep all later arrays from being collected by young collections
  /// (*nepotism*).
  final @Nullable Object[] jump() {
    Chunk left = Objects.requireNonNull(consumerChunk);
    Chunk next = Objects.requireNonNull(left.nextAcquire());
    consumerSlots = next.slots;
    consumerChunkRelease(next);
    left.nextRelease(left);
    return next.slots;
  }

  static int slot(@Nullable Object[] slots, long index) {
    return (int) index & (slots.length - 1);
  }

  /// A load with acquire semantics, written as an opaque load and a fence; [#slotRelease] is a
  /// fence and a plain store. The reason: C2 repeats the check of the array's type each time that
  /// `getAcquire` and `setRelease` of an array's handle are used, which is half of what they cost
  /// here.
  static @Nullable Object slotAcquire(@Nullable Object[] slots, int slot) {
    Object value = SLOT.getOpaque(slots, slot);
    VarHandle.acquireFence();
    return value;
  }

  /// A store with release semantics. The fence orders it after everything before. Each load above
  /// is followed by a fence, so no loop can defer the store.
  static void slotRelease(@Nullable Object[] slots, int slot, @Nullable Object value) {
    VarHandle.releaseFence();
    slots[slot] = value;
  }

  /// The number after the last one that a producer has claimed, also while one replaces the array.
  final long claimed() {
    return producerIndexAcquire() & ~MOVING;
  }

  /// The number of elements between two indices that other threads move concurrently. A producer's
  /// index read between two equal reads of the consumer's belongs to the same moment.
  final int sizeByIndices() {
    long consumer = consumerIndexAcquire();
    while (true) {
      long producer = claimed();
      long again = consumerIndexAcquire();
      if (again == consumer) {
        return (int) Math.min(Math.max(producer - consumer, 0), capacity());
      }
      consumer = again;
    }
  }

  /// Reads the consumer's index first: if the producer's is not beyond it then, it was not beyond
  /// the consumer's at that moment.
  final boolean isEmptyByIndices() {
    long consumer = consumerIndexAcquire();
    return claimed() <= consumer;
  }
}
