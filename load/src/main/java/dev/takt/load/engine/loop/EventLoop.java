package dev.takt.load.engine.loop;

import dev.takt.load.driver.AsyncDriver;
import dev.takt.load.driver.Outcome;
import dev.takt.load.engine.recording.IdleTime;
import dev.takt.load.engine.recording.OperationCounters;
import dev.takt.load.engine.recording.RunDeadline;
import dev.takt.load.engine.recording.SendingRecorder;
import dev.takt.load.engine.recording.StallLog;
import dev.takt.load.journey.User;
import dev.takt.load.workload.Workload;
import dev.takt.record.NanoClock;
import org.jspecify.annotations.Nullable;

/// One thread that sends operations on schedule over the slots of one transport, and receives their
/// replies.
///
/// The schedule never waits. An operation that is due while all slots are taken stays due, in
/// order. It is sent from the first slot that becomes free, and measured from its intended start.
/// No queue can overflow: an operation that is due and not sent has not been taken from the
/// schedule yet.
///
/// Confined to one thread. Allocates nothing per operation.
public final class EventLoop implements AsyncDriver.Completions {

  /// Upper bound of one poll. It bounds the reaction time to a stop request, and how much of a
  /// stall of this thread is counted as waiting for a reply.
  private static final long MAX_POLL_NANOS = 5_000_000;

  /// If a reply is expected within this time, the loop spins instead of sleeping: sleeping and
  /// waking would take as long and cost as much (Karlin and others: Empirical Studies of
  /// Competitive Spinning, 1991).
  private static final long SPIN_WINDOW_NANOS = 20_000;

  private static final int SMOOTHING_BITS = 4;

  /// How many operations are sent before the loop polls for replies. The bound matters because an
  /// operation ends when its reply is seen.
  private static final int MAX_BURST = 16;

  /// The minimum time between two scans for timed-out operations.
  private static final long MIN_SCAN_NANOS = 100_000;

  private static final long MAX_SCAN_NANOS = 100_000_000;

  private static final long NONE = Long.MIN_VALUE;

  private final AsyncDriver.Transport transport;
  private final NanoClock clock;
  private final boolean hasFastSend;
  private final boolean handsOver;

  /// Whether a send that can take long is in progress (see [AsyncDriver.Transport#hasFastSend]);
  /// lateness during it is not a stall of the process.
  private boolean inSlowSend;

  private final OperationSource source;
  private final Workload workload;
  private final Pacer pacer;
  private final RunDeadline deadline;
  private final SendingRecorder recorder;
  private final OperationCounters counters;
  private final StallLog stalls;

  /// Stalls of this thread. [#stalls] is shared by all loops and is only reported; only this one
  /// counts as lateness.
  private final StallLog ownStalls = new StallLog();

  private final long timeoutNanos;

  private final FreeSlots free;

  /// How many operations are in flight. More slots can be taken: those of users who think.
  private int inFlight;

  private final IdleTime idle;
  private final boolean[] busy;
  private final int[] slotOperation;
  private final long[] slotNumber;
  private final long[] slotIntended;
  private final long[] slotStart;

  /// When the last operation of a slot ended: one that a user keeps can be sent from then on.
  private final long[] slotFreeSince;

  /// The generator's part of the wait before an operation was handed over; unused if the transport
  /// does not hand over.
  private final long[] slotLateness;

  /// Since when an operation that was handed over had a slot that was free.
  private final long[] slotSendable;

  /// Whether it waited for that while a slot could not be used.
  private final boolean[] slotWasWithdrawn;

  /// The users whose steps are in flight; null for operations that are no steps.
  private final @Nullable User[] slotUser;

  /// The latest time by which the thread should have run: its last clock reading, or, in a poll,
  /// the poll's deadline. Running later than this is an absence.
  private long expectedToRunAt;

  /// A pending absence (begin and end): all slots were taken, so it delayed an operation only if a
  /// reply arrived in it, which the next poll shows. [#NONE] in the end: no absence is pending.
  private long pendingAbsenceBegin;

  private long pendingAbsenceEnd = NONE;

  /// When the transport was last polled for replies.
  private long lastPoll;

  private long lastSent;
  private long meanServiceNanos;

