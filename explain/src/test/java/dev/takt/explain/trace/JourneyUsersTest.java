package dev.takt.explain.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.explain.trace.JourneyUsers.JourneyUser;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.trace.JourneySteps;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class JourneyUsersTest {

  private static final List<String> NAMES = List.of("a.x", "a.y", "b.x");
  private static final JourneySteps STEPS =
      new JourneySteps(10, false, List.of("a", "b"), List.of(0, 0, 1));

  private static OperationsBuilder add(
      OperationsBuilder builder, int name, long due, long end, long number) {
    return builder.add(name, due, due, end, OperationState.COMPLETED, number);
  }

  private static JourneyUsers of(OperationsBuilder builder) {
    return Objects.requireNonNull(JourneyUsers.of(builder.build(STEPS)));
  }

  private static JourneyUser only(OperationsBuilder builder) {
    JourneyUsers users = of(builder);
    assertThat(users.size()).isEqualTo(1);
    return Objects.requireNonNull(users.at(0));
  }

  @Test
  void stepsAfterEachOtherAddUp() {
    OperationsBuilder builder = new OperationsBuilder(NAMES);
    add(builder, 0, 100, 120, 70);
    add(builder, 1, 150, 155, 71);
    add(builder, 1, 155, 160, 72);
    assertThat(only(builder)).isEqualTo(new JourneyUser(7, 0, 100, 160, 30, List.of(0, 1, 2)));
  }

  /// Of steps under way at once, the one that ended last held the user up.
  @Test
  void ofParallelStepsTheLastToEndIsOnThePath() {
    OperationsBuilder builder = new OperationsBuilder(NAMES);
    add(builder, 0, 100, 110, 70);
    add(builder, 1, 120, 190, 71);
    add(builder, 1, 120, 130, 72);
    add(builder, 1, 130, 140, 73);
    add(builder, 0, 190, 200, 74);
    JourneyUser user = only(builder);
    assertThat(user.path()).containsExactly(0, 1, 4);
    assertThat(user.thinking()).isEqualTo(10);
    assertThat(user.active()).isEqualTo(90);
  }

  /// Steps that were in flight when another one failed end after the journey.
  @Test
  void aJourneyEndsWithItsFirstFailure() {
    OperationsBuilder builder = new OperationsBuilder(NAMES);
    add(builder, 0, 100, 110, 70);
    builder.add(1, 120, 120, 130, OperationState.FAILED, 71);
    builder.add(1, 120, 120, 150, OperationState.TIMED_OUT, 72);
    add(builder, 1, 120, 190, 73);
    JourneyUser user = only(builder);
    assertThat(user.path()).containsExactly(0, 1);
    assertThat(user.response()).isEqualTo(30);
    assertThat(of(builder).isCounted(user)).isFalse();
  }

  @Test
  void usersOfTheWarmupAndIncompleteOnesAreNone() {
    OperationsBuilder builder = new OperationsBuilder(NAMES);
    add(builder, 1, 10, 20, 1); // user 0 arrived before
    add(builder, 0, 10, 20, 10);
    add(builder, 1, 30, 40, 12); // 11 is missing
    add(builder, 2, 10, 20, 30);
    JourneyUsers users = of(builder);
    assertThat(users.size()).isEqualTo(4);
    assertThat(users.at(0)).isNull();
    assertThat(users.at(1)).isNull();
    assertThat(users.at(2)).isNull();
    assertThat(Objects.requireNonNull(users.at(3)).journey()).isEqualTo(1);
    assertThat(List.of(0, 1, 2, 3).stream().filter(users::isIncomplete)).containsExactly(1);
  }

  @Test
  void operationsWithoutNumbersHaveNoUsers() {
    OperationsBuilder builder = new OperationsBuilder(NAMES);
    builder.add(0, 1, 2, 3, OperationState.COMPLETED);
    assertThat(JourneyUsers.of(builder.build(STEPS))).isNull();
    OperationsBuilder other = add(new OperationsBuilder(NAMES), 0, 1, 2, 3);
    assertThat(JourneyUsers.of(other.build(true))).isNull();
  }

  @Test
  void numbersThatAreNoneOfStepsAreIgnored() {
    OperationsBuilder builder = new OperationsBuilder(NAMES);
    add(builder, 0, 100, 110, 70);
    add(builder, 0, 100, 110, Long.MAX_VALUE);
    assertThat(JourneyUsers.of(builder.build(STEPS))).isNull();
  }

  /// Whatever the steps: response = think times + steps on the path, to the nanosecond.
  @Test
  void thePathAndTheThinkTimesAreTheResponseTime() {
    Random random = new Random(5);
    for (int round = 0; round < 500; round++) {
      OperationsBuilder builder = new OperationsBuilder(NAMES);
      long due = random.nextInt(100);
      for (int i = 0; i < 10; i++) {
        long end = due + 1 + random.nextInt(50);
        add(builder, random.nextInt(2), due, end, 50 + i);
        due = random.nextInt(4) == 0 ? due + 1 : end + random.nextInt(30);
      }
      Operations operations = builder.build(STEPS);
      JourneyUser user =
          Objects.requireNonNull(Objects.requireNonNull(JourneyUsers.of(operations)).at(0));
      assertThat(user.path().stream().mapToLong(operations::response).sum())
          .isEqualTo(user.active());
      assertThat(user.thinking()).isNotNegative();
    }
  }
}
