package dev.takt.ordered;

import dev.takt.queues.IdleStrategy;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Keeps the order of work that is done in parallel: take a ticket, work, hand in the result.
/// Results are handed on to an output action in the order of the tickets, by whichever thread hands
/// in the one that the order waits for. Nobody waits for anybody: a result that comes too early is
/// left behind, and its thread goes on.
///
/// ```java
/// var inOrder = new OrderedScheduler<byte[]>(256, compressed::add);
/// // each of several threads:
/// long ticket;
/// Chunk chunk;
/// synchronized (input) { // only so that a ticket and its chunk belong together
///   ticket = inOrder.ticket();
///   chunk = input.next();
/// }
/// inOrder.complete(ticket, compress(chunk)); // or trash(ticket)
/// ```
///
/// Each ticket must be completed or trashed, exactly once, by any thread: the order waits for it.
/// The form that cannot forget is [#pending]. When every [#complete] and [#trash] has returned,
/// everything was handed on.
///
/// **The algorithm** is the ordered scheduler of Ullink (after Intel's "Exploiting data parallelism
/// in ordered data streams"), remade to need no garbage. Ticket `t` has the slot `t mod capacity`.
/// The slot's turn says to which ticket it belongs and how far that is: *free*, *open* (somebody
/// took it), *completed* or *trashed*; a free or open one can also be *awaited*: the order has come
/// to it. A ticket is taken by a compare-and-set of its slot; where to begin to look for a free one
/// is only a hint.
///
/// There is one token, the right to hand on, and it either belongs to a thread or lies in an
/// awaited slot. Who finishes an open ticket leaves the result there and goes; who finishes an
/// awaited one has taken the token. It hands on this result and those that lie ready behind it, and
/// at the first slot that is not ready it puts the token down by making that awaited. Whether the
/// thread that finishes that ticket or the one with the token comes first is decided by the
/// compare-and-set of one variable: either the former finds the token, or the latter finds the
/// result. So none is left lying, and no order between two variables is needed.
///
/// **Memory order.** Results are written and read plainly; the turn publishes them.
///
/// | access | mode | why it suffices |
/// |---|---|---|
/// | finish an open ticket | release | publishes the result to whoever will hand it on |
/// | finish an awaited ticket | acquire | sees all that the last holder of the token did; the result is one's own |
/// | look at the slot of the next ticket | acquire | sees the result, if it is finished |
/// | put the token down | volatile compare-and-set | publishes what the outputs did to the next holder |
/// | free a slot for the next round | release | the output is done with the result before the slot is used again |
/// | look for a free slot | acquire | the other side of it |
/// | take a ticket | volatile compare-and-set | passes on what the slot was freed with, and the token if it lies there |
/// | the hint | release, acquire | who follows it sees the slots before it taken |
///
/// So outputs run one at a time, each happens-before the next, and before [#ticket] returns the
/// ticket that uses the same slot again: what belongs to a slot (a buffer of [#slotOf]) may be
/// reused then.
///
/// **Progress.** [#tryTicket] is lock-free. [#complete] and [#trash] are wait-free for a thread
/// that leaves its result behind; one that has the token hands on results for as long as they are
/// ready. A thread preempted with the token delays what is handed on, and nothing else until the
/// slots run out.
///
/// **When the output action throws**, its result counts as handed on, the same thread goes on to
/// hand on what is ready, and then throws the first exception out of its [#complete] or [#trash],
/// with up to 8 later ones as suppressed. No ticket is ever stuck by it, and the thread that gets
/// the exception need not be the one that computed the result.
///
/// **From within the output action** all methods may be called. A result handed in there is handed
/// on afterwards, not inside. Only [#ticket] cannot wait there, since the waiting thread would wait
/// for itself: it throws if the ring is full.
///
/// A slot takes some 160 bytes: each is on a cache line of its own.
///
/// @param <T> what is handed on; may be a nullable type
public final class OrderedScheduler<T extends @Nullable Object> {