  private boolean gotReply;
  private long firstReplyAt;
  private long waitedNanos;
  private long startedAt;

  /// Lower bound of the time at which an operation in flight times out.
  private long nextTimeoutScan;

  public EventLoop(
      AsyncDriver.Transport transport,
      int slots,
      OperationSource source,
      Workload workload,
      Pacer pacer,
      RunDeadline deadline,
      SendingRecorder recorder,
      OperationCounters counters,
      StallLog stalls,
      long timeoutNanos) {
    this.transport = transport;
    this.clock = transport.clock();
    this.hasFastSend = transport.hasFastSend();
    this.handsOver = transport.handsOver();
    this.source = source;
    this.workload = workload;
    this.pacer = pacer;
    this.deadline = deadline;
    this.recorder = recorder;
    this.counters = counters;
    this.stalls = stalls;
    this.timeoutNanos = timeoutNanos;
    this.free = new FreeSlots(slots, transport.groups(), transport::groupOf);
    this.idle = new IdleTime(slots);
    this.busy = new boolean[slots];
    this.slotOperation = new int[slots];
    this.slotNumber = new long[slots];
    this.slotIntended = new long[slots];
    this.slotStart = new long[slots];
    this.slotFreeSince = new long[slots];
    this.slotLateness = new long[slots];
    this.slotSendable = new long[slots];
    this.slotWasWithdrawn = new boolean[slots];
    this.slotUser = new User[slots];
  }

  /// Sends until the schedule has ended and all operations are answered, or until the run's
  /// deadline cuts it off. Then accounts for the rest.
  public void run() {
    startedAt = clock.nanoTime();
    expectedToRunAt =
        Math.min(startedAt, source.nextDue(deadline)); // a late start counts as an absence
    nextTimeoutScan = timeoutNanos == Long.MAX_VALUE ? Long.MAX_VALUE : startedAt + timeoutNanos;
    transport.begin(this);
    while (true) {
      long now = readClock();
      now = sendDue(now);
      if (isOver(now)) {
        break;
      }
      expireTimeouts(now);
      counters.inFlight(inFlight);
      counters.busyNanos(now - startedAt - waitedNanos);
      await(now);
    }
    recordUnfinished(clock.nanoTime());
    counters.inFlight(0);
  }

  /// Reads the clock, and records an absence if the thread was descheduled during its work.
  private long readClock() {
    long now = clock.nanoTime();
    recordAbsence(now);
    expectedToRunAt = now;
    return now;
  }

  /// Records an absence if `now` is more than [StallLog#THRESHOLD_NANOS] after `expectedToRunAt`. A
  /// slow send is not a stall of the process, but it delays this loop, so it is recorded in
  /// `ownStalls` only.
  ///
  /// While all slots are taken, an absence delays operations only if a reply arrived in it. The
  /// next poll shows whether one did: see [#resolvePendingAbsence].
  private void recordAbsence(long now) {
    if (now - expectedToRunAt > StallLog.THRESHOLD_NANOS) {
      if (!free.isEmpty()) {
        ownStalls.add(expectedToRunAt, now);
      } else {
        pendingAbsenceBegin = pendingAbsenceEnd == NONE ? expectedToRunAt : pendingAbsenceBegin;
        pendingAbsenceEnd = now;
      }
      if (!inSlowSend) {
        stalls.add(expectedToRunAt, now);
      }
    }
    expectedToRunAt = Math.max(expectedToRunAt, now);
  }

  /// Resolves the pending absence when the first reply after it is read. If the poll returned it at
  /// once, it arrived during the absence, and the absence counts as generator lateness. If the poll
  /// had to wait for it, it arrived later, and the absence delayed nothing.
  private void resolvePendingAbsence(long found) {
    if (pendingAbsenceEnd != NONE) {
      if (found - Math.max(lastPoll, pendingAbsenceEnd) <= StallLog.THRESHOLD_NANOS) {
        ownStalls.add(pendingAbsenceBegin, pendingAbsenceEnd);
      }
      pendingAbsenceEnd = NONE;
    }
  }

  private long sendDue(long from) {
    long now = from;
    for (int sent = 0; sent < MAX_BURST && isSendable(now); sent++) {
      send(now);
      now = readClock();
    }
    return now;
  }

