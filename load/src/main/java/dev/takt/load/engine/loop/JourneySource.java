package dev.takt.load.engine.loop;

import dev.takt.load.driver.Outcome;
import dev.takt.load.engine.recording.JourneyRecorders;
import dev.takt.load.engine.recording.RunDeadline;
import dev.takt.load.journey.JourneySpec;
import dev.takt.load.journey.Journeys;
import dev.takt.load.journey.StepSpec;
import dev.takt.load.journey.User;
import dev.takt.load.schedule.Arrivals;
import dev.takt.load.workload.Workload;
import dev.takt.runs.model.OperationState;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The steps of the users of one event loop. Users arrive on a schedule or, as a closed population,
/// when their last journey has ended. A user's first step is due at the arrival, and each other one
/// at the end of the step before plus the think time. A step that is due while all connections are
/// taken stays due, in order; no user waits for another. Of several steps at once each is due when
/// the block begins, or when one of its steps has ended: a limit of the client is no wait. The time
/// of a class that is called between two steps is in that of the journey, and in no step's.
///
/// The journeys, and [their groups][GroupRecorder], are recorded as operations of their own: from
/// the arrival to the end of the last step, where the start is that of the first step.
public final class JourneySource extends OperationSource {

  private static final Comparator<User> ORDER =
      Comparator.comparingLong(User::due)
          .thenComparingLong(User::number)
          .thenComparingLong(User::stepNumber);

  private static final int FIRST_CAPACITY = 1024;

  private static final Outcome FAILED = Outcome.failed("a step failed");
  private static final Outcome ABORTED = Outcome.failed("aborted");

  private final Journeys journeys;

  /// Null for a closed population.
  private final @Nullable Arrivals arrivals;

  private final @Nullable Population population;
  private final boolean thinks;
  private final long origin;
  private final JourneyRecorders recorders;
  private final GroupRecorder groups;

  /// Users between two steps, and those of a closed population between two journeys. A heap is
  /// enough: with 100,000 users a step cost 0.81 µs in all when it was measured, so that a timer
  /// wheel would gain nothing that could be noticed. `JourneyScaleTest` only ensures that it is
  /// less than 50 µs.
  private final PriorityQueue<User> waiting = new PriorityQueue<>(FIRST_CAPACITY, ORDER);

  /// The same of users who have a slot for themselves.
  private final PriorityQueue<User> holding = new PriorityQueue<>(ORDER);

  /// When the next user arrives; [Long#MAX_VALUE] for never.
  private long nextArrival;

  /// The user of the next arrival; null until it is asked for.
  private @Nullable User arriving;

  /// Whether users keep their slots to their end.
  private final boolean keepsToEnd;

  private final boolean hasTransactions;

  /// Null unless users keep several slots to their end.
  private final @Nullable OwnSlots own;

  /// Whether users who have no slot have to wait until another one is done with its own.
  private boolean isFull;

  /// The users whom the end of the run met between two steps, or at several at once.
  private final Set<User> cut = new LinkedHashSet<>();

  /// How many users have sent a step and are not at their end.
  private long underWay;

  /// @param arrivals a shard of the schedule
  /// @param origin the start of the schedule
  public JourneySource(
      Journeys journeys, Arrivals arrivals, long origin, JourneyRecorders recorders) {
    this(journeys, arrivals, origin, recorders, false);
  }

  /// @param keepsSlots whether a user keeps the slot of its first step to its end
  public JourneySource(
      Journeys journeys,
      Arrivals arrivals,
      long origin,
      JourneyRecorders recorders,
      boolean keepsSlots) {
    this.keepsToEnd = keepsSlots;
    this.hasTransactions = journeys.specs().stream().anyMatch(JourneySpec::hasTransactions);
    this.own = ownSlots(journeys, keepsSlots);
    this.journeys = journeys;
    this.arrivals = arrivals;
    this.population = null;
    this.thinks = true;
    this.origin = origin;
    this.recorders = recorders;
    this.groups = new GroupRecorder(journeys.specs(), recorders.journeys());
    nextArrival();
  }

