package dev.takt.load.engine;

import dev.takt.load.driver.AsyncDriver;
import dev.takt.load.driver.Outcome;
import dev.takt.load.journey.User;
import dev.takt.record.NanoClock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A transport to a scripted target in virtual time. Reading the clock and polling for replies cost
/// a little time; waiting moves the clock to the awaited moment. The loop can be made absent for a
/// while: its clock then jumps, and replies that arrived in that time are seen after the jump.
public final class VirtualTransport implements AsyncDriver.Transport {

  public static final long READ_NANOS = 40;
  public static final long NEVER = Long.MAX_VALUE;

  /// The behaviour of the target.
  @FunctionalInterface
  public interface Target {
    /// When operation `n`, which the target receives at `start`, is answered; [#NEVER] for never.
    /// At `start` or before: at once, while it is being sent.
    long endOf(long n, long start);
  }

  /// The outcomes of the target.
  @FunctionalInterface
  public interface Answers {
    Outcome of(long n);
  }

  private record Event(long at, Runnable action) {}

  private record Stall(long begin, long end) {}

  private final Target target;
  private final Answers answers;
  private final long[] ends;
  private final long[] numbers;
  private final List<Event> events = new ArrayList<>();
  private final List<Stall> stalls = new ArrayList<>();
  private long now;
  private long lookNanos = 500;
  private long sendNanos;
  private long handoverNanos = -1;
  private final long[] starts;
  private long settleNanos;

  /// When each slot was ready for its last step, and is for its next one.
  private final long[] ready;

  private final long[] nextReady;
  public int polls;

  /// The steps of journeys that were sent, by their number.
  public final Map<Long, Sent> steps = new TreeMap<>();

  private boolean isOwned;

  /// The users who have connections of their own.
  public final Map<Integer, User> owners = new HashMap<>();

  /// The most connections that a user had.
  public int mostOwned;

  boolean closed;

  public VirtualTransport(int slots, long now, Target target, Answers answers) {
    this.target = target;
    this.answers = answers;
    this.now = now;
    this.ends = new long[slots];
    this.numbers = new long[slots];
    this.starts = new long[slots];
    this.ready = new long[slots];
    this.nextReady = new long[slots];
    Arrays.fill(nextReady, Long.MIN_VALUE);
    Arrays.fill(ends, NEVER);
  }

  public VirtualTransport(int slots, long now, Target target) {
    this(slots, now, target, n -> Outcome.OK);
  }

  /// Makes a send take this long, instead of no time.
  public VirtualTransport sendingFor(long nanos) {
    sendNanos = nanos;
    return this;
  }

  @Override
  public boolean hasFastSend() {
    return sendNanos == 0;
  }

  /// Hands operations over to another thread, which takes each up after so long.
  public VirtualTransport handingOverFor(long nanos) {
    handoverNanos = nanos;
    return this;
  }

  /// Makes the target work for so long on a connection after each answer, before it takes the
  /// user's next step.
  public VirtualTransport settlingFor(long nanos) {
    settleNanos = nanos;
    return this;
  }

  @Override
  public long readyOf(int slot) {
    return ready[slot];
  }

  @Override
  public boolean handsOver() {
    return handoverNanos >= 0;
  }

  @Override
  public long startOf(int slot) {
    return starts[slot];
  }

  /// Makes a poll take this long, instead of half a microsecond, which makes spinning quick.
  public VirtualTransport lookingFor(long nanos) {
    lookNanos = nanos;
    return this;
  }

  /// The loop does not run from `begin` to `end`.
  public VirtualTransport awayFrom(long begin, long end) {
    stalls.add(new Stall(begin, end));
    return this;
  }

  /// Runs an action as soon as the clock has reached `at`.
  public VirtualTransport at(long at, Runnable action) {
    events.add(new Event(at, action));
    return this;
  }

  @Override
  public NanoClock clock() {
    return this::read;
  }

  private long read() {
    advanceTo(now + READ_NANOS);
    return now;
  }

  public long now() {
    return now;
  }

  private void advanceTo(long moment) {
    now = Math.max(now, moment);
    for (Stall stall : stalls) {
      if (stall.begin <= now && now < stall.end) {
        now = stall.end;
      }
    }
    for (int i = 0; i < events.size(); i++) {
      if (events.get(i).at <= now) {
        events.remove(i--).action.run();
      }
    }
  }

  @Override
  public void actFor(int slot, User user) {
    steps.put(user.stepNumber(), new Sent(user.due(), now));
    if (isOwned) {
      User owner = owners.putIfAbsent(slot, user.owner());
      if (owner != null && owner != user.owner()) {
        throw new IllegalStateException("slot " + slot + " is that of another user");
      }
      mostOwned =
          Math.max(mostOwned, (int) owners.values().stream().filter(user.owner()::equals).count());
    }
  }

  /// Users have connections of their own: one of another user is not used before that is at its
  /// end.
  public VirtualTransport withOwnConnections() {
    isOwned = true;
    return this;
  }

  @Override
  public void userEnded(int slot) {
    if (isOwned && owners.remove(slot) == null) {
      throw new IllegalStateException("slot " + slot + " has no user");
    }
    nextReady[slot] = Long.MIN_VALUE;
  }

  /// When a step was due, and when it was sent.
  public record Sent(long due, long start) {}

  @Override
  public void send(int slot, int operation, long n, AsyncDriver.Completions completions) {
    if (ends[slot] != NEVER) {
      throw new IllegalStateException("slot " + slot + " is taken");
    }
    ready[slot] = nextReady[slot];
    starts[slot] = Math.max(now + Math.max(0, handoverNanos), ready[slot]);
    long end = target.endOf(n, starts[slot]);
    now += sendNanos;
    numbers[slot] = n;
    if (end <= now) {
      completions.completed(slot, answers.of(n), now);
    } else {
      ends[slot] = end == NEVER ? NEVER - 1 : end;
    }
  }

  @Override
  public void poll(long deadlineNanos, AsyncDriver.Completions completions) {
    polls++;
    long first = NEVER;
    for (long end : ends) {
      first = Math.min(first, end);
    }
    advanceTo(Math.max(now + lookNanos, Math.min(deadlineNanos, first)));
    for (int slot = 0; slot < ends.length; slot++) {
      if (ends[slot] <= now) {
        nextReady[slot] = settleNanos == 0 ? Long.MIN_VALUE : ends[slot] + settleNanos;
        ends[slot] = NEVER;
        completions.completed(slot, answers.of(numbers[slot]), now);
      }
    }
  }

  @Override
  public void cancel(int slot) {
    if (ends[slot] == NEVER) {
      throw new IllegalStateException("slot " + slot + " is free");
    }
    ends[slot] = NEVER;
  }

  @Override
  public void close() {
    closed = true;
  }
}
