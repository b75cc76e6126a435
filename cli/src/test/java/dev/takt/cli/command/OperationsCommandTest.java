package dev.takt.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cli.World;
import dev.takt.record.ClockAnchor;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Environment;
import dev.takt.runs.model.Fleet;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.RunRecord.Phase;
import dev.takt.runs.model.RunTags;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.model.Stalls;
import dev.takt.runs.trace.OperationRecord;
import dev.takt.runs.trace.OperationTraceWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Uses a known run: every 10 ms an operation that takes 1 ms, on one connection; a collection of
/// 35 ms begins with operation 100, and a freeze of the target for 8 ms with operation 500. The
/// last operation is never sent.
final class OperationsCommandTest {

  private static final long MILLI = 1_000_000;
  private static final long GAP = 10 * MILLI;
  private static final long ORIGIN = 7_000_000_000_123L;
  private static final long EPOCH = 1_790_000_000_000_000_789L;
  private static final int COUNT = 1_000;
  private static final Map<Integer, Long> PAUSES = Map.of(100, 35 * MILLI, 500, 8 * MILLI);

  private static final String HEADER =
      "id,operation,state,intended_ns,start_ns,end_ns,intended_epoch_ns,start_epoch_ns,end_epoch_ns,"
          + "slow,excess_ns,unexplained_ns";

  @TempDir Path folder;

  private Map<Integer, Long> pauses = PAUSES;
  private List<Stall> moreStalls = List.of();
  private int exitCode;

  private void makeRun(boolean watched, boolean scheduled) throws IOException {
    makeRun(watched, scheduled, false);
  }

  private void makeRun(boolean watched, boolean scheduled, boolean traced) throws IOException {
    makeRun(watched, scheduled, traced, Map.of("connections", 1, "workers", 1, "seed", 42));
  }

  private void makeRun(boolean watched, boolean scheduled, boolean traced, Map<String, Object> plan)
      throws IOException {
    RunDirectory directory = RunDirectory.create(folder.resolve("run"));
    directory.write(
        new RunRecord(
            RunRecord.FORMAT_VERSION,
            RunRecord.State.FINISHED,
            null,
            plan,
            Environment.capture(),
            new RunRecord.TimeBase(ORIGIN, List.of(new ClockAnchor(ORIGIN + 5, EPOCH + 5, 0))),
            RunTags.GRAMMAR,
            new RunRecord.Course(
                List.of(new Phase(Phase.MEASURE, ORIGIN, ORIGIN + COUNT * GAP)), null)));
    if (watched) {
      List<Stall> stalls = new ArrayList<>(moreStalls);
      stalls.add(stall(StallKind.GC_PAUSE, 100).withCause("System.gc()").withStop(1L));
      stalls.add(stall(StallKind.STOPPED, 500));
      directory.write(new Stalls(1, List.of(), List.of(), stalls, 0, List.of(), Map.of()));
    }
    try (OperationTraceWriter trace =
        new OperationTraceWriter(
            directory.operationTrace(), List.of("read", "write"), ORIGIN, COUNT, traced)) {
      OperationTraceWriter.Lane lane = trace.lane(COUNT);
      long free = 0;
      for (int i = 0; i < COUNT - 1; i++) {
        long due = ORIGIN + i * GAP;
        long start = Math.max(due, free);
        free = start + MILLI + pauses.getOrDefault(i, 0L);
        OperationState state = i == 3 ? OperationState.FAILED : OperationState.COMPLETED;
        lane.record(i % 2, scheduled ? due : OperationRecord.NONE, start, free, state.code(), i);
      }
      if (scheduled) {
        long due = ORIGIN + (COUNT - 1) * GAP;
        lane.record(
            1, due, OperationRecord.NONE, due + 20 * MILLI, OperationState.NEVER_SENT.code());
      }
      trace.drain(0);
    }
  }

  /// A trace with names that Takt does not write.
  private void makeForeignRun(String first, String second) throws IOException {
    makeRun(true, true);
    Path file = RunDirectory.open(folder.resolve("run")).operationTrace();
    Files.delete(file);
    try (OperationTraceWriter trace =
        new OperationTraceWriter(file, List.of(first, second), ORIGIN, 2, false)) {
      OperationTraceWriter.Lane lane = trace.lane(2);
      for (int i = 0; i < 2; i++) {
        long due = ORIGIN + i * GAP;
        lane.record(i, due, due, due + MILLI, OperationState.COMPLETED.code(), i);
      }
      trace.drain(0);
    }
  }