  /// The users of a closed population, who all start at once.
  ///
  /// @param keepsSlots whether a user keeps the slot of its first step to the end of its journey;
  ///   then there is one for each user
  public JourneySource(
      Journeys journeys,
      Population population,
      int shard,
      int of,
      long origin,
      JourneyRecorders recorders,
      boolean keepsSlots) {
    this.keepsToEnd = keepsSlots;
    this.hasTransactions = journeys.specs().stream().anyMatch(JourneySpec::hasTransactions);
    this.own = ownSlots(journeys, keepsSlots);
    this.journeys = journeys;
    this.arrivals = null;
    this.population = population;
    this.thinks = journeys.specs().stream().anyMatch(JourneySpec::hasThinkTimes);
    this.origin = origin;
    this.recorders = recorders;
    this.groups = new GroupRecorder(journeys.specs(), recorders.journeys());
    nextArrival();
    for (long i = population.usersOf(shard, of); i > 0; i--) {
      anotherJourney(origin);
    }
  }

  private static @Nullable OwnSlots ownSlots(Journeys journeys, boolean keepsSlots) {
    return keepsSlots && journeys.specs().stream().anyMatch(each -> each.mostAtOnce() > 1)
        ? new OwnSlots()
        : null;
  }

  private void anotherJourney(long ready) {
    long number = population == null ? Population.NONE : population.nextJourney();
    if (number != Population.NONE) {
      waiting.add(journeys.arrive(number, ready));
    }
  }

  private void nextArrival() {
    long offset = arrivals == null ? Arrivals.END : arrivals.next();
    nextArrival = offset == Arrivals.END ? Long.MAX_VALUE : origin + offset;
    arriving = null;
  }

  @Override
  boolean hasSchedule() {
    return true;
  }

  @Override
  boolean isPaced() {
    return thinks;
  }

  /// Steps of users who have arrived are due after the end of the schedule too.
  @Override
  boolean isDue(long now, RunDeadline deadline) {
    return nextDue(deadline) <= now;
  }

  @Override
  long nextDue(RunDeadline deadline) {
    endArrivals(deadline);
    return nextDue(!isFull);
  }

  /// No user arrives any more after the end of the schedule, which never becomes later.
  private void endArrivals(RunDeadline deadline) {
    if (nextArrival > deadline.lastIntended()) {
      nextArrival = Long.MAX_VALUE;
      arriving = null;
    }
    User first = waiting.peek();
    while (first != null && first.isAtFirstStep() && first.due() > deadline.lastIntended()) {
      waiting.remove(); // a journey that does not begin any more
      first = waiting.peek();
    }
  }

  private long nextDue(boolean withOthers) {
    long due = withOthers ? Math.min(nextArrival, due(waiting.peek())) : Long.MAX_VALUE;
    return Math.min(due, due(holding.peek()));
  }

  private static long due(@Nullable User user) {
    return user == null ? Long.MAX_VALUE : user.due();
  }

  /// Users who wait for a slot are due too.
  @Override
  boolean isOver(RunDeadline deadline, long now) {
    endArrivals(deadline);
    long due = nextDue(true);
    return due == Long.MAX_VALUE || due > deadline.cutOff();
  }

  @Override
  User user() {
    User holder = holding.peek();
    User first = waiting.peek();
    if (holder != null && (isFull || holder.due() <= Math.min(nextArrival, due(first)))) {
      return holder;
    } else if (first != null && first.due() <= nextArrival) {
      return first;
    }
    User next = arriving;
    if (next == null) {
      next = journeys.arrive(numberOfArrival(), nextArrival);
      arriving = next;
    }
    return next;
  }

  private long numberOfArrival() {
    return arrivals == null ? Population.NONE : arrivals.number();
  }

  @Override
  long intendedOr(long now) {
    return user().due();
  }

  @Override
  long number() {
    return user().stepNumber();
  }

  @Override
  int operationOr(Workload workload) {
    return user().step().operation();
  }