  private boolean isSendable(long now) {
    return hasSlot() && source.isDue(source.isPaced() ? pacer.horizon(now) : now, deadline);
  }

  /// Whether there is a slot for what may be due.
  private boolean hasSlot() {
    if (source.keepsSlots()) {
      source.admit(!free.isEmpty());
      return true;
    }
    return !free.isEmpty();
  }

  private void send(long now) {
    long intended = source.intendedOr(now);
    pacer.operationSent(intended);
    long n = source.number();
    int operation = source.operationOr(workload);
    recorder.intended(operation, intended);
    User user = source.user();
    int kept = user == null ? User.NO_SLOT : user.slot();
    boolean isKept = kept != User.NO_SLOT;
    long sendable = Math.max(intended, isKept ? slotFreeSince[kept] : free.since());
    long late = isKept ? now - sendable : latenessAt(now, intended, sendable);
    int slot = isKept ? kept : free.take(transport.preferredGroup(operation, n));
    slotLateness[slot] = late;
    slotSendable[slot] = sendable;
    slotWasWithdrawn[slot] = !isKept && free.hadWithdrawn(intended);
    if (!handsOver) {
      recorder.sent(intended, late);
    }
    inFlight++;
    busy[slot] = true;
    slotOperation[slot] = operation;
    slotNumber[slot] = n;
    slotIntended[slot] = intended;
    slotStart[slot] = now;
    slotUser[slot] = user;
    lastSent = now;
    source.advance();
    if (user != null) {
      source.sent(user, slot, now, deadline);
      transport.actFor(slot, user);
    }
    if (hasFastSend) {
      transport.send(slot, operation, n, this);
    } else {
      inSlowSend = true;
      transport.send(slot, operation, n, this);
      recordAbsence(clock.nanoTime());
      inSlowSend = false;
    }
  }

  /// The generator's part of the wait, in nanoseconds: (1) the time since the operation was due and
  /// a slot was free; (2) before that, the time in which slots were idle while earlier operations
  /// were due; (3) the stalls of this loop.
  private long latenessAt(long now, long intended, long sendable) {
    long late = now - sendable + idle.before(intended, sendable, ownStalls);
    idle.sent(intended, sendable, now);
    return late;
  }

  private boolean isOver(long now) {
    if (deadline.isCutOff(now)) {
      return true;
    }
    return inFlight == 0 && source.isOver(deadline, now);
  }

  private void await(long now) {
    long wake = wakeTime(now);
    expectedToRunAt = Math.max(wake, now);
    gotReply = false;
    lastPoll = now;
    long absence = pendingAbsenceEnd;
    transport.poll(wake, this);
    if (pendingAbsenceEnd == absence) {
      pendingAbsenceEnd = NONE; // no reply arrived in it
    }
    long after = readClock();
    if (gotReply) {
      waitedNanos += Math.max(0, firstReplyAt - now);
    } else {
      waitedNanos += after - now;
      if (wake > now) {
        pacer.woke(wake, after);
      }
    }
  }

  private boolean isReplyExpectedSoon(long now) {
    return inFlight > 0 && Math.abs(lastSent + meanServiceNanos - now) < SPIN_WINDOW_NANOS;
  }

  private long wakeTime(long now) {
    if (isReplyExpectedSoon(now)) {
      return now;
    }
    long wake = Math.min(now + MAX_POLL_NANOS, deadline.nextChange(now));
    if (inFlight > 0) {
      wake = Math.min(wake, nextTimeoutScan);
    }
    if (!hasSlot() || source.isOver(deadline, now)) {
      return wake;
    }
    if (isSendable(now)) {
      return now;
    }
    long due = source.nextDue(deadline);
    return due >= wake ? wake : source.isPaced() ? pacer.wakeFor(due, now) : due;
  }

  @Override
  public void completed(int slot, Outcome outcome, long endNanos) {
    if (!gotReply) {
      gotReply = true;
      firstReplyAt = endNanos;
    }
    recordAbsence(endNanos);
    resolvePendingAbsence(endNanos);
    meanServiceNanos += (endNanos - slotStart[slot] - meanServiceNanos) >> SMOOTHING_BITS;
    end(slot, outcome, endNanos);
  }

