package dev.takt.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cli.World;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Environment;
import dev.takt.runs.model.Evidence;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.RunRecord.Phase;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.model.Stalls;
import dev.takt.runs.trace.OperationTraceWriter;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Uses a known run: every 10 ms an operation that takes 1 ms, on one connection, and a collection
/// of 35 ms that begins with operation 100.
final class ExplainCommandTest {

  private static final long MILLI = 1_000_000;
  private static final long GAP = 10 * MILLI;
  private static final long WORK = MILLI;
  private static final long PAUSE = 35 * MILLI;
  private static final int FIRST = 100;
  private static final int COUNT = 1_000;
  private static final Stall COLLECTION =
      Stall.of(
              StallKind.GC_PAUSE,
              Side.TARGET,
              new Stall.Interval(FIRST * GAP, FIRST * GAP + PAUSE, 1_000, "test"))
          .withCause("System.gc()")
          .withStop(1L)
          .withEvidence(
              Evidence.Safepoint.of("G1CollectFull", 0)
                  .with(
                      new Evidence.GcPause(
                          1L,
                          "GC Pause",
                          "G1Full",
                          null,
                          null,
                          null,
                          new Evidence.GcCollection(
                              Evidence.GcKind.FULL,
                              null,
                              null,
                              "shop.Cart.clear:12",
                              new Evidence.GcHeap(
                                  50L << 20, 20L << 20, null, null, null, null, null)))));

  @TempDir Path folder;

  private RunDirectory run(boolean watched) throws IOException {
    RunDirectory directory = RunDirectory.create(folder.resolve("run"));
    directory.write(
        RunRecord.started(
                Map.of("mode", "fixed", "connections", 1, "workers", 1), Environment.capture())
            .withPhases(0, List.of(new Phase(Phase.MEASURE, 0, COUNT * GAP)))
            .ended(RunRecord.State.FINISHED, null));
    if (watched) {
      directory.write(
          new Stalls(1, List.of(), List.of(), List.of(COLLECTION), 0, List.of(), Map.of()));
    }
    try (OperationTraceWriter trace =
        new OperationTraceWriter(directory.operationTrace(), List.of("read"), 0, COUNT)) {
      OperationTraceWriter.Lane lane = trace.lane(COUNT);
      long free = 0;
      for (int i = 0; i < COUNT; i++) {
        long due = i * GAP;
        long start = Math.max(due, free);
        free = start + WORK + (i == FIRST ? PAUSE : 0);
        lane.record(0, due, start, free, OperationState.COMPLETED.code());
      }
      trace.drain(0);
    }
    return directory;
  }

  private World explain(String... more) {
    World world = new World(folder);
    String[] args = new String[2 + more.length];
    args[0] = "explain";
    args[1] = folder.resolve("run").toString();
    System.arraycopy(more, 0, args, 2, more.length);
    exitCode = world.run(args);
    return world;
  }

  private int exitCode;

  @Test
  void namesTheCauseAndWhatWouldBeWithoutIt() throws IOException {
    run(true);
    String out = explain("--slowest", "2").out();

    assertThat(exitCode).isZero();
    // 35, 35 - 9, 35 - 18 and 35 - 27 ms longer than normal.
    assertThat(out)
        .contains("4 of 1,000 operations (86.0 ms of excess)")
        .containsPattern(
            "100\\.0 %  target gc pause: System\\.gc\\(\\) +1  35\\.0 ms +1\\.00 ms  1\\.00 ms")
        .doesNotContain("unexplained ");
    assertThat(out.replaceAll("\n +", " "))
        .contains(
            "100 read at 1.000 s: 36.0 ms = service 36.0 ms (GC pause (System.gc()) at 1.000 s 35.0 ms)")
        .contains(
            "101 read at 1.010 s: 27.0 ms = wait 26.0 ms (GC pause (System.gc()) at 1.000 s 25.0 ms;");
    assertThat(out.lines()).allMatch(line -> line.codePointCount(0, line.length()) <= 80);
  }

  private static Stall collectionAt(long begin, long gcId) {
    Evidence.Safepoint known = (Evidence.Safepoint) COLLECTION.evidence();
    Evidence.GcPause gc = known.gc();
    return COLLECTION
        .withInterval(new Stall.Interval(begin, begin + PAUSE, 1_000, "test"))
        .withStop(gcId)
        .withEvidence(
            known.with(
                new Evidence.GcPause(
                    gcId, gc.pause(), gc.collector(), null, null, null, gc.collection())));
  }

  /// Those of the warm-up, and after the load, are in no figure of the run.
  @Test
  void collectionsOfTheMeasuredPartCount() throws IOException {
    RunDirectory directory = run(true);
    directory.write(
        new Stalls(
            1,
            List.of(),
            List.of(),
            List.of(collectionAt(-2 * PAUSE, 0), COLLECTION, collectionAt(COUNT * GAP + PAUSE, 2)),
            0,
            List.of(),
            Map.of()));
    assertThat(explain().out()).contains("  full, System.gc()      1  35.0 ms");
    JsonNode report =
        new JsonMapper().readTree(explain("--format", "json").out()).get("collections").get(0);
    assertThat(report.get("kinds").get(0).get("count").asLong()).isEqualTo(1);
  }

