package dev.takt.load.journey;

import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A user under way: which step is next, and what is known. Confined to the thread of its event
/// loop.
public final class User {

  private static final byte[][] NO_VALUES = {};

  private final JourneySpec journey;
  private final int journeyIndex;
  private final long number;
  private final int stride;
  private final long arrival;
  private final byte[][] row;
  private byte[][] extracted = NO_VALUES;
  private @Nullable Object protocolState;
  private int step;
  private long due;
  private long start;
  private boolean hasStarted;

  /// @param stride the steps of the longest journey: numbers of steps are unique over all users
  User(JourneySpec journey, int journeyIndex, long number, int stride, long arrival, byte[][] row) {
    this.journey = journey;
    this.journeyIndex = journeyIndex;
    this.number = number;
    this.stride = stride;
    this.arrival = arrival;
    this.row = row;
    this.due = arrival;
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
    return number;
  }

  /// The number of the step that is next, or in flight: generated values depend on it.
  public long stepNumber() {
    return number * stride + step;
  }

  /// The intended start of the journey.
  public long arrival() {
    return arrival;
  }

  /// The step that is next, or in flight.
  public StepSpec step() {
    return journey.steps().get(step);
  }

  /// How many steps have been completed.
  public int completedSteps() {
    return step;
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

  /// A step is sent.
  ///
  /// @return whether it is the first
  public boolean sent(long now) {
    if (hasStarted) {
      return false;
    }
    hasStarted = true;
    start = now;
    return true;
  }

  /// A step was completed at `end`.
  ///
  /// @return whether there is another step
  boolean completed(long end, long randomBits) {
    step++;
    if (step == journey.steps().size()) {
      return false;
    }
    due = end + step().think().nanos(randomBits);
    return true;
  }

  /// A value for templates: first those of the user's row, then those that have been extracted.
  public byte[] value(int index) {
    return index < row.length ? row[index] : extracted[index - row.length];
  }

  void set(int index, byte[] value) {
    if (index >= extracted.length) {
      extracted = Arrays.copyOf(extracted, index + 1);
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
    return step().judge(answer, this);
  }

  /// What the driver keeps of the user, such as cookies; null for nothing yet.
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // one driver per run
  public <T> @Nullable T protocolState() {
    return (T) protocolState;
  }

  /// What the driver keeps of the user.
  ///
  /// @param first makes it at the first call
  @SuppressWarnings("unchecked") // one driver per run
  public <T> T protocolState(Supplier<T> first) {
    Object known = protocolState;
    if (known == null) {
      known = first.get();
      protocolState = known;
    }
    return (T) known;
  }
}
