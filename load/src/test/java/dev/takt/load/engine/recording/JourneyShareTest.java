package dev.takt.load.engine.recording;

import static dev.takt.load.engine.recording.LoopRig.BEGIN;
import static dev.takt.load.engine.recording.LoopRig.MS;
import static dev.takt.load.engine.recording.LoopRig.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.engine.VirtualTransport;
import dev.takt.load.engine.recording.OperationCounters.Note;
import dev.takt.load.journey.Feeder;
import dev.takt.load.journey.Journeys;
import dev.takt.load.journey.User;
import dev.takt.load.journey.UserFile;
import dev.takt.load.schedule.Arrivals;
import dev.takt.load.schedule.Rate;
import dev.takt.load.schedule.Schedule;
import dev.takt.load.schedule.ScheduleSpec;
import dev.takt.load.schedule.Schedules;
import dev.takt.load.share.Share;
import dev.takt.runs.model.Balance;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The users of all machines of a fleet are those of one machine: each with the same number,
/// arrival, journey, row, and random draws.
class JourneyShareTest {

  private static final int SCENARIOS = 200;
  private static final int USERS = 120;

  @TempDir private Path folder;

  /// What a user does if all steps take a millisecond: the number, the operation and the moment of
  /// each.
  private record Visit(
      long number, long arrival, String journey, String row, List<Long> steps, User.Next end) {}

  private static Visit visit(Journeys journeys, long number, long arrival) {
    User user = journeys.arrive(number, arrival);
    List<Long> steps = new ArrayList<>();
    User.Next next;
    do {
      steps.addAll(List.of(user.stepNumber(), (long) user.step().operation(), user.due()));
      next = user.completed(user.due() + MS);
    } while (next == User.Next.STEP);
    String row = new String(user.value(0), StandardCharsets.UTF_8);
    return new Visit(user.number(), arrival, user.journey().name(), row, steps, next);
  }

  private static List<Visit> visits(Journeys journeys, Schedule schedule, int shards) {
    List<Visit> visits = new ArrayList<>();
    for (int shard = 0; shard < shards; shard++) {
      Arrivals arrivals = schedule.arrivals(shard, shards);
      for (long due = arrivals.next(); due != Arrivals.END; due = arrivals.next()) {
        visits.add(visit(journeys, arrivals.number(), due));
      }
    }
    return visits;
  }

  private static List<Share> shares(Random random) {
    int[] weights = random.ints(1 + random.nextInt(5), 1, 5).toArray();
    int of = 0;
    for (int each : weights) {
      of += each;
    }
    List<Share> shares = new ArrayList<>();
    int first = 0;
    for (int each : weights) {
      shares.add(new Share(first, each, of));
      first += each;
    }
    return shares;
  }

  private static Schedule schedule(Random random, long seed) {
    List<String> kinds =
        List.of(
            "constant",
            "poisson",
            "ramp 0/s..200/s 1s, hold 50/s 20s",
            "poisson ramp 0/s..200/s 1s, hold 50/s 20s",
            "sine mean 50/s amplitude 40/s period 700ms");
    Schedule endless =
        ScheduleSpec.parse(kinds.get(random.nextInt(kinds.size())))
            .toSchedule(seed, Rate.perSecond(1 + random.nextInt(100)), List.of());
    return Schedules.limited(endless, Long.MAX_VALUE, USERS);
  }

  /// As many rows as users, so that unique ones are enough.
  private Feeder rows(Random random) throws Exception {
    StringBuilder text = new StringBuilder("name\n");
    for (int i = 0; i < USERS; i++) {
      text.append('n').append(i).append('\n');
    }
    Feeder.Pick pick = List.of(Feeder.Pick.values()).get(random.nextInt(3));
    Path file = Files.writeString(folder.resolve("users.csv"), text);
    return Feeder.of(UserFile.read(file), pick);
  }

  @Test
  void usersOfAllSharesAreThoseOfTheWhole() throws Exception {
    int several = 0;
    for (long seed = 0; seed < SCENARIOS; seed++) {
      Random random = new Random(seed);
      LoopRig rig = new LoopRig(folder);
      new JourneyConservationTest().addJourneys(rig, random);
      Feeder rows = rows(random);
      Journeys journeys = new Journeys(seed, rig.journeys, rows);
      Schedule whole = schedule(random, seed);

      List<Visit> alone = visits(journeys, whole, 1);
      List<Visit> together = new ArrayList<>();
      for (Share each : shares(random)) {
        together.addAll(visits(journeys, each.of(whole), 1 + random.nextInt(3)));
      }

      assertThat(alone).hasSize(USERS);
      assertThat(together).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(alone);
      if (rows.pick() == Feeder.Pick.UNIQUE) {
        assertThat(new HashSet<>(together.stream().map(Visit::row).toList())).hasSize(USERS);
        several++;
      }
    }
    assertThat(several).isGreaterThan(SCENARIOS / 5);
  }

  /// What machines count and send.
  private record Sent(
      Map<Long, Integer> steps,
      List<Balance> journeys,
      List<Long> notReached,
      List<Long> repeated) {

    static Sent of(LoopRig rig, List<LoopRig.Result> results, List<VirtualTransport> transports) {
      Map<Long, Integer> steps = new TreeMap<>();
      transports.forEach(
          each -> each.steps.keySet().forEach(number -> steps.merge(number, 1, Integer::sum)));
      List<Balance> journeys = new ArrayList<>();
      List<Long> notReached = new ArrayList<>();
      List<Long> repeated = new ArrayList<>();
      for (int i = 0; i < rig.journeys.size(); i++) {
        int index = i;
        journeys.add(
            results.stream()
                .map(each -> each.journeys().balance(index, false))
                .reduce(Balance.NONE, Balance::plus));
      }
      for (int i = 0; i < rig.operations.size(); i++) {
        int index = i;
        notReached.add(
            results.stream()
                .mapToLong(each -> each.counters().count(Note.NOT_REACHED, index, false))
                .sum());
        repeated.add(
            results.stream()
                .mapToLong(each -> each.counters().count(Note.REPEATED, index, false))
                .sum());
      }
      return new Sent(steps, journeys, notReached, repeated);
    }
  }

  private static Sent send(LoopRig rig, List<Schedule> schedules) {
    List<LoopRig.Result> results = new ArrayList<>();
    List<VirtualTransport> transports = new ArrayList<>();
    for (Schedule each : schedules) {
      VirtualTransport transport =
          new VirtualTransport(rig.slots, BEGIN, (_, start) -> start + MS).lookingFor(MS / 4);
      transports.add(transport);
      rig.schedule = each;
      results.add(rig.run(transport, LoopRig.deadline(3600 * SECOND, 3600 * SECOND)));
    }
    return Sent.of(rig, results, transports);
  }

  @Test
  void stepsThatAllMachinesSendAreThoseOfOne() {
    for (long seed = 0; seed < SCENARIOS / 10; seed++) {
      Random random = new Random(seed);
      LoopRig rig = new LoopRig(folder);
      rig.seed = seed;
      new JourneyConservationTest().addJourneys(rig, random);
      Schedule whole = schedule(random, seed);
      List<Schedule> parts = shares(random).stream().map(each -> each.of(whole)).toList();

      Sent alone = send(rig, List.of(whole));
      Sent together = send(rig, parts);

      assertThat(alone.journeys().stream().mapToLong(Balance::intended).sum()).isEqualTo(USERS);
      assertThat(alone.steps()).allSatisfy((_, count) -> assertThat(count).isEqualTo(1));
      assertThat(together).as("seed %d", seed).isEqualTo(alone);
    }
  }
}