  private static Stall stall(StallKind kind, int first) {
    return stall(kind, first * GAP, Objects.requireNonNull(PAUSES.get(first)));
  }

  private static Stall stall(StallKind kind, long begin, long nanos) {
    return Stall.of(
        kind,
        Side.TARGET,
        new Stall.Interval(ORIGIN + begin, ORIGIN + begin + nanos, 1_000, "test"));
  }

  private World operations(String... more) {
    World world = new World(folder);
    List<String> args = new ArrayList<>(List.of("operations", folder.resolve("run").toString()));
    args.addAll(List.of(more));
    exitCode = world.run(args.toArray(String[]::new));
    return world;
  }

  /// The row of an operation, with moments in milliseconds after the start of the schedule.
  private static String row(int id, String start, String rest, long... millis) {
    StringBuilder row = new StringBuilder();
    row.append(id).append(id % 2 == 0 ? ",read," : ",write,").append(start);
    for (long base : new long[] {0, EPOCH}) {
      for (long each : millis) {
        row.append(',').append(base + each * MILLI);
      }
    }
    return row.append(',').append(rest).toString();
  }

  @Test
  void printsEachOperationWithItsTimesAndShares() throws IOException {
    makeRun(true, true);
    List<String> lines = operations().out().lines().toList();

    assertThat(exitCode).isZero();
    assertThat(lines).hasSize(COUNT + 1);
    assertThat(lines.getFirst())
        .isEqualTo(HEADER + ",generator_sent_late_ns,target_gc_pause_ns,target_stopped_ns");
    assertThat(lines.get(1)).isEqualTo(row(0, "completed", "false,0,0,0,0,0", 0, 0, 1));
    assertThat(lines.get(4)).isEqualTo(row(3, "failed", "false,0,0,0,0,0", 30, 30, 31));
    // 35, 35 - 9, 35 - 18 and 35 - 27 ms longer than normal.
    assertThat(lines.subList(101, 106))
        .containsExactly(
            row(100, "completed", "true,35000000,0,0,35000000,0", 1000, 1000, 1036),
            row(101, "completed", "true,26000000,0,0,26000000,0", 1010, 1036, 1037),
            row(102, "completed", "true,17000000,0,0,17000000,0", 1020, 1037, 1038),
            row(103, "completed", "true,8000000,0,0,8000000,0", 1030, 1038, 1039),
            row(104, "completed", "false,0,0,0,0,0", 1040, 1040, 1041));
    assertThat(lines.get(501))
        .isEqualTo(row(500, "completed", "true,8000000,0,0,0,8000000", 5000, 5000, 5009));
  }

  /// Operation 102 is due at 1020 ms and starts at 1037 ms, behind the first collection; then there
  /// is another one of 8 ms, for another reason.
  @Test
  void twoCausesOfAKindAreOneColumn() throws IOException {
    pauses = Map.of(100, 35 * MILLI, 102, 8 * MILLI, 500, 8 * MILLI);
    moreStalls =
        List.of(
            stall(StallKind.GC_PAUSE, 1037 * MILLI, 8 * MILLI)
                .withCause("Allocation")
                .withStop(2L));
    makeRun(true, true);

    assertThat(operations().out())
        .contains(row(102, "completed", "true,25000000,0,0,25000000,0", 1020, 1037, 1046));
    assertThat(ids(operations("--cause", "gc pause: Allocation"))).startsWith("102");
  }

  /// Trace ids of operations 1 and 100, made by another implementation.
  private static final String FIRST_ID = "e509459f0caac196f38064570391de44";

  private static final String SLOW_ID = "4c01107159030b0e38264662fcaf055e";

  private String explain(String... flags) {
    List<String> line = new ArrayList<>(List.of("explain", folder.resolve("run").toString()));
    line.addAll(List.of(flags));
    World world = new World(folder);
    assertThat(world.run(line.toArray(String[]::new))).isZero();
    return world.out();
  }

  @Test
  void traceIdsAreAColumn() throws IOException {
    makeRun(true, true, true);
    List<String> csv = operations().out().lines().toList();
    List<String> json = operations("--format", "jsonl").out().lines().toList();

    assertThat(csv.getFirst()).contains(",end_epoch_ns,trace_id,slow,");
    assertThat(csv.get(2)).contains("," + FIRST_ID + ",false,");
    assertThat(csv.get(101)).contains("," + SLOW_ID + ",true,");
    assertThat(new JsonMapper().readTree(json.get(1)).get("trace_id").asString())
        .isEqualTo(FIRST_ID);
  }

