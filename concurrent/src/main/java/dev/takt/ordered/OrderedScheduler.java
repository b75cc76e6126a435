package dev.takt.ordered;

import dev.takt.queues.IdleStrategy;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Keeps the order of work that is done in parallel: take a ticket, work, complete the ticket with
/// the result. Results are delivered to an output action in ticket order, by the thread that
/// completes the ticket that is next in order. No thread waits for earlier results: an early result
/// is stored, and its thread continues.
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
/// Each ticket must be completed or trashed exactly once, by any thread: the order waits for it.
/// [#open] returns a ticket for try-with-resources, which cannot be lost. When every [#complete]
/// and [#trash] has returned, everything has been delivered.
///
/// **The algorithm** is the ordered scheduler of Ullink (after Intel's "Exploiting data parallelism
/// in ordered data streams"), changed so that it allocates nothing. Ticket `t` has the slot `t mod
/// capacity`. The slot's turn holds the ticket that the slot belongs to and its state: *free*,
/// *open* (taken), *completed* or *trashed*; a free or open slot can also be *awaited*: it is next
/// in order. A ticket is taken by a compare-and-set of its slot; the counter is only a hint where
/// to start the search for a free slot.
///
/// There is one token, the right to deliver. It either belongs to a thread or lies in an awaited
/// slot. A thread that finishes an open ticket stores the result in the slot and returns. A thread
/// that finishes an awaited ticket has taken the token. It delivers this result and the finished
/// ones behind it; at the first slot that is not finished it puts the token down by marking that
/// slot awaited. The thread that finishes that ticket and the thread with the token race on a
/// compare-and-set of one variable: either the former finds the token, or the latter finds the
/// result. So no result is left undelivered, and no ordering between two variables is needed.
///
/// **Memory order.** Results are written and read with plain accesses; the turn publishes them.
///
/// | access | mode | why it suffices |
/// |---|---|---|
/// | finish an open ticket | release | publishes the result to the thread that will deliver it |
/// | finish an awaited ticket | acquire | sees all that the last holder of the token did; the result is the thread's own |
/// | read the slot of the next ticket | acquire | sees the result, if it is finished |
/// | put the token down | volatile compare-and-set | publishes what the outputs did to the next holder |
/// | free a slot for the next round | release | the output has finished with the result before the slot is used again |
/// | search for a free slot | acquire | pairs with the release that freed it |
/// | take a ticket | volatile compare-and-set | passes on what the slot was freed with, and the token if it lies there |
/// | the hint | release, acquire | a thread that follows it sees the slots before it taken |
///
/// So outputs run one at a time. Each happens-before the next, and happens-before the return of
/// [#ticket] with the ticket that uses the same slot again: what belongs to a slot (a buffer of
/// [#slotOf]) may be reused then.
///
/// **Progress.** [#tryTicket] is lock-free. [#complete] and [#trash] are wait-free for a thread
/// without the token; the thread with the token delivers results for as long as they are ready. A
/// thread preempted with the token delays deliveries, and nothing else until the slots run out.
///
/// **When the output action throws**, its result counts as delivered. The same thread delivers the
/// other results that are ready, and then throws the first exception from its [#complete] or
/// [#trash], with up to 8 later ones as suppressed. No ticket gets stuck, and the thread that gets
/// the exception need not be the one that computed the result.
///
/// **The output action may call all methods.** A result completed there is delivered after the
/// action returns, not inside it. Only [#ticket] cannot wait there, since the thread would wait for
/// itself: it throws if the ring is full.
///
/// A slot takes some 160 bytes: each is on a cache line of its own.
///
/// @param <T> type of the results; may be a nullable type
public final class OrderedScheduler<T extends @Nullable Object> {

  // State of a slot's ticket: the three low bits of its turn, below the ticket.
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

  /// `word` is the turn, `reference` the result, `thread` the thread that delivers it.
  private final PaddedSlot[] slots;

  /// `word` is the next ticket, or an earlier value of it.
  final PaddedSlot tickets = new PaddedSlot();

  private final Consumer<? super T> output;
  private final IdleStrategy whenFull;

  /// Creates a scheduler; [#ticket] backs off while it is full, see [IdleStrategy#backingOff()].
  ///
  /// @param capacity how many tickets may be taken and not yet delivered, from 1 to 2^24; rounded
  ///   up to a power of two
  /// @param output receives the results in order, one at a time, on the threads that complete
  ///   tickets
  /// @throws IllegalArgumentException if the capacity is out of range
  public OrderedScheduler(int capacity, Consumer<? super T> output) {
    this(capacity, output, IdleStrategy.backingOff());
  }

