package dev.takt.load.engine.recording;

import static dev.takt.load.engine.recording.LoopRig.MS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.engine.recording.OperationCounters.Note;
import dev.takt.load.journey.Condition;
import dev.takt.load.journey.Count;
import dev.takt.load.journey.GroupSpec;
import dev.takt.load.journey.JourneySpec;
import dev.takt.load.journey.Part;
import dev.takt.load.journey.StepSpec;
import dev.takt.load.journey.ThinkTime;
import dev.takt.load.journey.step.StepClass;
import dev.takt.load.journey.step.StepContext;
import dev.takt.load.schedule.RateMode;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunTags;
import dev.takt.runs.trace.OperationRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every journey, and every step of every journey, ends in exactly one state, in any case.
class JourneyConservationTest {

  private static final long SCENARIOS = 500;

  @TempDir private Path directory;

  /// How many of each kind there were in all scenarios.
  private final Map<Note, Long> notes = new EnumMap<>(Note.class);

  private long closedJourneys;
  private boolean hasGroups;
  private boolean hasParallel;
  private boolean hasCalls;
  private int nextGroup;
  private long failedCalls;

  /// The states of all groups.
  private final Map<OperationState, Long> groupStates = new EnumMap<>(OperationState.class);

  private long groupsNotReached;
  private long groupsRepeated;

  @Test
  void everyJourneyAndEveryStepIsAccountedForOnce() {
    int[] states = new int[OperationState.COUNT];
    notes.clear();
    long notReached = 0;
    for (long seed = 0; seed < SCENARIOS; seed++) {
      RandomScenario scenario = new RandomScenario(seed, 2000, directory);
      try {
        scenario.rig.keepsSlots = seed % 3 == 0;
        notReached += play(scenario, states);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("scenario " + seed + ": " + scenario, e);
      }
    }
    // The scenarios reach every state often.
    for (OperationState state : OperationState.values()) {
      assertThat(states[state.code()]).as("%s", state).isGreaterThan(100);
    }
    assertThat(notReached).isGreaterThan(10_000);
    assertThat(notes.get(Note.REPEATED)).isGreaterThan(10_000);
    assertThat(notes.get(Note.ABORTED)).isGreaterThan(1000);
  }

  /// The same with groups, which are in loops, branches and other groups; and with users who keep
  /// their connections from some steps to the next.
  @Test
  void everyGroupIsAccountedForOnce() {
    hasGroups = true;
    for (long seed = 0; seed < SCENARIOS / 2; seed++) {
      RandomScenario scenario = new RandomScenario(seed, 2000, directory);
      if (seed % 5 == 0) {
        scenario.rig.users = 1 + scenario.random.nextInt(20);
        scenario.rig.count = 1L + scenario.random.nextInt(2000);
      }
      if (seed % 5 < 2) {
        Random transactions = new Random(seed);
        scenario.rig.keepsAfter = transactions::nextBoolean;
      }
      try {
        play(scenario, new int[OperationState.COUNT]);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("scenario " + seed + ": " + scenario, e);
      }
    }
    for (OperationState state : OperationState.values()) {
      assertThat(groupStates.getOrDefault(state, 0L)).as("%s", state).isGreaterThan(100);
    }
    assertThat(groupsNotReached).isGreaterThan(1000);
    assertThat(groupsRepeated).isGreaterThan(1000);
  }

