package dev.takt.load.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import dev.takt.testing.Allocation;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What users do by loops, branches and choices.
class ProgramTest {

  private static final int USERS = 20_000;

  private static Part step(String name, Check... checks) {
    return new Part.Step(StepSpec.of(name, 0, List.of(), List.of(checks)));
  }

  private static Condition when(String text) {
    return Condition.parse(text, Map.of());
  }

  private record Status(int status, String text) implements Answer {

    Status(int status) {
      this(status, "{}");
    }

    @Override
    public @Nullable String header(String name) {
      return null;
    }

    @Override
    public @Nullable String cookie(String name) {
      return null;
    }

    @Override
    public ByteBuffer body() {
      return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public long size() {
      return text.length();
    }
  }

  private static Journeys journeys(long seed, Part... parts) {
    return new Journeys(seed, List.of(new JourneySpec("j", 1, List.of(parts))), Feeder.NONE);
  }

  /// The names of the steps of a user, and how it ended.
  ///
  /// @param status of the answer to the user's step `i`
  private static String walk(Journeys journeys, long number, IntFunction<Integer> status) {
    User user = journeys.arrive(number, 0);
    StringBuilder names = new StringBuilder();
    User.Next next = User.Next.STEP;
    for (int i = 0; next == User.Next.STEP; i++) {
      names.append(user.step().name());
      user.reach();
      if (user.readsAnswer()) {
        String failure = user.judge(new Status(status.apply(i)));
        if (failure != null) {
          return names + " " + failure;
        }
      }
      next = user.completed(0);
    }
    return names + (next == User.Next.ABORTED ? "!" : "");
  }

  private static String walk(Journeys journeys, long number) {
    return walk(journeys, number, _ -> 200);
  }

  private static double share(Journeys journeys, String names) {
    int count = 0;
    for (int i = 0; i < USERS; i++) {
      count += walk(journeys, i).equals(names) ? 1 : 0;
    }
    return (double) count / USERS;
  }

  @Test
  void loopsWithinLoopsHaveAllRounds() {
    Journeys journeys =
        journeys(
            1,
            step("a"),
            new Part.Repeat(
                new Count(2, 2),
                List.of(step("b"), new Part.Repeat(new Count(3, 3), List.of(step("c"))))),
            new Part.Repeat(new Count(0, 0), List.of(step("x"))),
            step("d"));
    assertThat(walk(journeys, 5)).isEqualTo("abcccbcccd");
  }

  @Test
  void repetitionsAreUniform() {
    Journeys journeys =
        journeys(1, step("a"), new Part.Repeat(new Count(1, 4), List.of(step("b"))));
    for (int times = 1; times <= 4; times++) {
      assertThat(share(journeys, "a" + "b".repeat(times))).isCloseTo(0.25, offset(0.012));
    }
    assertThat(share(journeys, "a")).isZero();
  }

  @Test
  void branchesHaveTheirShares() {
    Journeys journeys =
        journeys(
            1,
            step("a"),
            new Part.If(when("random < 0.3"), List.of(step("b"))),
            new Part.Choose(
                List.of(
                    new Part.Branch(3, List.of(step("c"))),
                    new Part.Branch(1, List.of()),
                    new Part.Branch(4, List.of(step("d"))))));
    assertThat(share(journeys, "abc")).isCloseTo(0.3 * 3 / 8, offset(0.01));
    assertThat(share(journeys, "ab")).isCloseTo(0.3 / 8, offset(0.006));
    assertThat(share(journeys, "ad")).isCloseTo(0.7 / 2, offset(0.014));
    assertThat(share(journeys, "a")).isCloseTo(0.7 / 8, offset(0.009));
  }

  /// Ten rounds are ten draws: the number of steps has the mean and the variance of the binomial
  /// distribution.
  @Test
  void eachRoundDrawsAnew() {
    Journeys journeys =
        journeys(
            1,
            step("a"),
            new Part.Repeat(
                new Count(5, 5),
                List.of(
                    new Part.Repeat(
                        new Count(2, 2),
                        List.of(new Part.If(when("random < 0.3"), List.of(step("b"))))))));
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < USERS; i++) {
      double count = walk(journeys, i).length() - 1;
      sum += count;
      squares += count * count;
    }
    double mean = sum / USERS;
    assertThat(mean).isCloseTo(3, offset(0.06));
    assertThat(squares / USERS - mean * mean).isCloseTo(2.1, offset(0.1));
  }