  @Override
  void advance() {
    User user = user();
    groups.due(user);
    if (!user.reach()) {
      recorders.steps().repeated(user.step().operation(), user.arrival());
    }
    if (user.isAtFirstStep()) {
      recorders.journeys().intended(user.journeyIndex(), user.arrival());
      underWay(1);
    }
    if (user == arriving) {
      nextArrival();
    } else if (user.slot() != User.NO_SLOT) {
      holding.remove();
    } else {
      waiting.remove();
    }
  }

  @Override
  boolean keepsSlots() {
    return keepsToEnd || hasTransactions;
  }

  @Override
  void admit(boolean hasFreeSlot) {
    isFull = !hasFreeSlot;
  }

  @Override
  void sent(User user, int slot, long now, RunDeadline deadline) {
    GroupRecorder.sent(user, now);
    if (own != null) {
      user.keep(slot);
    }
    if (user.sent(now) && now <= deadline.sendingEnds()) {
      recorders.journeys().started(user.arrival());
    }
  }

  private void underWay(int change) {
    underWay += change;
    recorders.counters().inFlight(underWay);
  }

  @Override
  int nextFreed() {
    return own == null ? User.NO_SLOT : own.nextFreed();
  }

  @Override
  UserState ended(User step, Outcome outcome, long end) {
    User user = step.owner();
    User.Parallel block = user.parallel();
    UserState state;
    if (block != null) {
      state = endedAtOnce(block, step, outcome, end);
    } else if (outcome.isOk()) {
      boolean keeps = keepsToEnd || step.step().keepsConnection();
      idle(user, step);
      state = goOn(user, step, user.completed(end), end, keeps);
    } else {
      failed(user, step, outcome, end);
      anotherJourney(end + user.callTime() + user.thinkTime());
      state = UserState.AT_ITS_END;
    }
    if (own != null && state == UserState.AT_ITS_END) {
      own.end(user, step.slot());
    }
    return state;
  }

  private void idle(User user, User step) {
    if (own != null) {
      own.add(user, step.slot());
    }
  }

  /// A step has ended of several at once. After a failure those that are in flight are counted to
  /// their end, and a user of a closed population is ready again after the last of them.
  private UserState endedAtOnce(User.Parallel block, User step, Outcome outcome, long end) {
    User user = step.owner();
    block.ended();
    if (block.isFailed()) {
      if (!outcome.isOk()) {
        recorders.steps().failedBeside(step.step().operation(), user.arrival());
      }
    } else if (outcome.isOk()) {
      idle(user, step);
      sendNext(block, end);
      return block.isOver()
          ? goOn(user, step, user.joined(end), end, keepsToEnd)
          : keepsToEnd ? UserState.KEEPS_SLOT : UserState.GOES_ON;
    } else {
      for (User each : block.fail()) {
        unsentBeside(each, Math.max(each.due(), end));
      }
      failed(user, step, outcome, end);
    }
    if (block.isOver()) {
      anotherJourney(end);
    }
    return keepsToEnd ? UserState.AT_ITS_END : UserState.GOES_ON;
  }

  /// What was due is recorded, though it is not sent any more.
  private void unsentBeside(User step, long now) {
    waiting.remove(step);
    if (holding.remove(step) && own != null) {
      own.free(step.slot());
    }
    int operation = step.step().operation();
    if (!step.reach()) {
      recorders.steps().repeated(operation, step.arrival());
    }
    recorders.steps().unsentBeside(operation, step.due(), now, step.stepNumber());
  }

  private void sendNext(User.Parallel block, long due) {
    for (User next = block.next(due); next != null; next = block.next(due)) {
      waiting.add(next);
    }
    if (own != null) {
      useOwn(block, own);
    }
  }

  /// Steps that wait for a slot get those of their user that are idle.
  private void useOwn(User.Parallel block, OwnSlots slots) {
    User next = block.waiting();
    while (next != null && slots.has(next.owner())) {
      waiting.remove(next);
      next.keep(slots.take(next.owner()));
      holding.add(next);
      next = block.waiting();
    }
  }

