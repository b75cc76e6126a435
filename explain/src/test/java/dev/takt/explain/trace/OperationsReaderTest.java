package dev.takt.explain.trace;

import static dev.takt.runs.trace.OperationRecord.NONE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.explain.queue.Lateness;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Environment;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.RunRecord.Phase;
import dev.takt.runs.trace.JourneySteps;
import dev.takt.runs.trace.OperationRecord;
import dev.takt.runs.trace.OperationTrace;
import dev.takt.runs.trace.OperationTraceWriter;
import dev.takt.runs.trace.OperationTraceWriter.Lane;
import dev.takt.runs.trace.TraceContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Compares parallel reading with sequential reading by [OperationTrace#next], sorted.
final class OperationsReaderTest {

  private static final int OPERATIONS = 60_000;
  private static final int LANES = 3;
  private static final long FROM = 1_000_000;
  private static final long UNTIL = 55_000_000;

  /// With drains after two operations, blocks overlap a little; after ten thousand, completely.
  private static final int OFTEN = 500;

  private static final int SELDOM = 20_000;

  @TempDir Path temp;

  @ParameterizedTest
  @ValueSource(ints = {OFTEN, SELDOM})
  void parallelReadingMatchesSequentialReading(int drainEvery) throws IOException {
    RunDirectory directory = directory();
    write(directory, drainEvery, true);

    OperationsReader.Read read = OperationsReader.read(directory, directory.read());

    assertThat(read.truncated()).isFalse();
    assertThat(read.skipped()).isZero();
    assertThat(read.operations().isScheduled()).isTrue();
    List<OperationRecord> expected = readByOne(directory);
    assertThat(expected).hasSizeBetween(OPERATIONS / 2, OPERATIONS - 1);
    assertThat(toRecords(read.operations())).isEqualTo(expected);
    assertDurations(read.operations());
  }

  @Test
  void unorderedTraceIsSorted() throws IOException {
    RunDirectory directory = directory();
    write(directory, SELDOM, false);

    Operations read = OperationsReader.read(directory, directory.read()).operations();

    assertThat(toRecords(read)).isEqualTo(readByOne(directory));
    assertDurations(read);
  }

  @Test
  void blocksAfterADamagedOneAreIgnored() throws IOException {
    RunDirectory directory = directory();
    write(directory, OFTEN, true);
    byte[] bytes = Files.readAllBytes(directory.operationTrace());
    int whole = readByOne(directory).size();
    for (int part = 1; part < 20; part += 3) {
      int at = bytes.length / 20 * part;
      byte[] damaged = bytes.clone();
      damaged[at] ^= 0x10;
      Files.write(directory.operationTrace(), damaged);
      assertReadsWhatIsThere(directory, whole);
      Files.write(directory.operationTrace(), Arrays.copyOf(bytes, at));
      assertReadsWhatIsThere(directory, whole);
    }
  }

  /// Numbers keep their operations through blocks that overlap, and operations without an end.
  @ParameterizedTest
  @ValueSource(ints = {1, 1_000_000})
  void traceIdsAreThoseOfTheOperations(int shuffledWithin) throws IOException {
    RunDirectory directory = directory(Map.of("seed", 42L));
    List<Integer> order = new ArrayList<>(IntStream.range(0, OPERATIONS).boxed().toList());
    for (int from = 0; from < OPERATIONS; from += shuffledWithin) {
      Collections.shuffle(
          order.subList(from, Math.min(OPERATIONS, from + shuffledWithin)), new Random(from));
    }
    try (OperationTraceWriter writer =
        new OperationTraceWriter(directory.operationTrace(), List.of("a"), 0, OPERATIONS, true)) {
      Lane lane = writer.lane(1_000);
      for (int i = 0; i < OPERATIONS; i++) {
        int n = order.get(i);
        long due = n * 1_000L;
        lane.record(0, due, due, n % 100 == 0 ? NONE : due + 5, n % 100 == 0 ? 3 : 0, 7L * n);
        if (i % 1_000 == 999) {
          writer.drain(0);
        }
      }
      writer.drain(0);
    }
    Operations read = OperationsReader.read(directory, directory.read()).operations();
    long start = directory.read().timeBase().clockAnchors().getFirst().epochNanos();
    TraceContext traces = new TraceContext(42, start);

    assertThat(read.hasTraceIds()).isTrue();
    for (int i = 0; i < read.size(); i++) {
      assertThat(read.traceId(i)).isEqualTo(traces.traceId(7 * (read.due(i) / 1_000)));
    }
    directory.write(record(Map.of()));
    assertThat(OperationsReader.read(directory, directory.read()).operations().traceId(0)).isNull();
  }

  /// Every other step starts 900 ns after it was due, of which it waited 600 ns for a connection
  /// that was not ready. By the ends of other steps there was one.
  @Test
  void waitsForConnectionsAreNoLateness() throws IOException {
    RunDirectory directory = directory();
    try (OperationTraceWriter writer =
        new OperationTraceWriter(directory.operationTrace(), List.of("a"), 0, OPERATIONS, true)) {
      writer.writeJourneys(new JourneySteps(2, false, List.of("j"), List.of(0)));
      Lane lane = writer.lane(OPERATIONS);
      for (int i = 0; i < OPERATIONS; i++) {
        long due = i * 1_000L;
        lane.record(0, due, due + 900, due + 950, 0, i, i % 2 * 600L);
      }
      writer.drain(0);
    }

    Operations read = OperationsReader.read(directory, directory.read()).operations();
    Lateness lateness = Lateness.of(read, 16);
    Lateness ofUnlimited = Lateness.of(read, Lateness.UNLIMITED);

    assertThat(read.size()).isGreaterThan(OPERATIONS / 2);
    for (int i = 0; i < read.size(); i++) {
      boolean waits = read.due(i) / 1_000 % 2 == 1;
      assertThat(lateness.own(i)).isEqualTo(waits ? 300 : 900);
      assertThat(ofUnlimited.own(i)).isEqualTo(waits ? 300 : 900);
      assertThat(lateness.unused(i)).isEqualTo(900);
      assertThat(lateness.total(i)).isBetween(lateness.own(i), lateness.own(i) + 900 / 16);
    }
  }

  @Test
  void aTraceWithoutNumbersHasNoTraceIds() throws IOException {
    RunDirectory directory = directory(Map.of("seed", 42L));
    write(directory, 1_000, true);
    Operations read = OperationsReader.read(directory, directory.read()).operations();

    assertThat(read.hasTraceIds()).isFalse();
    assertThat(read.traceId(0)).isNull();
  }

  private static void assertReadsWhatIsThere(RunDirectory directory, int whole) throws IOException {
    OperationsReader.Read read = OperationsReader.read(directory, directory.read());
    assertThat(read.truncated()).isTrue();
    assertThat(read.operations().size()).isLessThanOrEqualTo(whole);
    assertThat(toRecords(read.operations())).isEqualTo(readByOne(directory));
    assertDurations(read.operations());
  }

  /// Compares the durations counted while reading with those counted afterwards.
  private static void assertDurations(Operations read) {
    OperationsBuilder builder = new OperationsBuilder(read.names());
    for (int i = 0; i < read.size(); i++) {
      builder.add(read.name(i), read.due(i), read.start(i), read.end(i), read.state(i));
    }
    Durations expected = builder.build(true).durations();
    Durations found = read.durations();
    assertThat(found.latestEnd()).isEqualTo(expected.latestEnd());
    assertThat(found.responses()).usingRecursiveComparison().isEqualTo(expected.responses());
    for (int name = 0; name < read.names().size(); name++) {
      assertThat(ranks(found.completed(name))).isEqualTo(ranks(expected.completed(name)));
      assertThat(ranks(found.services(name))).isEqualTo(ranks(expected.services(name)));
    }
  }

  /// The total, and the value of each seventh rank.
  private static long[] ranks(DurationHistogram durations) {
    long total = durations.total();
    LongStream ranks = LongStream.iterate(1, rank -> rank <= total, rank -> rank + 7);
    return LongStream.concat(LongStream.of(total), ranks.map(durations::highestAt)).toArray();
  }

  private RunDirectory directory() throws IOException {
    return directory(Map.of());
  }

  private RunDirectory directory(Map<String, Object> plan) throws IOException {
    RunDirectory directory = RunDirectory.create(temp.resolve("run"));
    directory.write(record(plan));
    return directory;
  }

  private static RunRecord record(Map<String, Object> plan) {
    return RunRecord.started(plan, Environment.capture())
        .withPhases(0, List.of(new Phase(Phase.MEASURE, FROM, UNTIL)))
        .ended(RunRecord.State.FINISHED, null);
  }

  private static void write(RunDirectory directory, int drainEvery, boolean inOrder)
      throws IOException {
    Random random = new Random(1);
    try (OperationTraceWriter writer =
        new OperationTraceWriter(directory.operationTrace(), List.of("a", "b"), 0, OPERATIONS)) {
      Lane[] lanes = new Lane[LANES];
      Arrays.setAll(lanes, _ -> writer.lane(drainEvery));
      for (int i = 0; i < OPERATIONS; i++) {
        long due = (inOrder ? i : random.nextInt(OPERATIONS)) * 1_000L + random.nextInt(9) * 500L;
        put(lanes[i % LANES], random, i % 2, due);
        if (i % drainEvery == 0) {
          writer.drain(0);
        }
      }
      writer.drain(0);
    }
  }

  private static void put(Lane lane, Random random, int name, long due) {
    long start = due + random.nextInt(100);
    long end = start + random.nextInt(5_000);
    boolean added =
        switch (random.nextInt(1_000)) {
          case 0 -> lane.record(name, due, NONE, NONE, OperationState.NEVER_SENT.code());
          case 1 -> lane.record(name, due, start, NONE, OperationState.UNFINISHED.code());
          case 2 -> lane.record(name, due, NONE, end, OperationState.FAILED.code());
          default -> lane.record(name, due, start, end, OperationState.COMPLETED.code());
        };
    assertThat(added).isTrue();
  }

  /// The expected result, by the simplest implementation.
  private static List<OperationRecord> readByOne(RunDirectory directory) throws IOException {
    List<OperationRecord> ended = new ArrayList<>();
    List<OperationRecord> open = new ArrayList<>();
    try (OperationTrace trace = OperationTrace.open(directory.operationTrace())) {
      for (OperationRecord each = trace.next(); each != null; each = trace.next()) {
        if (FROM <= each.due() && each.due() <= UNTIL) {
          (each.end() == NONE ? open : ended).add(each);
        }
      }
    }
    long last = ended.stream().mapToLong(OperationRecord::end).max().orElse(0);
    List<OperationRecord> all = new ArrayList<>();
    for (OperationRecord each : ended) {
      all.add(toRecords(each, each.start() == NONE ? each.end() : each.start(), each.end()));
    }
    for (OperationRecord each : open) {
      long start = each.start() == NONE ? Math.max(last, each.due()) : each.start();
      all.add(toRecords(each, start, Math.max(last, start)));
    }
    all.sort(Comparator.comparingLong(OperationRecord::intended));
    return all;
  }

  private static OperationRecord toRecords(OperationRecord each, long start, long end) {
    return new OperationRecord(
        each.index(), each.operation(), each.intended(), start, end, each.state());
  }

  private static List<OperationRecord> toRecords(Operations operations) {
    return IntStream.range(0, operations.size())
        .mapToObj(i ->
            new OperationRecord(
                operations.name(i),
                operations.names().get(operations.name(i)),
                operations.due(i),
                operations.start(i),
                operations.end(i),
                operations.state(i)))
        .toList();
  }
}