  @Test
  void severalNumbersOfOneConditionAreIndependent() {
    Journeys journeys =
        journeys(
            1, step("a"), new Part.If(when("random < 0.5 && random < 0.5"), List.of(step("b"))));
    assertThat(share(journeys, "ab")).isCloseTo(0.25, offset(0.012));
  }

  @Test
  void conditionsAreAboutTheLastAnswer() {
    Journeys journeys =
        journeys(
            1,
            step("a"),
            new Part.While(when("status == 202"), 3, List.of(step("b"))),
            new Part.If(when("status == 500"), List.of(step("c"))),
            new Part.Abort(when("status == 404")),
            step("d"));
    assertThat(walk(journeys, 0, _ -> 200)).isEqualTo("ad");
    assertThat(walk(journeys, 0, _ -> 202)).isEqualTo("abbbd");
    assertThat(walk(journeys, 0, i -> i < 2 ? 202 : 200)).isEqualTo("abbd");
    assertThat(walk(journeys, 0, i -> i == 0 ? 500 : 200)).isEqualTo("acd");
    assertThat(walk(journeys, 0, i -> i == 0 ? 500 : 404)).isEqualTo("ac!");
    assertThat(walk(journeys, 0, _ -> 404)).isEqualTo("a!");
    Journeys broken = journeys(1, step("a"), new Part.If(when("$ == 1"), List.of(step("b"))));
    assertThat(walk(broken, 0)).isEqualTo("a");
  }

  /// Also about those behind another branch, and those at the head of the loop that it is in.
  @Test
  void aStepReadsItsAnswerForAllConditionsThatMayBeNext() {
    JourneySpec spec =
        new JourneySpec(
            "j",
            1,
            List.of(
                step("a"),
                new Part.While(
                    when("header A == 'x'"),
                    9,
                    List.of(
                        new Part.If(when("random < 0.5"), List.of(step("b"))),
                        new Part.If(
                            when("random < 0.5"),
                            List.of(new Part.If(when("header B == 'x'"), List.of(step("c"))))))),
                new Part.Choose(
                    List.of(
                        new Part.Branch(1, List.of(new Part.Abort(when("header C == 'x'")))),
                        new Part.Branch(1, List.of(step("d"))))),
                step("e")));
    assertThat(
            spec.steps().stream()
                .map(each -> each.name() + each.headers().stream().sorted().toList()))
        .containsExactly("a[a, b, c]", "b[a, b, c]", "c[a, b, c]", "d[]", "e[]");
  }

  @Test
  void aConditionThatCannotBeReadFailsTheStep() {
    Journeys journeys =
        journeys(1, step("a"), new Part.Abort(when("$..a == 1 || header X == 'a'")), step("b"));
    User user = journeys.arrive(0, 0);
    assertThat(user.judge(new Status(200, "{")))
        .isEqualTo("$..a == 1 || header X == 'a': the body is not JSON");
  }

  /// What a user draws after a step that answers decide about is what it would draw anyway.
  @Test
  void drawsDoNotDependOnAnswers() {
    Journeys journeys =
        journeys(
            3,
            step("a"),
            new Part.While(when("status == 202"), 5, List.of(step("b"))),
            new Part.Repeat(
                new Count(0, 5),
                List.of(step("c"), new Part.If(when("random < 0.5"), List.of(step("d"))))));
    Set<String> all = new HashSet<>();
    for (int number = 0; number < 200; number++) {
      String without = walk(journeys, number, _ -> 200).replace("b", "");
      assertThat(walk(journeys, number, i -> i < 4 ? 202 : 200).replace("b", ""))
          .isEqualTo(without);
      assertThat(walk(journeys, number, _ -> 200)).isEqualTo(without);
      all.add(without);
    }
    assertThat(all).hasSizeGreaterThan(20);
  }

  @Test
  void stepsHaveNumbersOfTheirOwn() {
    Journeys journeys =
        journeys(1, step("a"), new Part.Repeat(new Count(1, 5), List.of(step("b"), step("c"))));
    List<Long> numbers = new ArrayList<>();
    for (int number = 0; number < 500; number++) {
      User user = journeys.arrive(number, 0);
      do {
        numbers.add(user.stepNumber());
      } while (user.completed(0) == User.Next.STEP);
    }
    assertThat(numbers).doesNotHaveDuplicates().hasSizeGreaterThan(2000).isSorted();
  }

