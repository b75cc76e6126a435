package dev.takt.it.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.driver.cql.embedded.CassandraServer;
import dev.takt.it.harness.Ran;
import dev.takt.it.harness.Takt;
import dev.takt.load.driver.DriverException;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.OperationSummary;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Command lines of cassandra-stress against a real Cassandra, if its jars are there. The keys and
/// values are those that the official tools have written.
@Timeout(120)
class CassandraStressTest {

  @TempDir private static Path directory;
  private static CassandraServer server;

  @TempDir private Path folder;

  @BeforeAll
  static void start() throws DriverException {
    server = RealServer.start(directory);
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  /// @param line of cassandra-stress, and flags of Takt
  private Ran stress(String line) {
    List<String> arguments = new ArrayList<>(List.of("cassandra-stress"));
    int flags = line.indexOf(" --") < 0 ? line.length() : line.indexOf(" --");
    arguments.addAll(List.of(line.substring(0, flags).split(" ", -1)));
    arguments.addAll(List.of("-port", "native=" + server.address().getPort()));
    arguments.addAll(
        List.of(("--no-self-warmup --no-report" + line.substring(flags)).split(" ", -1)));
    return Takt.command(folder, arguments);
  }

  /// Whether a statement has this many rows.
  private void expect(int rows, String cql) {
    Ran ran =
        Takt.command(
            folder,
            List.of(
                "run",
                "cql://127.0.0.1:" + server.address().getPort(),
                "--cql=" + cql,
                "--expect=" + rows,
                "--count=1",
                "--mode=throughput",
                "--no-self-warmup",
                "--no-report"));
    assertThat(ran.code()).as(cql + "\n" + ran.out() + ran.err()).isIn(0, 5);
  }

  /// All operations succeeded; 5 says that the machine was too busy to trust their times.
  private static void assertFine(Ran ran) {
    assertThat(ran.code()).as(ran.out() + ran.err()).isIn(0, 5);
  }

  private static String hex(String key) {
    return "0x" + HexFormat.of().formatHex(key.getBytes(StandardCharsets.US_ASCII));
  }

  /// Of the seeds 1 to 4: the key and the first value that 4.0-alpha2 has written.
  private static final Map<String, String> NEWER =
      Map.of(
          "708PK46680", "041c6a27dc0dcdfd65fec10f8598138934413aa47badd9942cd9987024c746219625",
          "N3O6LLK750", "17d84aa86b9125e87c0a8e6cf52d317e4ca8c1f5ff93f7fe29edad468b7c16f2a1fb",
          "M50367M111", "29756635cd1fd5d514bcf11f3b412463170dd3662926e8abca4a06cb44f29e454785",
          "OP5MLN4O50", "ff9324a58a8056d699bd8bf6b9241971be9b1031a5118b80fc51e73d64caacc105cf");

  /// The same of 3.11.5.
  private static final Map<String, String> OLDER =
      Map.of(
          "0P37709P21", "85182fdfe7f86306cd58ce81aa53cca24c193841d6ae8a91646a4c304dd9f47892f9",
          "O8LK79LO61", "b8e05320cd1037d6e317cce868ca7f9e679cf764169e9d0b3f5b2c0ffc3cb50dd5c4",
          "OP001L5930", "5ff08459ccd892a25f9189377eeee2a4f03827ef081b0c5909420a7ed9ad649929ad",
          "9N54NK4861", "10f1dd6febff8cbcf3ad91b9f9c1aab0231188a482f678c5f329ee8c9ecbf8e89d73");

  @Test
  void anotherMachineDoesWhatTheLineSays() {
    String schema = " n=600 -schema keyspace=fleet -rate threads=4";
    Ran written = stress("write" + schema + " -sendto local:1 --out run");
    assertFine(written);
    assertThat(written.balance().completed()).isEqualTo(600);
    assertThat(Objects.requireNonNull(written.record().fleet()).machines())
        .extracting(each -> each.share())
        .containsExactly("1/1");
    expect(600, "SELECT key FROM fleet.standard1");
    assertFine(stress("read" + schema));
  }

  @Test
  void severalMachinesWriteWhatOneWouldWrite() {
    String schema = " -schema keyspace=shared -rate threads=4";
    Ran written = stress("write n=601" + schema + " -sendto local:3 --out run");
    assertFine(written);
    assertThat(written.err()).contains("note: -rate threads= is for each machine");
    assertThat(Objects.requireNonNull(written.record().fleet()).machines())
        .extracting(each -> each.share())
        .containsExactly("1/3", "2/3", "3/3");
    expect(601, "SELECT key FROM shared.standard1");
    Ran read = stress("read n=601 -pop seq=1..601" + schema + " --out one");
    assertFine(read);
    assertThat(read.summary().results().balance().completed()).isEqualTo(601);
  }

  /// A counter that two machines have incremented is 2.
  @Test
  void severalMachinesTakeEachPartitionOnce() {
    assertFine(
        stress(
            "counter_write n=100 no-warmup -schema keyspace=once -rate threads=4 -sendto local:3"));
    expect(100, "SELECT key FROM once.counter1");
    expect(100, "SELECT key FROM once.counter1 WHERE \"C0\" = 1 ALLOW FILTERING");
  }

  @ParameterizedTest
  @ValueSource(strings = {"4.x", "3.x"})
  void writesWhatCassandraStressWrites(String version) {
    String keyspace = "v" + version.charAt(0);
    assertFine(
        stress(
            "write n=4 no-warmup -rate threads=2 -schema keyspace="
                + keyspace
                + " --stress-data "
                + version));
    expect(4, "SELECT * FROM " + keyspace + ".standard1");
    (version.equals("4.x") ? NEWER : OLDER)
        .forEach((key, value) ->
            expect(
                1,
                "SELECT * FROM "
                    + keyspace
                    + ".standard1 WHERE key = "
                    + hex(key)
                    + " AND \"C0\" = 0x"
                    + value
                    + " ALLOW FILTERING"));
  }

  @Test
  void readFindsWhatWasWrittenAndWhatWasChanged() {
    assertFine(stress("write n=400 -rate threads=8 -schema keyspace=reads"));
    String read = "read n=400 no-warmup -rate threads=8 -pop seq=1..400 -schema keyspace=reads";
    assertFine(stress(read));
    expect(0, "UPDATE reads.standard1 SET \"C3\" = 0x00 WHERE key = " + hex("708PK46680"));
    expect(0, "DELETE FROM reads.standard1 WHERE key = " + hex("M50367M111"));
    Ran ran = stress(read);
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.out())
        .containsPattern("1 +other values than were generated")
        .containsPattern("1 +the partition is missing");
    assertThat(ran.err()).contains("2 operations failed; -errors ignore accepts that");
    assertThat(stress(read + " --format cassandra-stress").err())
        .contains("1 × other values than were generated", "1 × the partition is missing");
    assertFine(stress(read + " -errors ignore"));
    assertFine(stress(read + " -errors skip-read-validation"));
  }

