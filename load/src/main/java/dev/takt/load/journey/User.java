package dev.takt.load.journey;

import dev.takt.load.journey.step.StepCosts;
import dev.takt.load.journey.step.StepInvocation;
import dev.takt.load.workload.Randomness;
import dev.takt.runs.text.Units;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A user under way: which step is next, and what is known. Confined to the thread of its event
/// loop.
public final class User {

  /// The result of [#slot] if the user has none.
  public static final int NO_SLOT = -1;

  private static final byte[][] NO_VALUES = {};
  private static final int[] NO_ROUNDS = {};

  /// The last answer where there is none: nothing but variables is read.
  private static final Answer NO_ANSWER = new Answer() {};

  /// What came of a completed step.
  public enum Next {
    /// There is another step, which is due at [#due].
    STEP,
    /// There are several steps, which are due at [#due]: see [#parallel].
    PARALLEL,
    /// The journey is complete.
    END,
    /// The journey ended early, as the plan says.
    ABORTED,
    /// A class of the plan has failed; see [#failure].
    FAILED
  }

  /// What random values depend on.
  ///
  /// @param number of the arrival in the schedule, from 0
  /// @param stride the most steps of a user: numbers of steps are unique over all users
  /// @param bits random bits of the user
  /// @param costs of the classes that the users of the run call
  record Identity(long number, long stride, long bits, StepCosts costs) {}

  /// Steps of a user that are sent at once. Each is a user of its own, with the variables of before
  /// and the same cookies. Confined to the thread of the user.
  public static final class Parallel {

    private final List<User> steps = new ArrayList<>();
    private final int atOnce;
    private int begun;
    private int ended;
    private boolean isFailed;

    private Parallel(int atOnce) {
      this.atOnce = atOnce;
    }

    /// The next step that is to be sent.
    ///
    /// @param when it is due: the block begins, or one of its steps has ended
    /// @return null for none now
    public @Nullable User next(long when) {
      if (isFailed || begun == steps.size() || begun - ended == atOnce) {
        return null;
      }
      User step = steps.get(begun);
      begun++;
      step.due = when;
      return step;
    }

    /// The first step that is due, has not been sent, and has no slot; null for none.
    public @Nullable User waiting() {
      for (User each : steps.subList(0, begun)) {
        if (!each.hasStarted && each.slot == NO_SLOT) {
          return each;
        }
      }
      return null;
    }

    /// A step has ended.
    public void ended() {
      ended++;
    }

    /// A step has failed: no other one is sent.
    ///
    /// @return those that are due and have not been sent
    public List<User> fail() {
      isFailed = true;
      List<User> due = steps.subList(0, begun).stream().filter(each -> !each.hasStarted).toList();
      ended += due.size();
      return due;
    }

    /// Whether a step has failed.
    public boolean isFailed() {
      return isFailed;
    }

    /// Whether all steps that were to be sent have ended.
    public boolean isOver() {
      return ended == (isFailed ? begun : steps.size());
    }
  }

  private final JourneySpec journey;
  private final int journeyIndex;
  private final Identity identity;

  /// Null in a run under load.
  private @Nullable UserObserver observer;

  private final long arrival;
  private final byte[][] row;
  private byte[][] extracted = NO_VALUES;
  private @Nullable Object protocolState;

  /// The instruction of the step that is next, or in flight.
  private int at;

  /// The instruction that is next after the step in flight, once its answer has been read; -1
  /// before that.
  private int decided = -1;

  /// How many rounds of each loop are complete, and how many there are of those that have been
  /// drawn, in pairs; 0 outside of the loop.
  private final int[] rounds;

  /// Which steps have been due; null if all users do all steps once, in their order.
  private final @Nullable BitSet reached;

  /// When the groups began that the user is in; null if the journey has no groups.
  private final @Nullable GroupTimes groups;

  /// The instruction that is carried out.
  private int current;