  /// Creates a scheduler with an idle strategy for [#ticket] while it is full.
  ///
  /// @param capacity how many tickets may be taken and not yet delivered, from 1 to 2^24; rounded
  ///   up to a power of two
  /// @param output receives the results in order, one at a time, on the threads that complete
  ///   tickets
  /// @param whenFull called while [#ticket] waits; may also do useful work, or throw to end the
  ///   wait
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
    // A thread that gets this object through a data race must not see slots with turn 0.
    VarHandle.releaseFence();
  }

  /// Takes the next ticket, and waits while the ring is full. Any thread may take tickets; their
  /// order is the order in which these calls take effect.
  ///
  /// Cannot be interrupted, but an exception from the idle strategy ends the wait; no ticket is
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
  /// @return -1 if `capacity` tickets are taken and not yet delivered
  public long tryTicket() {
    long ticket = hint();
    while (true) {
      PaddedSlot slot = slot(ticket);
      long free = turn(ticket, FREE);
      long turn = (long) WORD.getAcquire(slot);
      if (turn == free || turn == (free | AWAITED)) {
        if (WORD.compareAndSet(slot, turn, turn | OPEN)) {
          if (hint() <= ticket) { // else this thread was descheduled, and others have passed it
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

  /// Takes the next ticket like [#ticket], for try-with-resources. Where a ticket and an input
  /// belong together, both must be taken under one lock.
  ///
  /// ```java
  /// try (Ticket<Page> ticket = inOrder.open()) {
  ///   ticket.complete(render());
  /// } // trashed if render() threw
  /// ```
  public Ticket<T> open() {
    return new Ticket<>(this, ticket());
  }

  /// Takes the next ticket like [#tryTicket], for try-with-resources.
  ///
  /// @return null if there is no room; try-with-resources accepts null
  public @Nullable Ticket<T> tryOpen() {
    long ticket = tryTicket();
    return ticket < 0 ? null : new Ticket<>(this, ticket);
  }

  /// Completes a ticket with its result. If the ticket is next in order, delivers its result and
  /// the finished ones behind it.
  ///
  /// An exception of the output action is thrown from here, after everything that is ready has been
  /// delivered. The ticket is completed nevertheless.
  ///
  /// @throws IllegalStateException if the ticket was completed or trashed before, or never taken.
  ///   If two threads complete one ticket at the same moment, one of them gets this exception too,
  ///   but its result may have replaced the other's, or that of a later ticket in the same slot
  public void complete(long ticket, T result) {
    PaddedSlot slot = slot(ticket);
    long turn = turnOfOpen(ticket, slot);
    slot.reference = result;
    finish(ticket, slot, turn, COMPLETED);
  }

  /// Drops a ticket: nothing is delivered for it, and the order continues. If the ticket is next in
  /// order, delivers the finished results behind it, with the consequences of [#complete].
  ///
  /// @throws IllegalStateException if the ticket was completed or trashed before, or never taken
  public void trash(long ticket) {
    PaddedSlot slot = slot(ticket);
    finish(ticket, slot, turnOfOpen(ticket, slot), TRASHED);
  }

  /// How many tickets may be taken and not yet delivered.
  public int capacity() {
    return slots.length;
  }

  /// The slot of a ticket, from 0 to `capacity` - 1. No two tickets that are taken and not yet
  /// delivered have the same one, so a user can keep a buffer for each.
  public int slotOf(long ticket) {
    return (int) (ticket & (slots.length - 1));
  }

  /// How many tickets were taken. Outdated immediately while other threads take tickets.
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

  /// The next ticket to try, when the slot of a ticket was found taken, or used for a later one. In
  /// the latter case all tickets of the rounds before were taken too, so the search visits at most
  /// `capacity` slots, even if the hint was out of date.
  private long after(long ticket, long turn) {
    return Math.max(ticket + 1, ticketOf(turn) - slots.length + 1);
  }

  private long hint() {
    return (long) WORD.getAcquire(tickets);
  }

  /// How many tickets were delivered or skipped as trashed; all that their outputs did is visible
  /// to the caller. For diagnosis: it reads up to `capacity` slots, which other threads write to.
  /// If it stays below [#taken], this is the ticket that all others wait for: lost, or still being
  /// worked on.
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
    // Awaited: only the thread that finishes this ticket changes that.
    long awaited = turn(ticket, OPEN_AWAITED);
    if ((long) WORD.compareAndExchangeAcquire(slot, awaited, turn(ticket, how)) != awaited) {
      throw notOpen(ticket);
    }
    handOnFrom(ticket);
  }

  /// With the token held: delivers until a ticket that is still open. No exception of the output
  /// may end this loop early, because possibly no other thread would continue it.
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

  /// @return false if the ticket is finished, so there is more to deliver
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

  /// If the ring is full, the slot of the next ticket holds the oldest ticket, which may be the one
  /// that is being delivered. A thread finds itself in `thread` only if it stored itself there and
  /// has not yet cleared it, so the race of this read with other threads is harmless.
  private void refuseToWaitForItself() {
    if (slot(taken()).thread == Thread.currentThread()) {
      throw new IllegalStateException(
          "the output action waits for a ticket of its own full order, which only it can empty; use"
              + " tryTicket() there: "
              + this);
    }
  }

  /// Must not throw: that would end the delivery loop.
  private static Throwable joined(@Nullable Throwable first, Throwable next) {
    if (first == null) {
      return next;
    }
    try {
      if (first != next && first.getSuppressed().length < MAX_SUPPRESSED) {
        first.addSuppressed(next);
      }
    } catch (Throwable noMemory) {
      // The first failure is thrown in any case.
    }
    return first;
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // rethrows what a consumer threw
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