  @Test
  void dataOfOlderVersionsAreFound() {
    assertFine(
        stress("write n=50 no-warmup -rate threads=2 -schema keyspace=old --stress-data 3.x"));
    Ran ran = stress("read n=50 no-warmup -rate threads=2 -pop seq=1..50 -schema keyspace=old");
    assertFine(ran);
    assertThat(ran.err()).contains("the table has data of cassandra-stress 3.x: these are used");
  }

  @Test
  void countersAreIncremented() {
    assertFine(
        stress(
            "counter_write n=30 add=fixed(7) no-warmup -pop seq=1..10 -rate threads=1"
                + " -col n=fixed(1) -schema keyspace=counters"));
    expect(10, "SELECT * FROM counters.counter1");
    assertFine(
        stress("counter_read n=10 -pop seq=1..10 -rate threads=2 -schema keyspace=counters"));
    expect(
        1,
        "SELECT * FROM counters.counter1 WHERE key = "
            + hex("708PK46680")
            + " AND \"C0\" = 21 ALLOW FILTERING");
  }

  @Test
  void mixedOperationsHaveTheirShares() {
    assertFine(stress("write n=200 no-warmup -rate threads=4 -schema keyspace=mixed"));
    Ran ran =
        stress(
            "mixed ratio(write=1,read=3) n=2000 no-warmup -pop dist=uniform(1..200)"
                + " -rate threads=4 -schema keyspace=mixed --out run");
    assertFine(ran);
    assertThat(ran.summary().results().operations())
        .extracting(OperationSummary::name)
        .containsExactly("write", "read");
    assertThat(ran.summary().results().operations().getLast().balance().completed())
        .isBetween(1400L, 1600L);
  }