  /// Whose step this is, if it is sent at once with others; null for a user.
  private final @Nullable User owner;

  /// The steps that are under way at once; null for none.
  private @Nullable Parallel parallel;

  private long taken;
  private long think;

  /// How long the classes took that the user has called since its last step.
  private long callTime;

  private @Nullable String failure;
  private long due;
  private long start;
  private boolean hasStarted;
  private int slot = NO_SLOT;

  /// @param ready when the user arrives, or begins to think before the journey
  User(JourneySpec journey, int journeyIndex, Identity identity, long ready, byte[][] row) {
    this.journey = journey;
    this.journeyIndex = journeyIndex;
    this.identity = identity;
    this.row = row;
    this.owner = null;
    Program program = journey.program();
    this.rounds = program.loops() == 0 ? NO_ROUNDS : new int[2 * program.loops()];
    this.reached = program.isStraight() ? null : new BitSet(program.steps().size());
    this.groups = program.groups().isEmpty() ? null : new GroupTimes(program.groups());
    this.at = next(0);
    this.arrival = ready + think;
    this.due = arrival;
    this.think = 0;
  }

  /// A step that is sent at once with others.
  ///
  /// @param at its instruction
  /// @param index among the steps that are sent at once
  private User(User owner, int at, int index) {
    this.owner = owner;
    this.journey = owner.journey;
    this.journeyIndex = owner.journeyIndex;
    this.identity = owner.identity;
    this.observer = owner.observer;
    this.arrival = owner.arrival;
    this.row = owner.row;
    this.extracted = owner.extracted;
    this.rounds = owner.rounds;
    this.reached = owner.reached;
    this.groups = owner.groups;
    this.at = at;
    this.taken = owner.taken + 1 + index;
  }

  /// The user whose step this is: itself, unless it is a step that is sent at once with others.
  public User owner() {
    return owner == null ? this : owner;
  }

  /// The steps that are under way at once; null for none.
  public @Nullable Parallel parallel() {
    return parallel;
  }

  /// Lets an observer see what the user does, from the beginning. Before the first answer only.
  public void observe(UserObserver by) {
    if (taken > 0) {
      throw new IllegalStateException("a user who is under way");
    }
    observer = by;
    Arrays.fill(rounds, 0);
    int first = 0;
    while (journey.program().at(first) instanceof Instruction.Think) {
      first++; // before the journey, and so past
    }
    at = next(first);
    think = 0;
  }

  /// What the user does.
  public JourneySpec journey() {
    return journey;
  }

  /// The index of the journey in the plan.
  public int journeyIndex() {
    return journeyIndex;
  }

  /// The number of the arrival in the schedule, from 0.
  public long number() {
    return identity.number;
  }

  /// The number of the step that is next, or in flight: generated values depend on it.
  public long stepNumber() {
    return identity.number * identity.stride + taken;
  }

  /// The intended start of the journey.
  public long arrival() {
    return arrival;
  }

  /// The step that is next, or in flight.
  public StepSpec step() {
    return journey.steps().get(stepIndex());
  }

  /// Its index in the journey.
  public int stepIndex() {
    return ((Instruction.Send) journey.program().at(at)).index();
  }

  /// When the groups began that the user is in; null if the journey has no groups.
  public @Nullable GroupTimes groups() {
    return groups;
  }

  /// The step that is next is due: its time has come, and it is sent or counted as never sent.
  ///
  /// @return whether it is the first time in this journey
  public boolean reach() {
    BitSet steps = reached;
    if (steps == null) {
      return true;
    }
    boolean isFirst = !steps.get(stepIndex());
    steps.set(stepIndex());
    return isFirst;
  }

  /// Whether a step of the journey has been due.
  ///
  /// @param isDue whether the step that is next, or in flight, is or was due
  public boolean hasReached(int step, boolean isDue) {
    return reached == null ? step < taken + (isDue ? 1 : 0) : reached.get(step);
  }

