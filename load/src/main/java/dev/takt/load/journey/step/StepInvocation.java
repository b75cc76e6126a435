package dev.takt.load.journey.step;

import dev.takt.load.workload.Randomness;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// One call of a [JourneyStep]. Confined to the thread of its user.
public final class StepInvocation implements StepContext {

  /// How long a value can be: users keep theirs to the end of their journeys.
  private static final int MAX_BYTES = 8 << 10;

  private static final int MAX_MESSAGE_LENGTH = 120;

  private final Function<String, @Nullable String> variables;
  private final Map<String, @Nullable String> answer;
  private final Set<String> declared;
  private final long randomBits;
  private final Map<String, byte[]> values = new HashMap<>();
  private long nanos;
  private long drawn;

  /// @param variables the value of each that is known; null for one that is not
  /// @param answer what the plan says that is read, each null if the answer does not have it
  /// @param declared the variables that have to be set
  /// @param randomBits of the user and the place in the plan
  public StepInvocation(
      Function<String, @Nullable String> variables,
      Map<String, @Nullable String> answer,
      Set<String> declared,
      long randomBits) {
    this.variables = variables;
    this.answer = answer;
    this.declared = declared;
    this.randomBits = randomBits;
  }

  /// Calls it, and measures its time.
  ///
  /// @return the label of the failure; null for none
  public @Nullable String run(StepClass step) {
    String name = step.className();
    long begin = System.nanoTime();
    try {
      step.instance().run(this);
    } catch (Throwable e) {
      if (e instanceof VirtualMachineError error && !(e instanceof StackOverflowError)) {
        throw error;
      } else if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      return name + ": " + describe(e);
    } finally {
      nanos = System.nanoTime() - begin;
    }
    for (String each : declared) {
      if (!values.containsKey(each)) {
        return name + ": did not set " + each;
      }
    }
    return null;
  }

  private static String describe(Throwable e) {
    String simpleName = e.getClass().getSimpleName();
    String kind = simpleName.isEmpty() ? e.getClass().getName() : simpleName;
    String message = e.getMessage();
    String line = message == null ? "" : message.lines().findFirst().orElse("").strip();
    if (line.isEmpty()) {
      return kind;
    }
    String shown =
        line.length() <= MAX_MESSAGE_LENGTH
            ? line
            : line.substring(0, MAX_MESSAGE_LENGTH - 1) + "…";
    return kind + ": " + shown.replaceAll("\\p{Cntrl}", "?");
  }

  /// How long the call took.
  public long nanos() {
    return nanos;
  }

  /// A variable that it has set, in UTF-8.
  public byte[] value(String name) {
    byte[] value = values.get(name);
    if (value == null) {
      throw new IllegalStateException(name + " was not set");
    }
    return value;
  }

  @Override
  public String variable(String name) {
    String value = variables.apply(name);
    if (value == null) {
      throw new IllegalArgumentException("no variable " + name + " is known here");
    }
    return value;
  }

  @Override
  public @Nullable String answer(String subject) {
    if (!answer.containsKey(subject)) {
      throw new IllegalArgumentException(subject + " is not in reads of the plan");
    }
    return answer.get(subject);
  }

  @Override
  public void set(String name, String value) {
    if (!declared.contains(name)) {
      throw new IllegalArgumentException(name + " is not in sets of the plan");
    }
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > MAX_BYTES) {
      throw new IllegalArgumentException(
          "the value of " + name + " is over " + (MAX_BYTES >> 10) + " KiB");
    }
    values.put(name, bytes);
  }

  @Override
  public RandomGenerator random() {
    return () -> Randomness.bits(randomBits, drawn++);
  }
}