  /// @param step the last one
  /// @param keeps whether the user keeps the slot for the next one
  private UserState goOn(User user, User step, User.Next next, long end, boolean keeps) {
    groups.completed(user, end);
    Outcome journey = Outcome.OK;
    switch (next) {
      case STEP -> {
        if (own != null) {
          user.keep(own.take(user));
        }
        (keeps ? holding : waiting).add(user);
        return keeps ? UserState.KEEPS_SLOT : UserState.GOES_ON;
      }
      case PARALLEL -> {
        sendNext(Objects.requireNonNull(user.parallel()), user.due());
        return keepsToEnd ? UserState.KEEPS_SLOT : UserState.GOES_ON;
      }
      case ABORTED -> {
        recorders.journeys().aborted(user.journeyIndex(), user.arrival());
        recorders.steps().aborted(step.step().operation(), user.arrival());
        journey = ABORTED;
      }
      case FAILED -> {
        journey = Outcome.failed(user.failure());
        recorders.journeys().aborted(user.journeyIndex(), user.arrival());
        recorders.steps().abortedBy(step.step().operation(), user.arrival(), journey);
      }
      case END -> {}
    }
    ended(user, end, journey);
    anotherJourney(end + user.callTime() + user.thinkTime());
    return UserState.AT_ITS_END;
  }

  private void failed(User user, User step, Outcome outcome, long end) {
    recorders.steps().failed(step.step().operation(), user.arrival());
    ended(user, end, outcome.state() == OperationState.TIMED_OUT ? Outcome.TIMED_OUT : FAILED);
  }

  /// @param lastEnd of its last step, after which it may have called classes
  private void ended(User user, long lastEnd, Outcome journey) {
    long end = lastEnd + user.callTime();
    groups.failed(user, end, journey);
    notReached(user, true);
    underWay(-1);
    recorders
        .journeys()
        .ended(user.journeyIndex(), user.arrival(), user.start(), end, journey, user.number());
  }

  /// @param isDue whether the step that is next, or was the last, was due
  private void notReached(User user, boolean isDue) {
    groups.notReached(user);
    List<StepSpec> steps = user.journey().steps();
    for (int i = 0; i < steps.size(); i++) {
      if (!user.hasReached(i, isDue)) {
        recorders.steps().notReached(steps.get(i).operation(), user.arrival());
      }
    }
  }

  @Override
  void unfinished(User step, long now) {
    if (!isCut(step)) {
      notReached(step, true);
      end(step, now);
    }
  }

  @Override
  void neverSent(User step, long now) {
    if (isCut(step)) {
      return;
    }
    notReached(step, true);
    if (step.hasStarted()) {
      end(step, now);
    } else {
      groups.unfinished(step, now);
      recorders.journeys().neverSent(step.journeyIndex(), step.arrival(), now, step.number());
    }
  }

  /// Whether the step is one of several at once, whose user ends when all of them have been
  /// counted, or has ended by a failure.
  private boolean isCut(User step) {
    User user = step.owner();
    User.Parallel block = user.parallel();
    if (block != null && !block.isFailed()) {
      cut.add(user);
    }
    return block != null;
  }

  private void end(User user, long now) {
    groups.unfinished(user, now);
    recorders
        .journeys()
        .unfinished(user.journeyIndex(), user.arrival(), user.start(), now, user.number());
  }

  /// Users who think have not reached the next step, and those between two journeys have no
  /// journey.
  @Override
  void close(long now) {
    for (User each : waiting) {
      if (!each.isAtFirstStep() && !isCut(each)) {
        cut.add(each);
      }
    }
    for (User each : holding) {
      if (!isCut(each)) {
        cut.add(each);
      }
    }
    for (User each : cut) {
      notReached(each, false);
      end(each, now);
    }
    waiting.clear();
    holding.clear();
    underWay = 0;
    recorders.counters().inFlight(0);
  }
}