  // How far a slot's ticket is: the three low bits of its turn, below the ticket.
  private static final int FREE = 0;
  private static final int AWAITED = 1;
  private static final int OPEN = 2;
  private static final int OPEN_AWAITED = OPEN | AWAITED;
  private static final int COMPLETED = 4;
  private static final int TRASHED = 5;

  static final int MAX_CAPACITY = 1 << 24;
  private static final int MAX_SUPPRESSED = 8;

  private static final VarHandle WORD;

  static {
    try {
      WORD = MethodHandles.lookup().findVarHandle(PaddedSlot.class, "word", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /// The word is a turn, the reference a result, the thread the one that hands it on.
  private final PaddedSlot[] slots;

  /// The word is the next ticket, or one that was the next.
  final PaddedSlot tickets = new PaddedSlot();

  private final Consumer<? super T> output;
  private final IdleStrategy whenFull;

  /// An order whose takers of tickets back off while it is full; see [IdleStrategy#backingOff()].
  ///
  /// @param capacity how many tickets may be taken and not yet handed on, from 1 to 2^24; rounded
  ///   up to a power of two
  /// @param output is given the results, in order, one at a time, on the threads that complete
  ///   tickets
  /// @throws IllegalArgumentException if the capacity is out of range
  public OrderedScheduler(int capacity, Consumer<? super T> output) {
    this(capacity, output, IdleStrategy.backingOff());
  }

  /// An order with a choice of what [#ticket] does while it is full.
  ///
  /// @param capacity how many tickets may be taken and not yet handed on, from 1 to 2^24; rounded
  ///   up to a power of two
  /// @param output is given the results, in order, one at a time, on the threads that complete
  ///   tickets
  /// @param whenFull may also do useful work, or throw to end the wait
  /// @throws IllegalArgumentException if the capacity is out of range
  public OrderedScheduler(int capacity, Consumer<? super T> output, IdleStrategy whenFull) {
    if (capacity < 1 || capacity > MAX_CAPACITY) {
      throw new IllegalArgumentException(
          "capacity " + capacity + " is not from 1 to " + MAX_CAPACITY);
    }
    this.output = Objects.requireNonNull(output, "output");
    this.whenFull = Objects.requireNonNull(whenFull, "whenFull");
    this.slots = new PaddedSlot[Math.max(1, Integer.highestOneBit(capacity - 1) << 1)];
    for (int i = 0; i < slots.length; i++) {
      slots[i] = new PaddedSlot();
      slots[i].word = turn(i, FREE);
    }
    slots[0].word = turn(0, FREE | AWAITED);
    // Whoever gets this object through a data race must not see slots of turn 0.
    VarHandle.releaseFence();
  }

  /// Takes the next ticket, and waits while the ring is full. Any thread may take tickets; theirs
  /// is the order in which these calls take effect.
  ///
  /// Cannot be interrupted, but whatever the idle strategy throws ends the wait, and no ticket is
  /// taken then.
  ///
  /// @return 0, 1, 2 and so on
  /// @throws IllegalStateException if it would have to wait inside the output action
  public long ticket() {
    long ticket = tryTicket();
    for (int times = 1; ticket < 0; times += times < Integer.MAX_VALUE ? 1 : 0) {
      refuseToWaitForItself();
      whenFull.idle(times);
      ticket = tryTicket();
    }
    return ticket;
  }

  /// Takes the next ticket, if there is room.
  ///
  /// @return -1 if `capacity` tickets are taken and not yet handed on
  public long tryTicket() {
    long ticket = hint();
    while (true) {
      PaddedSlot slot = slot(ticket);
      long free = turn(ticket, FREE);
      long turn = (long) WORD.getAcquire(slot);
      if (turn == free || turn == (free | AWAITED)) {
        if (WORD.compareAndSet(slot, turn, turn | OPEN)) {
          if (hint() <= ticket) { // else this thread lost its core, and others were faster
            WORD.setRelease(tickets, ticket + 1);
          }
          return ticket;
        }
      } else if (turn > free) {
        ticket = Math.max(after(ticket, turn), hint());
      } else {
        return -1;
      }
    }
  }

  /// Takes the next ticket like [#ticket], in a form that cannot be forgotten. Where a ticket and
  /// an input belong together, both must be taken under one lock.
  ///
  /// ```java
  /// try (Ticket<Page> ticket = inOrder.open()) {
  ///   ticket.complete(render());
  /// } // trashed if render() threw
  /// ```
  public Ticket<T> open() {
    return new Ticket<>(this, ticket());
  }

  /// Takes the next ticket like [#tryTicket], in a form that cannot be forgotten.
  ///
  /// @return null if there is no room; try-with-resources takes that, too
  public @Nullable Ticket<T> tryOpen() {
    long ticket = tryTicket();
    return ticket < 0 ? null : new Ticket<>(this, ticket);
  }

  /// Hands in the result of a ticket; hands on this one and those behind it if it is its turn.
  ///
  /// What the output action throws comes out here, when everything that is ready was handed on. The
  /// ticket is completed nevertheless.
  ///
  /// @throws IllegalStateException if the ticket was completed or trashed before, or never taken.
  ///   Of two threads that complete one ticket at the very same moment one is refused, too, but its
  ///   result may have taken the place of the other's, or of that of a later ticket in the same
  ///   slot
  public void complete(long ticket, T result) {
    PaddedSlot slot = slot(ticket);
    long turn = turnOfOpen(ticket, slot);
    slot.reference = result;
    finish(ticket, slot, turn, COMPLETED);
  }

  /// Gives a ticket up: nothing is handed on for it, and the order goes on. Hands on the results
  /// behind it if it is its turn, with the consequences of [#complete].
  ///
  /// @throws IllegalStateException if the ticket was completed or trashed before, or never taken
  public void trash(long ticket) {
    PaddedSlot slot = slot(ticket);
    finish(ticket, slot, turnOfOpen(ticket, slot), TRASHED);
  }

  /// How many tickets may be taken and not yet handed on.
  public int capacity() {
    return slots.length;
  }

  /// The slot of a ticket, from 0 to `capacity` - 1. No two tickets that are taken and not yet
  /// handed on have the same one, so a user can keep a buffer for each.
  public int slotOf(long ticket) {
    return (int) (ticket & (slots.length - 1));
  }

  /// How many tickets were taken. At once out of date while others take some.
  public long taken() {
    long ticket = hint();
    while (true) {
      long turn = (long) WORD.getAcquire(slot(ticket));
      if (turn < turn(ticket, OPEN)) {
        return ticket;
      }
      ticket = after(ticket, turn);
    }
  }

  /// Where to look next, when the slot of a ticket was found taken, or used for a later one. In
  /// that case all tickets of the rounds before were taken, too: so nobody looks at more slots than
  /// there are, even if the hint was out of date.
  private long after(long ticket, long turn) {
    return Math.max(ticket + 1, ticketOf(turn) - slots.length + 1);
  }

  private long hint() {
    return (long) WORD.getAcquire(tickets);
  }

  /// How many tickets were handed on or passed as trashed; all that their outputs did is visible to
  /// the caller. A tool for diagnosis: it looks at up to `capacity` slots, which others write to.
  /// If it is less than [#snapshot] and stays so, this is the ticket that all others wait for:
  /// lost, or still at work.
  public long handedOn() {
    long ticket = Math.max(0, taken() - slots.length);
    while (ticketOf((long) WORD.getAcquire(slot(ticket))) > ticket) {
      ticket++;
    }
    return ticket;
  }

  @Override
  public String toString() {
    long handedOn = handedOn();
    return "OrderedScheduler["
        + handedOn
        + " of "
        + taken()
        + " tickets handed on, capacity "
        + capacity()
        + "]";
  }

  private void finish(long ticket, PaddedSlot slot, long turn, int how) {
    if (turn == turn(ticket, OPEN)
        && (long) WORD.compareAndExchangeRelease(slot, turn, turn(ticket, how)) == turn) {
      return;
    }
    // Awaited: nobody but the one who finishes this ticket changes that.
    long awaited = turn(ticket, OPEN_AWAITED);
    if ((long) WORD.compareAndExchangeAcquire(slot, awaited, turn(ticket, how)) != awaited) {
      throw notOpen(ticket);
    }
    handOnFrom(ticket);
  }

  /// With the token in hand: hands on until a ticket that is still open. No exception of the output
  /// may end this early, for there might be nobody else to go on.
  private void handOnFrom(long first) {
    Throwable failure = null;
    long ticket = first;
    do {
      PaddedSlot slot = slot(ticket);
      try {
        handOn(ticket, slot);
      } catch (Throwable thrown) {
        failure = joined(failure, thrown);
      }
      slot.reference = null;
      WORD.setRelease(slot, turn(ticket + slots.length, FREE));
      ticket++;
    } while (!putTokenDown(ticket));
    if (failure != null) {
      throw OrderedScheduler.<RuntimeException>unchecked(failure);
    }
  }

  @SuppressWarnings("unchecked") // what is completed was handed in as a T
  private void handOn(long ticket, PaddedSlot slot) {
    if (slot.word == turn(ticket, COMPLETED)) {
      slot.thread = Thread.currentThread();
      try {
        output.accept((T) slot.reference);
      } finally {
        slot.thread = null;
      }
    }
  }

  /// @return false if the ticket is finished, so that there is more to hand on
  private boolean putTokenDown(long ticket) {
    PaddedSlot slot = slot(ticket);
    while (true) {
      long turn = (long) WORD.getAcquire(slot);
      if (turn != turn(ticket, FREE) && turn != turn(ticket, OPEN)) {
        return false;
      }
      if (WORD.compareAndSet(slot, turn, turn | AWAITED)) {
        return true;
      }
    }
  }

  private long turnOfOpen(long ticket, PaddedSlot slot) {
    long turn = (long) WORD.getAcquire(slot);
    if (turn != turn(ticket, OPEN) && turn != turn(ticket, OPEN_AWAITED)) {
      throw notOpen(ticket);
    }
    return turn;
  }

  private IllegalStateException notOpen(long ticket) {
    return new IllegalStateException(
        "ticket "
            + ticket
            + " is not open: it was completed or trashed before, or never taken from "
            + this);
  }

  /// If the ring is full, the slot of the next ticket has the oldest one, which may be the one that
  /// is being handed on. A thread finds itself there only if it wrote itself there and has not yet
  /// taken itself away, so the race of this read with other threads does no harm.
  private void refuseToWaitForItself() {
    if (slot(taken()).thread == Thread.currentThread()) {
      throw new IllegalStateException(
          "the output action waits for a ticket of its own full order, which only it can empty; use"
              + " tryTicket() there: "
              + this);
    }
  }

  /// Whatever happens here must not end the loop.
  private static Throwable joined(@Nullable Throwable first, Throwable next) {
    if (first == null) {
      return next;
    }
    try {
      if (first != next && first.getSuppressed().length < MAX_SUPPRESSED) {
        first.addSuppressed(next);
      }
    } catch (Throwable noMemory) {
      // The first one is told at any rate.
    }
    return first;
  }

  @SuppressWarnings({
    "unchecked",
    "TypeParameterUnusedInFormals"
  }) // what a consumer threw, passed on
  private static <E extends Throwable> E unchecked(Throwable thrown) throws E {
    throw (E) thrown;
  }

  private PaddedSlot slot(long ticket) {
    return slots[slotOf(ticket)];
  }

  private static long turn(long ticket, int how) {
    return ticket << 3 | how;
  }

  private static long ticketOf(long turn) {
    return turn >> 3;
  }
}