  /// Whether no step has been completed.
  public boolean isAtFirstStep() {
    return taken == 0;
  }

  /// The think time that the user has come to after its last step.
  public long thinkTime() {
    return think;
  }

  /// How long the classes took that the user has called after its last step.
  public long callTime() {
    return callTime;
  }

  /// The label of the failure of a class that has ended the journey.
  public String failure() {
    return Objects.requireNonNull(failure, "no class has failed");
  }

  /// When that step is due.
  public long due() {
    return due;
  }

  /// Whether a step has been sent.
  public boolean hasStarted() {
    return hasStarted;
  }

  /// When the first step was sent.
  public long start() {
    return start;
  }

  /// The slot that the user has for itself; [#NO_SLOT] for none.
  public int slot() {
    return slot;
  }

  /// The user keeps a slot for its next steps.
  public void keep(int own) {
    slot = own;
  }

  /// A step is sent.
  ///
  /// @return whether it is the first of the user
  public boolean sent(long now) {
    if (hasStarted) {
      return false;
    }
    hasStarted = true;
    start = now;
    return owner == null;
  }

  /// The step in flight, which was [#sent] at `sent`, was taken up by a connection a moment later.
  public void startedLater(long sent, long later) {
    if (hasStarted && start == sent) {
      start = later;
    }
    if (groups != null) {
      groups.startedLater(sent, later);
    }
  }

  /// A step was completed at `end`: the next one is due then, or after the classes that are called
  /// in between have returned, and the user has thought.
  public Next completed(long end) {
    int next = decided < 0 ? next(at + 1) : decided;
    decided = -1;
    return goOn(next, end);
  }

  /// All steps that were sent at once have been completed, the last one at `end`. What they have
  /// extracted is known from now on.
  public Next joined(long end) {
    Parallel block = Objects.requireNonNull(parallel);
    parallel = null;
    for (User each : block.steps) {
      for (Extraction one : each.step().extractions()) {
        set(one.index(), each.extracted[one.index()]);
      }
    }
    taken += block.steps.size();
    return goOn(withoutAnswer(((Instruction.Parallel) journey.program().at(at)).end()), end);
  }

  /// @param to the result of [#next]
  private Next goOn(int to, long end) {
    Program program = journey.program();
    int next = to;
    while (next < program.length()
        && program.at(next) instanceof Instruction.Parallel(int atOnce, int after)) {
      Parallel block = new Parallel(atOnce);
      for (int i = withoutAnswer(next + 1, after); i < after; i = withoutAnswer(i + 1, after)) {
        block.steps.add(new User(this, i, block.steps.size()));
      }
      if (!block.steps.isEmpty()) {
        at = next;
        parallel = block;
        due = end + callTime + think;
        callTime = 0;
        think = 0;
        return Next.PARALLEL;
      }
      next = withoutAnswer(after);
    }
    if (next >= program.length()) {
      return failure != null ? Next.FAILED : next == program.length() ? Next.END : Next.ABORTED;
    }
    at = next;
    taken++;
    due = end + callTime + think;
    callTime = 0;
    think = 0;
    return Next.STEP;
  }

  private int withoutAnswer(int from) {
    return withoutAnswer(from, journey.program().length());
  }