  /// The same with steps at once, of which several can fail or be cut off by the end of the run.
  @Test
  void everyStepAtOnceIsAccountedForOnce() {
    hasParallel = true;
    hasGroups = true;
    notes.clear();
    int[] states = new int[OperationState.COUNT];
    long notReached = 0;
    for (long seed = 0; seed < SCENARIOS / 4; seed++) {
      RandomScenario scenario = new RandomScenario(seed, 400, directory);
      if (seed % 5 == 0) {
        scenario.rig.users = 1 + scenario.random.nextInt(20);
        scenario.rig.count = 1L + scenario.random.nextInt(400);
      }
      scenario.rig.keepsSlots = seed % 3 == 0;
      try {
        notReached += play(scenario, states);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("scenario " + seed + ": " + scenario, e);
      }
    }
    for (OperationState state : OperationState.values()) {
      assertThat(states[state.code()]).as("%s", state).isGreaterThan(100);
    }
    assertThat(notReached).isGreaterThan(1000);
    assertThat(notes.get(Note.FAILED_BESIDE)).isGreaterThan(20);
    assertThat(notes.get(Note.UNSENT_BESIDE)).isGreaterThan(20);
    assertThat(notes.get(Note.ABORTED)).isGreaterThan(20);
  }

  /// The same with classes in Java, of which one in three calls fails.
  @Test
  void everyUserOfAClassThatFailsIsAccountedForOnce() {
    hasCalls = true;
    hasParallel = true;
    hasGroups = true;
    notes.clear();
    int[] states = new int[OperationState.COUNT];
    for (long seed = 0; seed < SCENARIOS / 4; seed++) {
      RandomScenario scenario = new RandomScenario(seed, 400, directory);
      if (seed % 5 == 0) {
        scenario.rig.users = 1 + scenario.random.nextInt(20);
        scenario.rig.count = 1L + scenario.random.nextInt(400);
      }
      scenario.rig.keepsSlots = seed % 3 == 0;
      try {
        play(scenario, states);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("scenario " + seed + ": " + scenario, e);
      }
    }
    assertThat(failedCalls).isGreaterThan(200);
    assertThat(notes.get(Note.ABORTED)).isGreaterThanOrEqualTo(failedCalls);
  }

  private void fail(StepContext context) {
    if (context.random().nextInt(3) == 0) {
      failedCalls++;
      throw new IllegalStateException("one in three");
    }
  }

  /// The same with closed populations, which never have more users than they are.
  @Test
  void everyJourneyOfAClosedPopulationIsAccountedForOnce() {
    int[] states = new int[OperationState.COUNT];
    notes.clear();
    long notReached = 0;
    for (long seed = 0; seed < SCENARIOS / 2; seed++) {
      RandomScenario scenario = new RandomScenario(seed, 2000, directory);
      LoopRig rig = scenario.rig;
      rig.users = 1 + scenario.random.nextInt(scenario.random.nextBoolean() ? 3 : 50);
      rig.count = 1L + scenario.random.nextInt(2000);
      try {
        notReached += play(scenario, states);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("scenario " + seed + ": " + scenario, e);
      }
    }
    for (OperationState state : OperationState.values()) {
      assertThat(states[state.code()]).as("%s", state).isGreaterThan(100);
    }
    assertThat(notReached).isGreaterThan(1000);
    assertThat(notes.get(Note.REPEATED)).isGreaterThan(1000);
    assertThat(closedJourneys).isGreaterThan(10_000);
  }

  /// Half of the journeys are sequences; the others have parts of all kinds within each other.
  void addJourneys(LoopRig rig, Random random) {
    for (int i = random.nextInt(3); i >= 0; i--) {
      double weight = 0.1 + random.nextDouble();
      if (random.nextBoolean()) {
        ThinkTime[] think = new ThinkTime[1 + random.nextInt(5)];
        for (int k = 0; k < think.length; k++) {
          think[k] = think(random);
        }
        rig.journey("j" + i, weight, think);
      } else {
        List<Part> parts = new ArrayList<>();
        if (rig.users > 0 && random.nextBoolean()) {
          parts.add(new Part.Think(think(random)));
        }
        parts.add(rig.step("j" + i));
        parts.addAll(parts(rig, "j" + i, random, 0));
        rig.journeys.add(new JourneySpec("j" + i, weight, parts));
      }
    }
  }