  @Test
  void truncationEmptiesTheTables() {
    assertFine(stress("write n=20 no-warmup -rate threads=1 -schema keyspace=cut"));
    assertFine(stress("write n=5 truncate=once no-warmup -rate threads=1 -schema keyspace=cut"));
    expect(5, "SELECT * FROM cut.standard1");
  }

  @Test
  void zeroOperationsMakeTheTablesOnly() {
    Ran ran = stress("write n=0 -schema keyspace=none");
    assertFine(ran);
    assertThat(ran.err()).contains("prepared Cassandra ");
    expect(0, "SELECT * FROM none.standard1");
  }

  @Test
  void sequenceWithoutWrappingEnds() {
    Ran ran =
        stress(
            "write duration=60s no-warmup -pop seq=1..30 no-wrap -rate threads=3"
                + " -schema keyspace=ends --out run");
    assertFine(ran);
    assertThat(ran.summary().results().balance().completed()).isEqualTo(30);
    expect(30, "SELECT * FROM ends.standard1");
  }

  @Test
  void threadsAreTriedOneAfterTheOther() {
    assertFine(stress("write n=100 no-warmup -rate threads=4 -schema keyspace=threads"));
    Ran ran =
        stress(
            "read n=100 -pop seq=1..100 -rate threads>=2 threads<=6 -schema keyspace=threads"
                + " --out search");
    assertFine(ran);
    assertThat(ran.out().lines().map(line -> line.strip().split(" ", -1)[0]))
        .containsExactly("threads", "2", "4");
    assertThat(folder.resolve("search/threads-2/run.json")).exists();
    assertThat(folder.resolve("search/threads-4/run.json")).exists();
  }

  /// A schedule between a tenth of the throughput and twice it.
  @Test
  void autoSearchesTheHighestRateThatHolds() {
    assertFine(stress("write n=100 no-warmup -rate threads=4 -schema keyspace=auto"));
    Ran ran =
        stress(
            "read n=300 -pop seq=1..100 -rate threads>=2 threads<=4 auto -schema keyspace=auto"
                + " --out search --fail-if errors>0 --duration 1s");
    assertThat(ran.out().lines().map(line -> line.strip().split(" +", -1)).map(List::of))
        .anyMatch(words -> words.getFirst().equals("threads"))
        .anyMatch(words -> words.containsAll(List.of("step", "rate", "achieved", "verdict")));
    assertThat(ran.err())
        .containsPattern("searching the highest rate that holds with [24] threads");
    assertThat(folder.resolve("search/threads-4/run.json")).exists();
    assertThat(folder.resolve("search/rates/find.json")).exists();
  }

  private void writeProfile(String text) throws IOException {
    Files.writeString(folder.resolve("p.yaml"), text);
  }