  /// Carries out the instructions up to the next step: conditions are about variables only, which
  /// can always be read.
  private int withoutAnswer(int from, int end) {
    try {
      return next(from, end, new ReadAnswer(this, NO_ANSWER));
    } catch (AnswerException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Carries out the instructions up to the next step, without an answer: no condition among them
  /// reads one, and only reading fails.
  private int next(int from) {
    try {
      return next(from, journey.program().length(), null);
    } catch (AnswerException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Carries out the instructions up to the next step.
  ///
  /// @param end where to stop
  /// @return its index, or that of several at once, `end`, or one more than the length of the
  ///   program for an early end
  private int next(int from, int end, @Nullable ReadAnswer answer) throws AnswerException {
    Program program = journey.program();
    int i = from;
    while (i < end) {
      current = i;
      switch (program.at(i)) {
        case Instruction.Send _, Instruction.Parallel _ -> {
          return i;
        }
        case Instruction.Think(ThinkTime time) -> {
          long nanos = time.nanos(bits());
          think = Math.min(ThinkTime.MAX_NANOS, think + nanos);
          if (observer != null) {
            observer.thinks(nanos);
          }
          i++;
        }
        case Instruction.Unless(Condition condition, int target) ->
            i = holds(condition, answer) ? i + 1 : target;
        case Instruction.Begin(int loop, Count times, int after) -> {
          int count = times.times(bits());
          rounds[2 * loop + 1] = count;
          if (observer != null) {
            observer.decided("repeat: " + count + " times");
          }
          i = count == 0 ? after : i + 1;
        }
        case Instruction.Next(int loop, int begin) ->
            i = ++rounds[2 * loop] < rounds[2 * loop + 1] ? begin : leave(loop, i + 1);
        case Instruction.While(int loop, Condition condition, int max, int after) -> {
          boolean isLast = rounds[2 * loop] >= max;
          if (isLast && observer != null) {
            observer.decided("while " + condition + ": no (the limit of " + max + " is reached)");
          }
          i = !isLast && holds(condition, answer) ? i + 1 : leave(loop, after);
        }
        case Instruction.Back(int loop, int head) -> {
          rounds[2 * loop]++;
          i = head;
        }
        case Instruction.Choose(List<Double> bounds, List<Integer> targets) -> {
          int branch = branch(bounds, Randomness.unit(bits()));
          if (observer != null) {
            observer.decided("choose: branch " + (branch + 1) + " of " + targets.size());
          }
          i = targets.get(branch);
        }
        case Instruction.Jump(int target) -> i = target;
        case Instruction.Call(Part.Call part) -> {
          if (!isCalled(part, answer)) {
            return program.length() + 1;
          }
          i++;
        }
        case Instruction.Leave(int group) -> {
          if (groups != null) {
            groups.leave(group);
          }
          i++;
        }
        case Instruction.Abort(Condition condition) -> {
          if (holds(condition, answer)) {
            if (observer != null) {
              observer.aborted(condition.toString());
            }
            return program.length() + 1;
          }
          i++;
        }
      }
    }
    return i;
  }

  /// Calls a class.
  ///
  /// @param answer null only if it reads nothing of it
  /// @return false if it has failed
  private boolean isCalled(Part.Call part, @Nullable ReadAnswer answer) throws AnswerException {
    String name = part.code().className();
    Map<String, @Nullable String> read = new HashMap<>();
    for (Map.Entry<String, Subject> each : part.reads().entrySet()) {
      try {
        ReadAnswer last = Objects.requireNonNull(answer, "an answer that was not kept is read");
        read.put(each.getKey(), last.text(each.getValue()));
      } catch (AnswerException e) {
        throw new AnswerException(name + ": " + e.reason());
      }
    }
    StepInvocation invocation =
        new StepInvocation(
            variable -> text(part.known().get(variable)), read, part.sets().keySet(), bits());
    String failed = invocation.run(part.code());
    failure = failed;
    callTime += invocation.nanos();
    identity.costs.add(name, invocation.nanos());
    UserObserver seeing = observer;
    if (failed != null) {
      if (seeing != null) {
        seeing.decided(failed);
        seeing.aborted(failed);
      }
      return false;
    }
    if (seeing != null) {
      seeing.decided(name + ": " + Units.time(invocation.nanos()));
    }
    part.sets()
        .forEach((variable, index) -> {
          byte[] value = invocation.value(variable);
          set(index, value);
          if (seeing != null) {
            seeing.extracted(variable, value, false);
          }
        });
    return true;
  }

  private @Nullable String text(@Nullable Integer index) {
    return index == null ? null : new String(value(index), StandardCharsets.UTF_8);
  }

  private int leave(int loop, int target) {
    rounds[2 * loop] = 0;
    rounds[2 * loop + 1] = 0;
    return target;
  }

  private static int branch(List<Double> bounds, double draw) {
    int branch = 0;
    while (branch < bounds.size() - 1 && draw >= bounds.get(branch)) {
      branch++;
    }
    return branch;
  }

  private boolean holds(Condition condition, @Nullable ReadAnswer answer) throws AnswerException {
    try {
      boolean holds = condition.holds(this, answer);
      UserObserver seeing = observer;
      if (seeing != null) {
        seeing.decided(
            word() + condition + (holds ? ": yes" : ": no") + condition.why(this, answer));
      }
      return holds;
    } catch (AnswerException e) {
      throw new AnswerException(condition + ": " + e.reason());
    }
  }

  private String word() {
    return switch (journey.program().at(current)) {
      case Instruction.While _ -> "while ";
      case Instruction.Abort _ -> "abort ";
      default -> "if ";
    };
  }

  /// Random bits for the instruction that is carried out, and the round of each loop around it.
  /// Nothing that an answer changes is part of them.
  private long bits() {
    long bits = identity.bits;
    for (int loop = 0; loop < rounds.length; loop += 2) {
      bits = Randomness.bits(bits, rounds[loop]);
    }
    return Randomness.bits(bits, current);
  }

  /// A number from 0 to 1 for a condition that is asked for now.
  ///
  /// @param index among the numbers of this condition
  double random(int index) {
    return Randomness.unit(Randomness.bits(bits(), index));
  }

  /// A value for templates: first those of the user's row, then those that have been extracted.
  public byte[] value(int index) {
    return index < row.length ? row[index] : extracted[index - row.length];
  }

  /// Keeps what a step has extracted.
  void extracted(Extraction extraction, byte[] value) {
    set(extraction.index(), value);
    UserObserver seeing = observer;
    if (seeing != null) {
      seeing.extracted(extraction.variable(), value, extraction.subject().isSecret());
    }
  }

  /// A check was made.
  void checked(Check check, @Nullable String failure, ReadAnswer answer) {
    UserObserver seeing = observer;
    if (seeing != null) {
      seeing.checked(check.toString(), failure, answer.describe(check.subject()));
    }
  }

  void set(int index, byte[] value) {
    if (index >= extracted.length || (owner != null && extracted == owner.extracted)) {
      extracted = Arrays.copyOf(extracted, Math.max(index + 1, extracted.length));
    }
    extracted[index] = value;
  }

  /// Whether [#judge] reads the answer to the step in flight.
  public boolean readsAnswer() {
    return step().readsAnswer();
  }

  /// Takes from an answer what the step in flight extracts, and checks it. Called by the driver for
  /// each answer that is a success for it.
  ///
  /// @return the label of the failure; null for none
  public @Nullable String judge(Answer answer) {
    StepSpec step = step();
    ReadAnswer read = new ReadAnswer(this, answer);
    String failure = step.judge(read);
    if (failure == null && step.decidesByAnswer()) {
      try {
        decided = next(at + 1, journey.program().length(), read);
      } catch (AnswerException e) {
        return e.reason();
      }
    }
    return failure;
  }

  /// What the driver keeps of the user, such as cookies; null for nothing yet.
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // one driver per run
  public <T> @Nullable T protocolState() {
    return (T) owner().protocolState;
  }

  /// What the driver keeps of the user.
  ///
  /// @param first makes it at the first call
  @SuppressWarnings("unchecked") // one driver per run
  public <T> T protocolState(Supplier<T> first) {
    User user = owner();
    Object known = user.protocolState;
    if (known == null) {
      known = first.get();
      user.protocolState = known;
    }
    return (T) known;
  }
}