  /// The run as that of the only machine of a fleet.
  private void makeFleetRun() throws IOException {
    makeRun(true, true);
    Path own = Files.move(folder.resolve("run"), folder.resolve("own"));
    Fleet.Machine machine =
        new Fleet.Machine(
            "m1",
            "host",
            "1/1",
            Fleet.State.FINISHED,
            Fleet.Clock.SAME,
            null,
            new Fleet.Course(0L, 9L),
            null);
    RunDirectory run = RunDirectory.create(folder.resolve("run"));
    run.write(RunDirectory.open(own).read().withFleet(new Fleet(List.of(machine))));
    Files.move(own, Files.createDirectory(run.resolve("machines")).resolve("m1"));
  }

  @Test
  void machineIsAColumnOfARunOfSeveral() throws IOException {
    makeFleetRun();
    List<String> csv = operations().out().lines().toList();

    assertThat(csv.getFirst()).contains(",end_epoch_ns,machine,slow,");
    assertThat(csv).hasSize(COUNT + 1);
    assertThat(csv.get(2)).contains(",m1,false,");
  }

  @Test
  void explanationsNameTheMachine() throws IOException {
    makeFleetRun();
    JsonNode json = new JsonMapper().readTree(explain("--format", "json"));

    assertThat(json.get("slowest").findValuesAsString("machine"))
        .hasSize(json.get("slowest").size())
        .containsOnly("m1");
    assertThat(json.get("causes").findValuesAsString("machine")).isEmpty();
    assertThat(explain()).contains(" of m1 at ").contains("\nm1         1/1 ");
    assertThat(explain("--operation", "1")).startsWith("operation 1  write of m1, due at ");
  }

  @Test
  void explanationsHaveTraceIds() throws IOException {
    makeRun(true, true, true);
    JsonNode slowest = new JsonMapper().readTree(explain("--format", "json")).get("slowest");

    assertThat(slowest.findValuesAsString("traceId")).hasSize(slowest.size()).contains(SLOW_ID);
    assertThat(explain().replaceAll("\\s+", " ")).contains("; trace " + SLOW_ID + " ");
    assertThat(explain("--operation", "1")).endsWith("trace " + FIRST_ID + "\n");
  }

  @Test
  void explanationsHaveLinksToTraces() throws IOException {
    String link = "http://localhost:16686/trace/";
    makeRun(true, true, true, Map.of("connections", 1, "seed", 42, "trace-link", link + "{id}"));

    assertThat(explain().replaceAll("\\s+", " ")).contains("; trace " + link + SLOW_ID + " ");
    assertThat(explain().lines()).allMatch(each -> each.length() <= 80);
    assertThat(explain("--operation", "1")).endsWith("trace " + link + FIRST_ID + "\n");
  }

  @Test
  void aTextThatIsNoLinkIsNotPrinted() throws IOException {
    makeRun(true, true, true, Map.of("connections", 1, "seed", 42, "trace-link", "\u001b[2J{id}"));

    assertThat(explain("--operation", "1")).endsWith("trace " + FIRST_ID + "\n");
  }

  @Test
  void whatWasNeverSentHasNoStart() throws IOException {
    makeRun(true, true);
    String last = operations("--slow").out().lines().toList().getLast();

    assertThat(last)
        .startsWith(
            "999,write,never_sent,9990000000,,10010000000," + (EPOCH + 9_990 * MILLI) + ",,")
        .contains(",true,19000000,");
  }

  @Test
  void namesAreQuotedWhereTheFormatNeedsIt() throws IOException {
    makeForeignRun("a,\"b\"", "two\nlines");

    assertThat(operations().out()).contains("\n0,\"a,\"\"b\"\"\",completed,0,0,1000000,");
    assertThat(operations().out()).contains("\n1,\"two\nlines\",completed,10000000,");
    List<String> json = operations("--format", "jsonl").out().lines().toList();
    assertThat(json).hasSize(2);
    assertThat(new JsonMapper().readTree(json.getFirst()).get("operation").asString())
        .isEqualTo("a,\"b\"");
    assertThat(new JsonMapper().readTree(json.getLast()).get("operation").asString())
        .isEqualTo("two\nlines");
  }