  private List<Part> parts(LoopRig rig, String name, Random random, int depth) {
    List<Part> parts = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      parts.add(part(rig, name, random, depth));
    }
    return parts;
  }

  private Part part(LoopRig rig, String name, Random random, int depth) {
    Condition sometimes =
        Condition.parse("random < 0.7 && !(random > 0.9) || random < 0.1", Map.of());
    if (hasCalls && random.nextInt(4) == 0) {
      StepClass failing = new StepClass("x.Failing", this::fail);
      return new Part.Call("call", failing, Map.of(), Map.of(), Map.of());
    }
    if (hasParallel && depth < 2 && random.nextInt(4) == 0) {
      List<Part> steps = new ArrayList<>();
      for (int i = random.nextInt(6); i >= 0; i--) {
        Part step = rig.step(name);
        steps.add(random.nextBoolean() ? step : new Part.If(sometimes, List.of(step)));
      }
      return new Part.Parallel(2 + random.nextInt(3), steps);
    }
    return switch (random.nextInt(depth < (hasParallel ? 2 : 3) ? (hasGroups ? 11 : 8) : 3)) {
      case 0 -> new Part.Think(think(random));
      case 1, 2 -> rig.step(name);
      case 3 -> new Part.Abort(Condition.parse("random < 0.1", Map.of()));
      case 4 -> new Part.If(sometimes, parts(rig, name, random, depth + 1));
      case 5 ->
          new Part.Repeat(
              new Count(random.nextInt(2), 1 + random.nextInt(3)),
              parts(rig, name, random, depth + 1));
      case 6 -> new Part.While(sometimes, random.nextInt(4), parts(rig, name, random, depth + 1));
      case 8, 9, 10 -> {
        List<Part> inner = new ArrayList<>(parts(rig, name, random, depth + 1));
        inner.add(random.nextInt(inner.size() + 1), rig.step(name));
        yield new Part.Group("g" + nextGroup++, inner);
      }
      default ->
          new Part.Choose(
              List.of(
                  new Part.Branch(1, parts(rig, name, random, depth + 1)),
                  new Part.Branch(2, List.of()),
                  new Part.Branch(0.5, parts(rig, name, random, depth + 1))));
    };
  }

  private static ThinkTime think(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> ThinkTime.NONE;
      case 1 -> new ThinkTime.Constant(random.nextLong(100 * MS));
      case 2 -> new ThinkTime.Uniform(MS, MS + random.nextLong(200 * MS));
      default -> new ThinkTime.LogNormal(10 * MS, 10 * MS + random.nextLong(500 * MS));
    };
  }

  private long play(RandomScenario scenario, int[] states) {
    LoopRig rig = scenario.rig;
    addJourneys(rig, scenario.random);
    if (rig.users > 0) {
      rig.mode =
          rig.journeys.stream().anyMatch(JourneySpec::hasThinkTimes)
              ? RateMode.CLOSED_THINKING
              : RateMode.CLOSED;
    }
    long journeys = 0;
    long notReached = 0;
    int shard = 0;
    for (LoopRig.Result result : scenario.run()) {
      for (int i = 0; i < rig.journeys.size(); i++) {
        journeys += all(result.journeys(), i).intended();
        notReached += check(rig, result, i);
      }
      assertThat(result.journeys().inFlight()).isZero();
      if (rig.users > 0) {
        int own = rig.users / rig.shards + (shard++ < rig.users % rig.shards ? 1 : 0);
        int each = rig.journeys.stream().mapToInt(JourneySpec::mostAtOnce).max().orElseThrow();
        assertThat(mostAtOnce(result)).isLessThanOrEqualTo(own * each);
      }
      result
          .records()
          .forEach(r -> {
            states[r.state().code()]++;
            assertThat(r.start() == OperationRecord.NONE || r.start() >= r.intended()).isTrue();
          });
    }
    if (rig.users > 0) {
      assertThat(journeys).isLessThanOrEqualTo(rig.count);
      closedJourneys += journeys;
    } else {
      assertThat(journeys).isEqualTo(scenario.intended().total());
    }
    return notReached;
  }

  /// The most steps that were under way at once, from when they were due on.
  private static int mostAtOnce(LoopRig.Result result) {
    List<long[]> changes = new ArrayList<>();
    for (OperationRecord r : result.records()) {
      changes.add(new long[] {r.due(), 1});
      changes.add(new long[] {r.end(), -1});
    }
    changes.sort(
        Comparator.<long[]>comparingLong(each -> each[0]).thenComparingLong(each -> each[1]));
    int now = 0;
    int most = 0;
    for (long[] each : changes) {
      now += (int) each[1];
      most = Math.max(most, now);
    }
    return most;
  }

  /// @return how many steps were not reached
  private long check(LoopRig rig, LoopRig.Result result, int index) {
    JourneySpec journey = rig.journeys.get(index);
    Balance whole = all(result.journeys(), index);
    assertThat(whole.isExact()).as("%s", whole).isTrue();
    String name = journey.name();
    checkHistograms(rig, result, index, name, false);
    checkHistograms(rig, result, index, name, true);
    checkGroups(rig, result, index);
    long failed = 0;
    long timedOut = 0;
    long open = 0;
    long notReached = 0;
    long abortedAfter = 0;
    long beside = 0;
    boolean isParallel = journey.mostAtOnce() > 1;
    boolean isSequence =
        journey.parts().stream()
            .allMatch(each -> each instanceof Part.Step || each instanceof Part.Think);
    long aborted = count(result.journeys(), Note.ABORTED, index);
    long previous = whole.intended();
    for (StepSpec step : journey.steps()) {
      Balance own = all(result.counters(), step.operation());
      long missing = count(result.counters(), Note.NOT_REACHED, step.operation());
      long repeated = count(result.counters(), Note.REPEATED, step.operation());
      assertThat(own.isExact()).as("%s", own).isTrue();
      assertThat(own.intended() - repeated + missing).as("%s", step).isEqualTo(whole.intended());
      assertThat(missing).isBetween(0L, whole.intended());
      if (isSequence) {
        assertThat(repeated).isZero();
        assertThat(own.intended())
            .as("only who completed a step reaches the next")
            .isLessThanOrEqualTo(previous);
      }
      assertThat(inTrace(result, step.operation())).isEqualTo(own.intended());
      previous = own.completed();
      long besideOthers = count(result.counters(), Note.FAILED_BESIDE, step.operation());
      assertThat(count(result.counters(), Note.FAILED, step.operation()) + besideOthers)
          .isEqualTo(own.failed() + own.timedOut());
      beside += besideOthers;
      abortedAfter += count(result.counters(), Note.ABORTED, step.operation());
      failed += own.failed();
      timedOut += own.timedOut();
      open += own.unfinished() + own.neverSent();
      long unsentBeside = count(result.counters(), Note.UNSENT_BESIDE, step.operation());
      assertThat(unsentBeside).isLessThanOrEqualTo(isParallel ? own.neverSent() : 0);
      notes.merge(Note.UNSENT_BESIDE, unsentBeside, Long::sum);
      notReached += missing;
      notes.merge(Note.REPEATED, repeated, Long::sum);
    }
    if (isSequence) {
      assertThat(whole.completed()).isEqualTo(previous);
      assertThat(aborted).isZero();
    }
    assertThat(abortedAfter).isEqualTo(aborted);
    notes.merge(Note.ABORTED, aborted, Long::sum);
    notes.merge(Note.FAILED_BESIDE, beside, Long::sum);
    assertThat(whole.failed() + whole.timedOut() + beside).isEqualTo(failed + timedOut + aborted);
    if (isParallel) {
      assertThat(whole.failed()).isLessThanOrEqualTo(failed + aborted);
      assertThat(whole.timedOut()).isLessThanOrEqualTo(timedOut);
    } else {
      assertThat(beside).isZero();
      assertThat(whole.failed()).isEqualTo(failed + aborted);
      assertThat(whole.timedOut()).isEqualTo(timedOut);
      assertThat(whole.unfinished() + whole.neverSent()).isGreaterThanOrEqualTo(open);
    }
    assertThat(whole.neverSent())
        .isEqualTo(all(result.counters(), journey.steps().getFirst().operation()).neverSent());
    return notReached;
  }

  private void checkGroups(LoopRig rig, LoopRig.Result result, int journey) {
    int index = rig.journeys.size();
    for (JourneySpec before : rig.journeys.subList(0, journey)) {
      index += before.groups().size();
    }
    JourneySpec spec = rig.journeys.get(journey);
    Balance whole = all(result.journeys(), journey);
    for (GroupSpec each : spec.groups()) {
      Balance own = all(result.journeys(), index);
      long missing = count(result.journeys(), Note.NOT_REACHED, index);
      long repeated = count(result.journeys(), Note.REPEATED, index);
      assertThat(own.isExact()).as("%s", own).isTrue();
      assertThat(own.intended() - repeated + missing).as("%s", each).isEqualTo(whole.intended());
      // A user who does not complete a group is at its end.
      assertThat(own.failed()).isLessThanOrEqualTo(whole.failed());
      assertThat(own.timedOut()).isLessThanOrEqualTo(whole.timedOut());
      assertThat(own.unfinished() + own.neverSent())
          .isLessThanOrEqualTo(whole.unfinished() + whole.neverSent());
      checkHistograms(rig, result, index, spec.name() + "." + each.name(), false);
      checkHistograms(rig, result, index, spec.name() + "." + each.name(), true);
      groupStates.merge(OperationState.COMPLETED, own.completed(), Long::sum);
      groupStates.merge(OperationState.FAILED, own.failed(), Long::sum);
      groupStates.merge(OperationState.TIMED_OUT, own.timedOut(), Long::sum);
      groupStates.merge(OperationState.UNFINISHED, own.unfinished(), Long::sum);
      groupStates.merge(OperationState.NEVER_SENT, own.neverSent(), Long::sum);
      groupsNotReached += missing;
      groupsRepeated += repeated;
      index++;
    }
  }

  private static void checkHistograms(
      LoopRig rig, LoopRig.Result result, int index, String name, boolean warmup) {
    Balance whole = result.journeys().balance(index, warmup);
    if (!rig.mode.hasSchedule()) {
      assertThat(count(result, warmup, name, OperationState.COMPLETED)).isZero();
      RunTags.Measure service = RunTags.Measure.SERVICE;
      String tag = RunTags.of(warmup, name, OperationState.COMPLETED, service);
      assertThat(result.histogram(tag).totalCount()).isEqualTo(whole.completed());
      return;
    }
    assertThat(count(result, warmup, name, OperationState.COMPLETED))
        .isEqualTo(whole.completed() + whole.unfinished() + whole.neverSent());
    assertThat(count(result, warmup, name, OperationState.FAILED)).isEqualTo(whole.failed());
    assertThat(count(result, warmup, name, OperationState.TIMED_OUT)).isEqualTo(whole.timedOut());
  }

  private static long count(
      LoopRig.Result result, boolean warmup, String name, OperationState state) {
    return result.histogram(RunTags.of(warmup, name, state, RunTags.Measure.RESPONSE)).totalCount();
  }

  private static long inTrace(LoopRig.Result result, int operation) {
    return result.records().stream().filter(r -> r.index() == operation).count();
  }

  private static Balance all(OperationCounters of, int index) {
    return of.balance(index, false).plus(of.balance(index, true));
  }

  private static long count(OperationCounters of, Note note, int index) {
    return of.count(note, index, false) + of.count(note, index, true);
  }
}
