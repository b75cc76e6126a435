package dev.takt.cassandra.stress.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.cassandra.stress.command.TokenRange;
import dev.takt.cassandra.stress.table.TokenRanges;
import dev.takt.cassandra.stress.table.TokenRanges.Bounds;
import dev.takt.cassandra.stress.table.TokenRanges.Range;
import dev.takt.driver.cql.workload.Request;
import dev.takt.driver.cql.workload.Workload;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.RowCount;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenRangesTest {

  private static final byte[] PAGE = {1};
  private static final Outcome FAILURE = Outcome.failed("ReadTimeout");

  @TempDir private Path folder;

  private static List<Bounds> ranges(List<Long> tokens, long splitFactor, int atLeast) {
    TokenRanges ranges = TokenRanges.of(tokens, new TokenRange(false, splitFactor), atLeast);
    List<Bounds> bounds = new ArrayList<>();
    for (int i = 0; i < ranges.size(); i++) {
      bounds.add(ranges.take().bounds());
    }
    return bounds;
  }

  @Test
  void rangesEndAtTheTokensOfNodes() {
    assertThat(ranges(List.of(40L, -7L, 3L, 40L), 1, 1))
        .containsExactly(
            new Bounds(Long.MIN_VALUE, -7),
            new Bounds(-7, 3),
            new Bounds(3, 40),
            new Bounds(40, Long.MAX_VALUE));
    assertThat(ranges(List.of(Long.MAX_VALUE), 1, 1))
        .containsExactly(new Bounds(Long.MIN_VALUE, Long.MAX_VALUE));
  }

  @Test
  void rangesAreSplit() {
    assertThat(ranges(List.of(0L, 3L), 2, 1))
        .containsExactly(
            new Bounds(Long.MIN_VALUE, -(1L << 62)),
            new Bounds(-(1L << 62), 0),
            new Bounds(0, 1),
            new Bounds(1, 3),
            new Bounds(3, 3 + (Long.MAX_VALUE - 3) / 2),
            new Bounds(3 + (Long.MAX_VALUE - 3) / 2, Long.MAX_VALUE));
    assertThat(ranges(List.of(0L), 1, 7)).as("two ranges, and 7 threads").hasSize(8);
    assertThat(ranges(List.of(0L), 5, 7)).hasSize(10);
    assertThat(ranges(List.of(0L, 1L), 3, 1)).as("no empty ranges").hasSize(7);
  }

  @Test
  void pagesOfARangeFollowEachOther() {
    TokenRanges ranges = TokenRanges.of(List.of(0L), new TokenRange(false, 1), 1);
    AtomicInteger done = new AtomicInteger();
    ranges.whenDone(done::incrementAndGet);
    Range first = ranges.take();
    assertThat(first.page()).isNull();
    ranges.read(first, PAGE, -5);
    Range again = ranges.take();
    assertThat(again).isSameAs(first);
    assertThat(again.page()).isEqualTo(PAGE);
    assertThat(again.token()).isEqualTo(-5);
    ranges.giveBack(again);
    assertThat(ranges.take()).as("after a failure").isSameAs(first);
    assertThat(first.page()).isEqualTo(PAGE);
    Range second = ranges.take();
    assertThat(second.bounds()).isEqualTo(new Bounds(0, Long.MAX_VALUE));
    Range repeated = ranges.take();
    assertThat(repeated.bounds()).isEqualTo(first.bounds());
    assertThat(List.of(first.isCounted(), second.isCounted(), repeated.isCounted()))
        .containsExactly(true, true, false);
    ranges.read(repeated, null, 0);
    ranges.read(second, null, 0);
    assertThat(done).hasValue(0);
    ranges.read(first, null, 0);
    assertThat(done).hasValue(1);
  }

  @Test
  void wrappingHasNoEnd() {
    TokenRanges ranges = TokenRanges.of(List.of(0L), new TokenRange(true, 1), 1);
    ranges.whenDone(() -> {
      throw new AssertionError("the end");
    });
    for (int i = 0; i < 10; i++) {
      Range range = ranges.take();
      assertThat(range.isCounted()).isTrue();
      ranges.read(range, null, 0);
    }
  }

  private UserScenario scenario() {
    UserScenario scenario =
        new UserScenario(
                folder,
                "k partition_key 0 int; j partition_key 1 int; c clustering 0 int; V regular -1 int")
            .withProfile("queries: {}\ntoken_range_queries: {all: {columns: '*', page_size: 7}}")
            .with("-rate threads=3");
    scenario.database.setTokens("org.apache.cassandra.dht.Murmur3Partitioner", "0", "100");
    return scenario;
  }

  /// 1,000 rows of tokens -500 to 499, of which each partition has up to three. Several operations
  /// are in flight; each seventh fails.
  @Test
  void aPassReadsEachRowOnce() throws DriverException {
    TreeMap<Long, Integer> table = new TreeMap<>();
    for (long token = -500; token < 500; token += 2) {
      table.put(token, Math.floorMod(token, 3) + 1);
    }
    int rows = table.values().stream().mapToInt(Integer::intValue).sum();
    Workload workload = scenario().open("all");
    assertThat(workload.statements())
        .containsExactly(
            "SELECT token(k, j), k, j, c, \"V\" FROM shop.items"
                + " WHERE token(k, j) > ? AND token(k, j) <= ?");
    AtomicInteger done = new AtomicInteger();
    workload.whenDone(done::incrementAndGet);
    Deque<Request> inFlight = new ArrayDeque<>();
    for (int i = 0; i < 3; i++) {
      inFlight.add(workload.newRequest(false));
    }
    int operations = 0;
    while (done.get() == 0) {
      Request request = inFlight.remove();
      request.begin(0, operations++);
      Outcome failure = operations % 7 == 0 ? FAILURE : null;
      if (failure == null) {
        answer(request, table);
      }
      assertThat(request.ended(failure)).isEqualTo(failure == null ? Outcome.OK : failure);
      inFlight.add(request);
      assertThat(operations).isLessThan(1000);
    }
    assertThat(workload.rowCount(0)).contains(new RowCount(table.size(), rows));
    assertThat(operations).isGreaterThan(rows / 7);
  }

  /// As a server: a page of 7 rows, whose state is the number of rows before the next one.
  private static void answer(Request request, NavigableMap<Long, Integer> table) {
    ByteBuffer values = ByteBuffer.allocate(100);
    request.putValues(0, values);
    values.flip().position(6);
    long above = values.getLong();
    long to = values.position(18).getLong();
    List<Long> rows = new ArrayList<>();
    table
        .subMap(above, false, to, true)
        .forEach((token, count) -> rows.addAll(Collections.nCopies(count, token)));
    byte[] state = request.firstPage();
    int from = state == null ? 0 : ByteBuffer.wrap(state).getInt();
    int end = Math.min(rows.size(), from + request.pageSize());
    ByteBuffer body = ByteBuffer.allocate(1000);
    for (long token : rows.subList(from, end)) {
      body.putInt(8).putLong(token).putInt(-1).putInt(2).putShort((short) 1);
    }
    request.take(end - from, 3, body.flip());
    if (end < rows.size()) {
      assertThat(request.readsPage(ByteBuffer.allocate(4).putInt(end).array())).isFalse();
    }
  }

  @Test
  void rehearsalReadsOtherPages() throws DriverException {
    Workload workload = scenario().open("all");
    Request rehearsal = workload.newRequest(true);
    Request request = workload.newRequest(false);
    for (Request each : List.of(rehearsal, request)) {
      each.begin(0, 0);
      assertThat(each.firstPage()).isNull();
      assertThat(each.readsPage(PAGE)).isFalse();
      assertThat(each.ended(null)).isEqualTo(Outcome.OK);
    }
    assertThat(workload.rowCount(0)).contains(new RowCount(0, 0));
  }

  @Test
  void otherPartitionersAreRefused() {
    UserScenario scenario = scenario();
    scenario.database.setTokens("org.apache.cassandra.dht.RandomPartitioner", "7");
    assertThatThrownBy(() -> scenario.open("all"))
        .isInstanceOf(DriverException.class)
        .hasMessage(
            "token range queries need Murmur3Partitioner; the cluster has"
                + " org.apache.cassandra.dht.RandomPartitioner");
  }
}