  @Test
  void thinkTimesBeforeAStepAddUp() {
    Journeys journeys =
        journeys(
            1,
            step("a"),
            new Part.Think(new ThinkTime.Constant(5)),
            new Part.Repeat(
                new Count(2, 2), List.of(step("b"), new Part.Think(new ThinkTime.Constant(30)))),
            new Part.Think(new ThinkTime.Constant(700)),
            step("c"));
    User user = journeys.arrive(0, 0);
    List<Long> dues = new ArrayList<>();
    while (user.completed(1000) == User.Next.STEP) {
      dues.add(user.due());
    }
    assertThat(dues).containsExactly(1005L, 1030L, 1730L);
  }

  /// A pattern that needs too many calls for a variable is a failure of the step, and not the end
  /// of the run.
  @Test
  void aConditionAboutAVariableFailsTheStepToo() {
    Condition hostile = Condition.parse("t matches \"(a|b)*c\"", Map.of("t", 0));
    Journeys journeys = journeys(1, step("a"), new Part.Abort(hostile), step("b"));
    User user = journeys.arrive(0, 0);
    user.set(0, "ab".repeat(500_000).getBytes(StandardCharsets.UTF_8));
    assertThat(user.readsAnswer()).isTrue();
    assertThat(user.judge(new Status(200)))
        .isEqualTo("t matches \"(a|b)*c\": the text is too long for (a|b)*c");
    User other = journeys.arrive(1, 0);
    other.set(0, "abc".getBytes(StandardCharsets.UTF_8));
    assertThat(other.judge(new Status(200))).isNull();
    assertThat(other.completed(0)).isEqualTo(User.Next.ABORTED);
  }

  @Test
  void stepsThatReadNothingAllocateNothing() {
    Journeys journeys =
        journeys(
            1,
            step("a"),
            new Part.Repeat(
                new Count(Count.MAX, Count.MAX),
                List.of(new Part.If(when("random < 0.3"), List.of(step("b"))))),
            step("c"));
    assertThat(
            Allocation.of(
                10_000,
                () -> {
                  User user = journeys.arrive(0, 0);
                  do {
                    if (user.readsAnswer()) {
                      throw new AssertionError("nothing is read");
                    }
                  } while (user.completed(0) == User.Next.STEP);
                }))
        .isLessThan(10_000);
  }

  /// A step counts 3, anything else 2, each round of a `while` 1 more.
  @Test
  void theLimitIsWhatItsMessageSays() {
    List<Part> parts = new ArrayList<>(List.of(step("a"))); // 3
    List<Part> inner = new ArrayList<>();
    for (int i = 0; i < 33; i++) {
      inner.add(step("b"));
    }
    parts.add(new Part.Repeat(new Count(1, 10_000), inner)); // 2 + 10,000 * 99
    parts.add(new Part.While(when("false"), 2_000, List.of(step("c")))); // 2 + 2,000 * 4
    for (int i = 0; i < 663; i++) {
      parts.add(step("d")); // 3 * 663
    }
    parts.add(new Part.Think(ThinkTime.NONE)); // 2: 999,998 with it
    List<Part> most = new ArrayList<>(parts);
    most.add(new Part.Abort(when("false"))); // 2
    assertThat(new JourneySpec("j", 1, most).steps()).hasSize(1 + 33 + 1 + 663);
    parts.add(step("e")); // 3
    assertThatThrownBy(() -> new JourneySpec("j", 1, parts))
        .hasMessageContaining("is too long: all repetitions counted, a step counts 3");
  }

  @Test
  void tooManyStepsAreRefused() {
    Part many = new Part.Repeat(new Count(0, Count.MAX), List.of(step("b")));
    List<Part> parts = List.of(step("a"), new Part.Repeat(new Count(100, 100), List.of(many)));
    assertThatThrownBy(() -> new JourneySpec("j", 1, parts))
        .hasMessageContaining("is too long: all repetitions counted, a step counts 3");
    Part idle = new Part.If(when("false"), List.of());
    Part deep =
        new Part.Repeat(
            new Count(5000, 5000), List.of(new Part.Repeat(new Count(5000, 5000), List.of(idle))));
    assertThatThrownBy(() -> new JourneySpec("j", 1, List.of(step("a"), deep)))
        .hasMessageContaining("is too long: all repetitions counted, a step counts 3");
  }
}