  @Override
  public void withdrawn(int slot) {
    free.withdraw(slot);
  }

  @Override
  public void restored(int slot, long nanos) {
    free.restore(slot, busy[slot], nanos);
  }

  private void end(int slot, Outcome outcome, long now) {
    long start = startOf(slot, now);
    busy[slot] = false;
    slotFreeSince[slot] = now;
    inFlight--;
    if (!source.keepsSlots()) {
      free.release(slot, now);
    }
    recorder.ended(slotOperation[slot], slotIntended[slot], start, now, outcome, slotNumber[slot]);
    User user = slotUser[slot];
    if (user != null) {
      slotUser[slot] = null;
      OperationSource.UserState state = source.ended(user, outcome, now);
      if (source.keepsSlots()) {
        keepOrFree(slot, user, state, now);
      }
    }
  }

  /// When the operation in flight started. What was handed over starts when it is taken up, which
  /// is known by now.
  private long startOf(int slot, long now) {
    long sent = slotStart[slot];
    if (!handsOver) {
      return sent;
    }
    long start = Math.clamp(transport.startOf(slot), sent, now);
    recordLateness(slot, start);
    User user = slotUser[slot];
    if (user != null) {
      user.startedLater(sent, start);
    }
    return start;
  }

  /// The lateness of what was handed over counts from when its connection was ready.
  private void recordLateness(int slot, long start) {
    long intended = slotIntended[slot];
    long sendable = Math.min(start, Math.max(slotSendable[slot], transport.readyOf(slot)));
    long unready = sendable - slotSendable[slot];
    recorder.sent(intended, slotLateness[slot] + start - slotStart[slot] - unready);
    if (unready > 0 || slotWasWithdrawn[slot]) {
      recorder.waitedForConnection(sendable - intended);
    }
  }

  private void keepOrFree(int slot, User user, OperationSource.UserState state, long now) {
    switch (state) {
      case KEEPS_SLOT -> user.keep(slot);
      case GOES_ON -> {
        user.keep(User.NO_SLOT);
        free.release(slot, now);
      }
      case AT_ITS_END -> {
        free(slot, now);
        for (int each = source.nextFreed(); each != User.NO_SLOT; each = source.nextFreed()) {
          free(each, now);
        }
      }
    }
  }

  private void free(int slot, long now) {
    transport.userEnded(slot);
    free.release(slot, now);
  }

  /// Times out operations. A timeout is detected at most 1 % (or [#MIN_SCAN_NANOS]) late.
  private void expireTimeouts(long now) {
    if (now < nextTimeoutScan) {
      return;
    }
    long oldestStart = now;
    for (int slot = 0; slot < busy.length; slot++) {
      if (busy[slot] && now - slotStart[slot] >= timeoutNanos) {
        transport.cancel(slot);
        end(slot, Outcome.TIMED_OUT, now);
      } else if (busy[slot]) {
        oldestStart = Math.min(oldestStart, slotStart[slot]);
      }
    }
    long step = Math.clamp(timeoutNanos / 100, MIN_SCAN_NANOS, MAX_SCAN_NANOS);
    nextTimeoutScan = Math.max(oldestStart + timeoutNanos, now + step);
  }

  private void recordUnfinished(long now) {
    for (int slot = 0; slot < busy.length; slot++) {
      if (busy[slot]) {
        transport.cancel(slot);
        long start = startOf(slot, now);
        recorder.unfinished(slotOperation[slot], slotIntended[slot], start, now, slotNumber[slot]);
        User user = slotUser[slot];
        if (user != null) {
          source.unfinished(user, now);
        }
      }
    }
    source.admit(true);
    while (source.hasSchedule() && source.isDue(now, deadline)) {
      long intended = source.intendedOr(now);
      int operation = source.operationOr(workload);
      recorder.awaitRoom();
      recorder.intended(operation, intended);
      recorder.neverSent(operation, intended, now, source.number());
      User user = source.user();
      source.advance();
      if (user != null) {
        source.neverSent(user, now);
      }
    }
    source.close(now);
  }
}
