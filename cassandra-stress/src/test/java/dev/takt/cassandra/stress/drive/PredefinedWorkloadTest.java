package dev.takt.cassandra.stress.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cassandra.stress.command.StressCommand;
import dev.takt.cassandra.stress.command.StressSettings;
import dev.takt.cassandra.stress.data.DataVersion;
import dev.takt.cassandra.stress.table.FakeDatabase;
import dev.takt.driver.cql.protocol.Consistency;
import dev.takt.driver.cql.workload.Request;
import dev.takt.driver.cql.workload.Workload;
import dev.takt.driver.cql.workload.WorkloadProvider.Setup;
import dev.takt.load.driver.Outcome;
import dev.takt.load.share.FleetSettings;
import dev.takt.load.share.Share;
import dev.takt.load.share.Sharing;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PredefinedWorkloadTest {

  private static final Outcome REFUSED = Outcome.failed("WriteTimeout");

  /// What cassandra-stress stores as C0 of the first partition.
  private static final String FIRST_C0 =
      "041c6a27dc0dcdfd65fec10f8598138934413aa47badd9942cd9987024c746219625";

  private static PredefinedWorkload workload(String line, DataVersion version) {
    return workload(line, version, Share.WHOLE);
  }

  private static PredefinedWorkload workload(String line, DataVersion version, Share share) {
    StressSettings settings = StressSettings.parse(List.of(line));
    StressCommand.Run command = (StressCommand.Run) settings.command();
    return new PredefinedWorkload(
        command,
        settings.run().orElseThrow(),
        new Setup(
            line,
            "",
            List.copyOf(command.operations().shares().keySet()),
            Consistency.ONE,
            42,
            new Sharing(share, null, FleetSettings.DEFAULT),
            new FakeDatabase(""),
            _ -> {}),
        version);
  }

  private static Workload workload(String line) {
    return workload(line, DataVersion.V4);
  }

  /// The values that are sent, in hexadecimal.
  private static List<String> values(Request request) {
    ByteBuffer body = ByteBuffer.allocate(100_000);
    request.putValues(0, body);
    body.flip();
    List<String> values = new ArrayList<>();
    for (int left = body.getShort(); left > 0; left--) {
      byte[] value = new byte[body.getInt()];
      body.get(value);
      values.add(HexFormat.of().formatHex(value));
    }
    assertThat(body.hasRemaining()).isFalse();
    return values;
  }

  private static List<String> begin(Request request, int operation, long n) {
    request.begin(operation, n);
    return values(request);
  }

  private static String text(String hex) {
    return new String(HexFormat.of().parseHex(hex), StandardCharsets.US_ASCII);
  }

  private static void end(Request request) {
    assertThat(request.ended(null)).isEqualTo(Outcome.OK);
  }

  @ParameterizedTest
  @CsvSource({"V4, 708PK46680, N3O6LLK750, M50367M111", "V3, 0P37709P21, O8LK79LO61, OP001L5930"})
  void writesKeysOfCassandraStress(DataVersion version, String one, String two, String three) {
    Request request = workload("write n=3", version).newRequest(false);
    List<String> keys = new ArrayList<>();
    for (int n = 0; n < 3; n++) {
      keys.add(text(begin(request, 0, n).getLast()));
      end(request);
    }
    assertThat(keys).containsExactly(one, two, three);
  }

  @Test
  void writesValuesBeforeTheKey() {
    List<String> values = begin(workload("write n=3").newRequest(false), 0, 0);
    assertThat(values).hasSize(6).allMatch(value -> value.length() == 68 || value.length() == 20);
    assertThat(values.getFirst()).isEqualTo(FIRST_C0);
  }

  @Test
  void sameOperationKeepsItsPartition() {
    Request request = workload("write n=3").newRequest(false);
    List<String> first = begin(request, 0, 7);
    assertThat(begin(request, 0, 7)).isEqualTo(first);
    end(request);
    assertThat(begin(request, 0, 8)).isNotEqualTo(first);
  }

  @Test
  void requestsShareTheSequence() {
    Workload workload = workload("write n=3");
    List<String> first = begin(workload.newRequest(false), 0, 0);
    assertThat(begin(workload.newRequest(false), 0, 1)).isNotEqualTo(first);
  }

  private static List<String> keys(String line, Share share, int operations) {
    Request request = workload(line, DataVersion.V4, share).newRequest(false);
    List<String> keys = new ArrayList<>();
    for (int n = 0; n < operations; n++) {
      keys.add(begin(request, 0, n).getLast());
      request.ended(null);
    }
    return keys;
  }

  @Test
  void machinesWriteTheKeysOfOneMachine() {
    List<String> whole = keys("write n=10", Share.WHOLE, 10);
    List<String> together = new ArrayList<>(keys("write n=10", Share.parse("1/3"), 4));
    together.addAll(keys("write n=10", Share.parse("2/3"), 3));
    together.addAll(keys("write n=10", Share.parse("3/3"), 3));
    assertThat(whole).hasSize(10).doesNotHaveDuplicates();
    assertThat(together).containsExactlyInAnyOrderElementsOf(whole);
  }

  @Test
  void machinesDrawOtherKeysOfOneDistribution() {
    String line = "write n=1000 -pop dist=uniform(1..20)";
    List<String> one = keys(line, Share.parse("1/2"), 1000);
    List<String> other = keys(line, Share.parse("2/2"), 1000);
    assertThat(one).isNotEqualTo(other);
    assertThat(new HashSet<>(one)).hasSize(20).isEqualTo(new HashSet<>(other));
  }

  @Test
  void machinesShareTheWarmUp() {
    long all = workload("write n=602", DataVersion.V4).warmUps(0);
    assertThat(all).isEqualTo(150);
    assertThat(
            Stream.of("1/4", "2/4", "3-4/4")
                .map(each -> workload("write n=602", DataVersion.V4, Share.parse(each)).warmUps(0)))
        .containsExactly(38L, 38L, 74L);
  }

  @Test
  void rehearsalTakesNothingFromTheSequence() {
    Workload workload = workload("write n=3");
    List<String> rehearsed = begin(workload.newRequest(true), 0, 0);
    assertThat(begin(workload.newRequest(false), 0, 0)).isEqualTo(rehearsed);
  }

  /// A page with one row of these values.
  private static void answer(Request request, List<String> values) {
    ByteBuffer body = ByteBuffer.allocate(100_000);
    for (String value : values) {
      byte[] bytes = HexFormat.of().parseHex(value);
      body.putInt(bytes.length).put(bytes);
    }
    request.take(1, values.size(), body.flip());
  }

  private static @Nullable Outcome outcome(Request request, List<List<String>> rows) {
    rows.forEach(row -> answer(request, row));
    return request.ended(null);
  }

  private static String label(Request request, List<List<String>> rows) {
    Outcome outcome = outcome(request, rows);
    return outcome == null ? "goes on" : outcome.isOk() ? "ok" : outcome.label();
  }

  private static List<String> written() {
    List<String> row = begin(workload("write n=1").newRequest(false), 0, 0);
    return row.subList(0, row.size() - 1);
  }

  @Test
  void readFindsTheRowThatWasWritten() {
    Request request = workload("read n=1 -pop seq=1..1").newRequest(false);
    assertThat(text(begin(request, 0, 0).getLast())).isEqualTo("708PK46680");
    assertThat(label(request, List.of(written()))).isEqualTo("ok");
  }

  @Test
  void readFailsWithoutRowWithTwoAndWithOtherValues() {
    Request request = workload("read n=1 -pop seq=1..1").newRequest(false);
    request.begin(0, 0);
    assertThat(label(request, List.of())).isEqualTo("the partition is missing");
    request.begin(0, 1);
    assertThat(label(request, List.of(written(), written()))).isEqualTo("more than one row");
    List<String> other = new ArrayList<>(written());
    other.set(4, other.get(4).replaceAll("..$", "00"));
    request.begin(0, 2);
    assertThat(label(request, List.of(other))).isEqualTo("other values than were generated");
    request.begin(0, 3);
    assertThat(label(request, List.of(written().subList(0, 4))))
        .isEqualTo("other values than were generated");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "read n=1 -pop seq=1..1 -errors skip-read-validation",
        "read n=1 -pop seq=1..1 -col slice"
      })
  void valuesAreNotAlwaysChecked(String line) {
    Request request = workload(line).newRequest(false);
    request.begin(0, 0);
    assertThat(label(request, List.of(List.of("00")))).isEqualTo("ok");
  }

  @Test
  void failureIsTriedAgainAsOftenAsAsked() {
    Request request = workload("read n=1 -pop seq=1..1 -errors retries=2").newRequest(false);
    request.begin(0, 0);
    assertThat(request.ended(REFUSED)).isNull();
    assertThat(label(request, List.of())).isEqualTo("goes on");
    assertThat(request.ended(REFUSED)).isEqualTo(REFUSED);
    request.begin(0, 1);
    assertThat(request.ended(REFUSED)).isNull();
    assertThat(label(request, List.of(written()))).isEqualTo("ok");
  }

  @Test
  void failureIsNotTriedAgainByDefault() {
    Request request = workload("write n=1").newRequest(false);
    request.begin(0, 0);
    assertThat(request.ended(REFUSED)).isEqualTo(REFUSED);
  }

  @Test
  void countersAreIncrementedByTheDistribution() {
    Request request = workload("counter_write n=1 add=fixed(7) -col n=fixed(2)").newRequest(false);
    assertThat(begin(request, 0, 0))
        .containsExactly("0000000000000007", "0000000000000007", hex("708PK46680"));
    end(request);
  }

  private static String hex(String text) {
    return HexFormat.of().formatHex(text.getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  void counterReadNeedsARow() {
    Request request = workload("counter_read n=1").newRequest(false);
    request.begin(0, 0);
    assertThat(label(request, List.of())).isEqualTo("the partition is missing");
    request.begin(0, 1);
    assertThat(label(request, List.of(List.of("00")))).isEqualTo("ok");
  }

  @Test
  void readsLookBehindWrites() {
    Workload workload =
        workload("mixed ratio(write=1,read=1) n=9 -pop seq=1..9 read-lookback=fixed(1)");
    Request write = workload.newRequest(false);
    String first = begin(write, 0, 0).getLast();
    end(write);
    assertThat(begin(workload.newRequest(false), 1, 1)).containsExactly(first);
  }

  @Test
  void statements() {
    assertThat(
            workload("mixed ratio(write=1,read=1,counter_write=1,counter_read=1) -col n=fixed(2)")
                .statements())
        .containsExactly(
            "UPDATE \"keyspace1\".standard1 SET \"C0\" = ?, \"C1\" = ? WHERE key = ?",
            "SELECT \"C0\", \"C1\" FROM \"keyspace1\".standard1 WHERE key = ?",
            "UPDATE \"keyspace1\".counter1 SET \"C0\" = \"C0\" + ?, \"C1\" = \"C1\" + ?"
                + " WHERE key = ?",
            "SELECT * FROM \"keyspace1\".counter1 WHERE key = ?");
    assertThat(
            workload(
                    "mixed ratio(write=1,read=1) -col names=b,a slice timestamp=5"
                        + " -schema keyspace=K")
                .statements())
        .containsExactly(
            "UPDATE \"K\".standard1 USING TIMESTAMP 5 SET \"b\" = ?, \"a\" = ? WHERE key = ?",
            "SELECT * FROM \"K\".standard1 WHERE key = ?");
  }

  @Test
  void definitions() {
    StressSettings settings =
        StressSettings.parse(
            List.of(
                "write n=1 -col n=fixed(1) -schema keyspace=k replication(factor=3)"
                    + " compaction(strategy=LeveledCompactionStrategy,sstable_size_in_mb=10)"
                    + " compression=LZ4Compressor"));
    String options =
        " WITH compression = {'class': 'LZ4Compressor'} AND compaction = {'class':"
            + " 'LeveledCompactionStrategy', 'sstable_size_in_mb': '10'}";
    assertThat(new PredefinedTables(settings.run().orElseThrow().tables()).definitions())
        .containsExactly(
            "CREATE KEYSPACE IF NOT EXISTS \"k\" WITH replication = {'class':"
                + " 'org.apache.cassandra.locator.SimpleStrategy', 'replication_factor': '3'}"
                + " AND durable_writes = true",
            "CREATE TABLE IF NOT EXISTS \"k\".standard1 (key blob PRIMARY KEY, \"C0\" blob)"
                + options,
            "CREATE TABLE IF NOT EXISTS \"k\".counter1 (key blob PRIMARY KEY, \"C0\" counter)"
                + options);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "write n=20                       | 5",
        "write n=20 no-warmup             | 0",
        "write n=1M                       | 50000",
        "write duration=10s               | 50000",
        "write n=20 -node a,b             | 10",
      })
  void warmUps(String line, long expected) {
    assertThat(workload(line).warmUps(0)).isEqualTo(expected);
  }
}