  @Test
  void selectsSlowOperations() throws IOException {
    makeRun(true, true);

    assertThat(ids(operations("--slow"))).containsExactly("100", "101", "102", "103", "500", "999");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gc | 100 101 102 103",
        "gc pause | 100 101 102 103",
        "GC_PAUSE | 100 101 102 103",
        "target gc-pause | 100 101 102 103",
        "gc pause: System.gc() | 100 101 102 103",
        "stopped | 500",
        "target | 100 101 102 103 500",
        "sent late | 999",
        "generator | 999",
      })
  void selectsTheOperationsOfACause(String cause, String expected) throws IOException {
    makeRun(true, true);

    assertThat(ids(operations("--cause", cause))).containsExactly(expected.split(" "));
    assertThat(exitCode).isZero();
  }

  private static List<String> ids(World world) {
    return world.out().lines().skip(1).map(each -> each.substring(0, each.indexOf(','))).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"host", "target sent late", "gc pause: G1", "lock"})
  void aCauseThatTookNothingIsSaid(String cause) throws IOException {
    makeRun(true, true);
    World world = operations("--cause", cause);

    assertThat(world.out().lines()).hasSize(1);
    assertThat(world.err()).contains("no operation matches");
    assertThat(exitCode).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "gcc", "g", "target:", "target gcc", "pause", "target: gc"})
  void anUnknownCauseIsRefusedWithTheList(String cause) throws IOException {
    makeRun(true, true);

    assertThat(operations("--cause", cause).err())
        .contains("--cause", "target, generator, host", "gc pause", "hiccup", "sent late")
        .doesNotContain("\tat ");
    assertThat(exitCode).isEqualTo(2);
  }

  @Test
  void jsonLinesHaveTheSameMembersInEachRow() throws IOException {
    makeRun(true, true);
    List<String> csv = operations().out().lines().toList();
    List<String> lines = operations("--format", "jsonl").out().lines().toList();

    assertThat(lines).hasSize(COUNT);
    String[] names = csv.getFirst().split(",");
    for (int i = 0; i < COUNT; i++) {
      JsonNode row = new JsonMapper().readTree(lines.get(i));
      assertThat(row.propertyNames()).containsExactly(names);
      String[] values = csv.get(i + 1).split(",", -1);
      for (int column = 0; column < names.length; column++) {
        assertThat(row.get(names[column]).asString("")).isEqualTo(values[column]);
      }
    }
    JsonNode last = new JsonMapper().readTree(lines.getLast());
    assertThat(last.get("start_ns").isNull()).isTrue();
    assertThat(last.get("slow").isBoolean()).isTrue();
    assertThat(last.get("end_epoch_ns").asLong()).isEqualTo(EPOCH + 10_010 * MILLI);
  }

  @Test
  void sumsOfColumnsAreThoseOfTheExplanation() throws IOException {
    makeRun(true, true);
    World explain = new World(folder);
    explain.run("explain", folder.resolve("run").toString(), "--format", "json");
    JsonNode explanation = new JsonMapper().readTree(explain.out());
    long excess = 0;
    long gc = 0;
    for (String line : operations("--slow", "--format", "jsonl").out().lines().toList()) {
      JsonNode row = new JsonMapper().readTree(line);
      excess += row.get("excess_ns").asLong();
      gc += row.get("target_gc_pause_ns").asLong();
    }

    assertThat(excess).isEqualTo(explanation.get("excess").asLong());
    assertThat(gc).isEqualTo(86 * MILLI);
  }

  @Test
  void withoutAWatchNoCauseOfTheTargetHasAColumn() throws IOException {
    makeRun(false, true);
    World world = operations();

    assertThat(exitCode).isZero();
    assertThat(world.out().lines().toList().getFirst())
        .startsWith(HEADER)
        .doesNotContain("target", "host");
    assertThat(world.out())
        .contains(row(100, "completed", "true,35000000,35000000,0", 1000, 1000, 1036));
    assertThat(world.err()).contains("takt run --watch");
  }

  @Test
  void withoutAScheduleNothingIsIntended() throws IOException {
    makeRun(true, false);

    assertThat(operations().out().lines().toList().get(2))
        .startsWith("1,write,completed,,10000000,11000000,," + (EPOCH + GAP));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--format table", "--slow=x", "--nonsense"})
  void whatIsNotUnderstoodIsSaid(String flags) throws IOException {
    makeRun(true, true);

    assertThat(operations(flags.split(" ", -1)).err()).startsWith("takt").doesNotContain("\tat ");
    assertThat(exitCode).isEqualTo(2);
  }

  @Test
  void aMissingRunIsSaid() {
    assertThat(operations().err()).contains("does not exist").doesNotContain("\tat ");
    assertThat(exitCode).isEqualTo(1);
  }
}