  /// cassandra-stress 4.0 says of the same line: 20 partitions, no error, exit code 0; and its
  /// table is as empty.
  @Test
  void refusedBatchesAreFailures() throws IOException {
    writeProfile(
        """
        keyspace: refused
        keyspace_definition: |
          CREATE KEYSPACE refused WITH replication = {'class':'SimpleStrategy','replication_factor':1}
        table: t
        table_definition: |
          CREATE TABLE t (k text PRIMARY KEY, v blob)
        columnspec:
          - name: v
            size: fixed(60000)
        insert:
          partitions: fixed(2)
        queries: {}
        """);
    Ran ran = stress("user profile=p.yaml ops(insert=1) n=20 no-warmup -rate threads=2 --out run");
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.summary().results().balance()).isEqualTo(new Balance(10, 0, 10, 0, 0, 0));
    assertThat(ran.err()).contains("n= and rates count partitions: 2.000 of them in an operation");
    expect(0, "SELECT * FROM refused.t");
  }

  @Test
  void rowsOfProfilesAreWrittenAndFound() throws IOException {
    writeProfile(
        """
        keyspace: profiles
        keyspace_definition: |
          CREATE KEYSPACE profiles WITH replication = {'class':'SimpleStrategy','replication_factor':1}
        table: t
        table_definition: |
          CREATE TABLE t (k text, c int, d int, v blob, PRIMARY KEY (k, c, d))
        columnspec:
          - name: c
            cluster: fixed(3)
          - name: d
            cluster: fixed(4)
        insert:
          partitions: fixed(2)
          batchtype: UNLOGGED
        queries:
          whole:
            cql: select * from t where k = ?
            fields: samerow
        """);
    Ran written =
        stress(
            "user profile=p.yaml ops(insert=1) n=20 no-warmup -rate threads=2"
                + " --format cassandra-stress");
    assertFine(written);
    expect(240, "SELECT * FROM profiles.t");
    Ran found =
        stress(
            "user profile=p.yaml ops(whole=1) n=50 no-warmup -pop seq=1..20 -rate threads=2"
                + " --format cassandra-stress");
    assertFine(found);
    assertThat(written.out()).containsPattern("Total partitions +: +20 \\[insert: 20\\]");
    assertThat(found.out()).containsPattern("Total partitions +: +50 \\[whole: 50\\]");
    assertThat(ratio(written.out())).isCloseTo(12, Offset.offset(0.1));
    assertThat(ratio(found.out())).isCloseTo(12, Offset.offset(0.1));
  }

  /// 60 partitions of 20 rows, with columns of many types, ordered up and down.
  private void writeOrders(String keyspace, String rest) throws IOException {
    writeProfile(
        """
        keyspace: KS
        keyspace_definition: |
          CREATE KEYSPACE KS WITH replication = {'class':'SimpleStrategy','replication_factor':1}
        table: t
        table_definition: |
          CREATE TABLE t (k text, j int, c text, d double, a bigint, b blob, e uuid, f decimal,
            g timestamp, h inet, l list<int>, s text static, PRIMARY KEY ((k, j), c, d))
            WITH CLUSTERING ORDER BY (c DESC, d ASC)
        columnspec:
          - name: c
            size: uniform(1..9)
            cluster: fixed(5)
          - name: d
            cluster: fixed(4)
            population: uniform(-1000..1000)
        queries:
          falsify:
            cql: update KS.t set f = 1.5 where k = ? and j = ? and c = ? and d = ?
            fields: samerow
          lose:
            cql: delete from KS.t where k = ? and j = ? and c = ? and d = ?
            fields: samerow
        """
                .replace("KS", keyspace)
            + rest);
    assertFine(stress("user profile=p.yaml ops(insert=1) n=60 no-warmup -rate threads=2"));
    expect(1200, "SELECT * FROM " + keyspace + ".t");
  }

  private Ran validate(String rest) {
    return stress(
        "user profile=p.yaml ops(validate=1) n=1200 no-warmup -pop seq=1..60 -rate threads=4"
            + rest);
  }

  @Test
  void falseAndMissingRowsAreFoundByValidate() throws IOException {
    writeOrders("checked", "");
    Ran right = validate("");
    assertFine(right);
    assertThat(right.err())
        .contains("checked.t: validate does not compare l, s, which cannot be generated again");
    String once = " n=1 no-warmup -pop seq=1..60 -rate threads=1";
    assertFine(stress("user profile=p.yaml ops(falsify=1)" + once));
    Ran changed = validate("");
    assertThat(changed.code()).isEqualTo(1);
    assertThat(changed.out()).containsPattern("\\d+ +other values than were generated");
    assertThat(changed.out()).doesNotContain("missing");
    assertFine(stress("user profile=p.yaml ops(lose=1)" + once.replace("1..60", "7..60")));
    assertThat(validate("").out()).containsPattern("\\d+ +rows are missing");
    assertThat(validate(" -insert select-ratio=fixed(1)/2").out())
        .contains("other values than were generated")
        .doesNotContain("missing");
    expect(0, "TRUNCATE checked.t");
    assertThat(validate("").out()).containsPattern("\\d+ +the partition is missing");
  }

  /// The run ends when each row has been read.
  @Test
  void tokenRangeQueryReadsEachRowOnce() throws IOException {
    writeOrders(
        "ranges",
        "token_range_queries: {all: {columns: '*', page_size: 7}, some: {columns: a, page_size: 50}}");
    for (String line :
        List.of(
            "ops(all=1) duration=60s -rate threads=1",
            "ops(some=1) n=1M -tokenrange split-factor=9 -rate threads=3")) {
      Ran ran = stress("user profile=p.yaml no-warmup " + line + " --format cassandra-stress");
      assertFine(ran);
      assertThat(ran.out()).containsPattern("Total partitions +: +60 ").contains("\nEND\n");
      assertThat(ratio(ran.out())).isCloseTo(20, Offset.offset(0.2));
      assertThat(ran.err()).doesNotContain("stopped before its end");
    }
    Ran wrapped =
        stress(
            "user profile=p.yaml ops(some=1) n=400 no-warmup -rate threads=2 -tokenrange wrap"
                + " --out run");
    assertFine(wrapped);
    assertThat(wrapped.summary().results().balance().completed()).isEqualTo(400);
  }

  /// Rows for each partition, by the printed rates.
  private static double ratio(String out) {
    return rate("Row rate", out) / rate("Partition rate", out);
  }

  private static double rate(String name, String out) {
    Matcher line = Pattern.compile(name + " +: +([\\d,]+) ").matcher(out);
    assertThat(line.find()).as(out).isTrue();
    return Double.parseDouble(line.group(1).replace(",", ""));
  }

  @Test
  void linesAndLogAreThoseOfCassandraStress() throws IOException {
    assertFine(stress("write n=100 no-warmup -rate threads=4 -schema keyspace=lines"));
    Ran ran =
        stress(
            "read n=300 no-warmup -pop seq=1..100 -rate threads=4 fixed=300/s"
                + " -schema keyspace=lines -log hdrfile=r.hdr file=copy.txt"
                + " --format cassandra-stress");
    assertFine(ran);
    assertThat(ran.out())
        .contains("Running READ with 4 threads for 300 iteration", "\nEND\n")
        .containsPattern("(?m)^total, +300,");
    assertThat(folder.resolve("copy.txt")).hasContent(ran.out());
    assertThat(folder.resolve("r.hdr"))
        .content()
        .contains("Tag=READ-st,", "Tag=READ-rt,", "Tag=READ-wt,");
  }

  @Test
  void logThatCannotBeWrittenIsAnErrorBeforeTheRun() {
    Ran ran =
        stress("write n=9 no-warmup -rate threads=1 -log hdrfile=none/r.hdr -schema keyspace=log");
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err()).contains("cannot write", "none/r.hdr");
    assertThat(folder.resolve("takt-runs")).doesNotExist();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void copyThatCannotBeWrittenIsAFailure() {
    Ran ran =
        stress("write n=9 no-warmup -rate threads=1 -log file=/dev/full -schema keyspace=full");
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err()).contains("-log file=/dev/full: cannot be written: no space left");
    assertThat(ran.out()).contains("all 9 operations");
  }
}