  @Test
  void saysWhatCollectionsAchieved() throws IOException {
    run(true);
    assertThat(explain().out())
        .endsWith(
            """
            target collections   count   paused   before    after    freed  promoted
              full, System.gc()      1  35.0 ms  50.0 MB  20.0 MB  30.0 MB         -
              - 1 full collection by System.gc() from shop.Cart.clear:12
            """);

    JsonNode report =
        new JsonMapper().readTree(explain("--format", "json").out()).get("collections").get(0);
    assertThat(report.get("side").asString()).isEqualTo("target");
    assertThat(report.get("findings").get(0).asString())
        .isEqualTo("1 full collection by System.gc() from shop.Cart.clear:12");
    JsonNode row = report.get("kinds").get(0);
    assertThat(row.get("kind").asString()).isEqualTo("full_explicit");
    assertThat(row.get("count").asLong()).isEqualTo(1);
    assertThat(row.get("pausedNanos").asLong()).isEqualTo(PAUSE);
    assertThat(row.get("longestNanos").asLong()).isEqualTo(PAUSE);
    assertThat(row.get("beforeBytes").asLong()).isEqualTo(50L << 20);
    assertThat(row.get("afterBytes").asLong()).isEqualTo(20L << 20);
    assertThat(row.get("freedBytes").asLong()).isEqualTo(30L << 20);
    assertThat(row.get("promotedBytes").isNull()).isTrue();
  }

  @Test
  void threeOfTheSlowestOperationsAreListedUnlessMoreAreWanted() throws IOException {
    run(true);

    assertThat(listed(explain())).containsExactly("100", "101", "102");
    assertThat(listed(explain("--slowest", "4"))).hasSize(4);
  }

  /// The numbers of the listed operations.
  private static List<String> listed(World world) {
    return world
        .out()
        .lines()
        .filter(line -> line.matches("  - \\d+ read at .*"))
        .map(line -> line.substring(4, line.indexOf(" read")))
        .toList();
  }

  @Test
  void theSameForMachines() throws IOException {
    run(true);
    JsonNode json = new JsonMapper().readTree(explain("--format", "json").out());

    assertThat(json.get("format").asString()).isEqualTo("takt-explanation-1");
    assertThat(json.get("slow").asLong()).isEqualTo(4);
    assertThat(json.get("excess").asLong()).isEqualTo(86 * MILLI);
    JsonNode cause = json.get("causes").get(0);
    assertThat(cause.get("kind").asString()).isEqualTo("gc_pause");
    assertThat(cause.get("detail").asString()).isEqualTo("System.gc()");
    assertThat(cause.get("direct").asLong() + cause.get("inherited").asLong())
        .isEqualTo(86 * MILLI);
    // Direct time: all 35 ms of the first operation, and the rest of the pause when the others
    // arrived.
    assertThat(cause.get("direct").asLong()).isEqualTo((35 + 25 + 15 + 5) * MILLI);
    assertThat(cause.get("without").get("p999").asLong()).isBetween(WORK, WORK + WORK / 500);
    assertThat(json.get("unexplained").get("waiting").asLong()).isZero();
    assertThat(json.get("slowest").get(3).get("id").asInt()).isEqualTo(103);
  }

  @Test
  void drawsOneOperation() throws IOException {
    run(true);
    String out = explain("--operation", "101").out();

    assertThat(exitCode).isZero();
    assertThat(out)
        .startsWith("operation 101  read, due at 1.010000 s, completed after 27.0 ms")
        .contains("wait", "░", "service", "█", "target gc pause: System.g…", "━")
        .contains("+37.0 ms");
    assertThat(out.lines()).allMatch(line -> line.codePointCount(0, line.length()) <= 100);
    assertThat(explain("--operation", "5").out()).contains("completed after 1.00 ms");
  }

  @Test
  void whatWasNotWatchedStaysUnexplained() throws IOException {
    run(false);
    String out = explain().out();

    assertThat(exitCode).isZero();
    assertThat(out).containsPattern("100\\.0 %  unexplained\n").contains("takt run --watch");
  }

  @Test
  void aTraceThatIsCutOffIsExplainedAsFarAsItGoes() throws IOException {
    Path trace = run(true).operationTrace();
    try (RandomAccessFile file = new RandomAccessFile(trace.toFile(), "rw")) {
      file.setLength(file.length() - 3);
    }

    assertThat(explain().out()).contains("The end of operations.bin is missing");
    assertThat(exitCode).isZero();
  }

  @Test
  void noRunNoTraceAndNoOperationsAreSaid() throws IOException {
    assertThat(explain().err()).contains("does not exist").doesNotContain("\tat ");
    assertThat(exitCode).isEqualTo(1);

    RunDirectory directory = run(true);
    Files.delete(directory.operationTrace());
    assertThat(explain().err()).contains("operations.bin").doesNotContain("\tat ");
    assertThat(exitCode).isEqualTo(1);

    Files.writeString(directory.operationTrace(), "nonsense");
    assertThat(explain().err()).contains("is not an operation trace");
    assertThat(exitCode).isEqualTo(1);

    try (var _ = new OperationTraceWriter(directory.operationTrace(), List.of("read"), 0, 0)) {
      // An empty run.
    }
    assertThat(explain().err()).contains("nothing to explain");
    assertThat(exitCode).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--operation x",
        "--operation -1",
        "--operation 99999999999",
        "--operation 1000",
        "--slowest 10001",
        "--format yaml",
        "--hlp"
      })
  void whatIsNotUnderstoodIsSaid(String flags) throws IOException {
    run(true);

    assertThat(explain(flags.split(" ", -1)).err()).startsWith("takt").doesNotContain("\tat ");
    assertThat(exitCode).isEqualTo(2);
  }
}
