package dev.takt.cassandra.stress.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cassandra.stress.table.FakeDatabase;
import dev.takt.driver.cql.protocol.Consistency;
import dev.takt.driver.cql.workload.WorkloadProvider.Setup;
import dev.takt.load.share.FleetSettings;
import dev.takt.load.share.Share;
import dev.takt.load.share.Sharing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StressWorkloadsTest {

  private final StressWorkloads workloads = new StressWorkloads();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "write n=x            |     | write      | write n=x: expected a whole number, such as 5000, 10k, 1M or 1b",
        "print dist=fixed(1)  |     | write      | expected a command that drives a server, such as write n=1M",
        "write n=1            |     | read-version | expected operations with these names: write; found read-version",
        "mixed n=1            |     | read       | expected operations with these names: read, write; found read",
        "write n=1            | 2.1 | write      | stress-data: expected 3.x or 4.x, found 2.1",
      })
  void problems(String line, String version, String operation, String problem) {
    assertThat(workloads.problem(line, version == null ? "" : version, List.of(operation)))
        .contains(problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "write n=9 |",
        "counter_write n=9 no-warmup truncate=once |",
        "mixed n=9 -pop seq=1..9 |",
        "read n=9 -pop dist=gaussian(1..9) |",
        "user n=9 ops(insert=1) profile=P |",
        "user n=9 ops(insert=1) profile=P -insert partitions=fixed(4) |",
        "user n=9 ops(insert=1,by_key=2,validate=1) profile=P -pop seq=1..9 |",
        "user n=9 ops(insert=1,by_key=2) profile=P -pop dist=exp(1..9) -insert partitions=uniform(1..4) |",
        "write n=9 truncate=once | truncate=: a machine could empty tables while others warm up",
        "mixed n=9 -pop seq=1..9 read-lookback=fixed(2) | -pop read-lookback=: a machine does not know",
        "write n=9 -pop dist=SEQ(1..9) | -pop dist=seq(): each thread of each machine",
        "write n=9 -pop dist=~seq(1..9) | -pop dist=seq(): each thread of each machine",
        "user n=9 ops(insert=1) profile=P -insert visits=fixed(2) | -insert visits=: only one machine",
        "user n=9 ops(scan=1) profile=P | token range queries: each machine would read the whole",
        "user n=9 ops(insert=1) profile=P -insert partitions=uniform(1..4) | -pop seq=, the default",
        "user n=9 ops(insert=1,by_key=2) profile=P -pop seq=1..9 -insert partitions=fixed(2) | -pop seq=, the default",
        "user n=9 ops(insert=1) profile=E | -pop seq= with a cluster of 0: others replace",
      })
  void sharingBySeveralMachines(String line, String problem, @TempDir Path folder)
      throws IOException {
    String profile =
        """
        keyspace: s
        table: t
        queries: {by_key: {cql: 'SELECT a FROM t WHERE k = ?', fields: samerow}}
        token_range_queries: {scan: {columns: '*', page_size: 9}}
        columnspec: [{name: c, cluster: fixed(2)}]
        """;
    Files.writeString(folder.resolve("P"), profile);
    Files.writeString(folder.resolve("E"), profile.replace("fixed(2)", "uniform(0..2)"));
    String resolved = line.replaceAll("profile=(.)", "profile=" + folder + "/$1");
    List<String> operations =
        line.startsWith("user")
            ? Pattern.compile("(\\w+)=\\d")
                .matcher(line.replaceAll(".*ops\\(|\\).*", ""))
                .results()
                .map(each -> each.group(1))
                .toList()
            : List.of(line.split(" ", -1)[0]);
    Optional<String> found = workloads.sharingProblem(resolved, operations);
    if (problem == null) {
      assertThat(found).isEmpty();
    } else {
      assertThat(found.orElse("none")).startsWith(problem);
    }
  }

  /// Of several machines one may look before another empties them.
  @ParameterizedTest
  @CsvSource({"1/1, ''", "2/2, ''", "2/2, 4.x"})
  void tablesThatAreEmptiedAreNotAskedForTheirVersion(String share, String version)
      throws Exception {
    FakeDatabase database = new FakeDatabase("");
    var _ =
        workloads.open(
            new Setup(
                "read n=9 no-warmup truncate=once",
                version,
                List.of("read"),
                Consistency.ONE,
                1,
                new Sharing(Share.parse(share), null, FleetSettings.DEFAULT),
                database,
                _ -> {}));
    assertThat(database.executed()).noneMatch(each -> each.contains("standard1"));
  }

  /// They are for the command that reads the line: an agent of a fleet lets it name any file.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "-log file=%s",
        "-log hdrfile=%s",
        "-graph file=%s",
        "-node file=%s",
        "-credentials-file %s",
        "-transport truststore=%s truststore-password=a",
      })
  void filesOfALineAreNeitherReadNorMade(String group, @TempDir Path folder) {
    Path file = folder.resolve("none");
    assertThat(
            workloads.problem(
                "write n=1 " + group.replace("%s", file.toString()), "", List.of("write")))
        .isEmpty();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void noProblem() {
    assertThat(workloads.problem("write n=1", "3.x", List.of("write"))).isEmpty();
    assertThat(workloads.problem("mixed n=1", "", List.of("write", "read"))).isEmpty();
    assertThat(workloads.problem("mixed ratio(read=1,write=0) n=1", "4.x", List.of("read")))
        .isEmpty();
  }
}
