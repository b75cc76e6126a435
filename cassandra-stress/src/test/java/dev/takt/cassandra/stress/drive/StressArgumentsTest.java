package dev.takt.cassandra.stress.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.cassandra.stress.command.InvalidCommandLineException;
import dev.takt.cassandra.stress.command.StressSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StressArgumentsTest {

  @TempDir private Path folder;

  private List<String> arguments(String line, int threads) {
    StressSettings parsed = StressSettings.parse(List.of(line));
    double partitions = StressArguments.partitionsPerOperation(parsed, folder);
    return StressArguments.of(parsed, List.of(line), partitions, threads, folder);
  }

  @Test
  void ofTheSimplestLine() {
    assertThat(arguments("write n=20", 200))
        .containsExactly(
            "--target=cql://localhost:9042",
            "--cassandra-stress=write n=20",
            "--set=operations=[{name: write, weight: 1.0}]",
            "--mode=throughput",
            "--count=20",
            "--connections=8",
            "--streams=25",
            "--consistency=LOCAL_ONE",
            "--serial-consistency=SERIAL",
            "--timeout=12000ms",
            "--interval=1000ms");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "write n=1 -rate threads=1 throttle=500/s      | --mode=throttle",
        "write n=1 -rate threads=1 throttle=500/s      | --rate=500/s",
        "write n=1 -rate threads=1 fixed=500/s         | --mode=fixed",
        "read duration=2m                              | --duration=120s",
        "write duration=1m -pop seq=1..10 no-wrap      | --count=10",
        "write n=20 -pop seq=11..15 no-wrap            | --count=5",
        "write n=20 -pop seq=11..15                    | --count=20",
        "read err<0.05 n<50 -log interval=500ms        | --duration=25000ms",
        "write n=1 cl=QUORUM                           | --consistency=QUORUM",
        "write n=1 cl=LOCAL_SERIAL                     | --consistency=LOCAL_ONE",
        "write n=1 cl=LOCAL_SERIAL                     | --serial-consistency=LOCAL_SERIAL",
        "write n=1 -node a,b:7,c -port native=9999     | --target=cql://a:9999,b:7,c:9999",
        "write n=1 -node a whitelist datacenter=d      | --only-given-nodes",
        "write n=1 -node a whitelist datacenter=d      | --datacenter=d",
        "write n=1 -mode native cql3 user=u password=p | --user=u",
        "write n=1 -mode native cql3 user=u password=p | --password=p",
        "write n=1 -mode native protocolVersion=4      | --protocol=4",
        "write n=1 -mode native compression=lz4        | --compression=lz4",
        "write n=1 -mode native requestTimeout=500     | --timeout=500ms",
        "write n=1 -log interval=10s                   | --interval=10000ms",
        "mixed ratio(write=1,read=3)                   | '--set=operations=[{name: write, weight: 1.0}, {name: read, weight: 3.0}]'",
        "mixed ratio(write=0,read=3)                   | '--set=operations=[{name: read, weight: 3.0}]'",
      })
  void single(String line, String argument) {
    assertThat(arguments(line, 1)).contains(argument);
  }

  /// As many slots as threads, on at most eight connections to each server.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "write n=1                               |   1 | 1  | 1",
        "write n=1                               |  50 | 5  | 10",
        "write n=1                               | 200 | 8  | 25",
        "write n=1                               |  53 | 53 | 1",
        "write n=1                               | 121 | 11 | 11",
        "write n=1                               |  81 | 9  | 9",
        "write n=1 -node a,b,c,d,e,f             |  11 | 11 | 1",
        "write n=1                               |   7 | 7  | 1",
        "write n=1 -node a,b                     | 200 | 10 | 20",
        "write n=1 -mode native connectionsPerHost=100 | 200 | 100 | 2",
      })
  void slots(String line, int threads, int connections, int streams) {
    assertThat(arguments(line, threads))
        .contains("--connections=" + connections, "--streams=" + streams);
  }

  @Test
  void storesOfTransport() {
    assertThat(
            arguments(
                "write n=1 -transport truststore=t truststore-password=p keystore=k"
                    + " keystore-password=q",
                1))
        .contains(
            "--target=cqls://localhost:9042",
            "--tls-truststore=" + folder.resolve("t"),
            "--tls-truststore-password=p",
            "--tls-keystore=" + folder.resolve("k"),
            "--tls-keystore-password=q");
  }

  @Test
  void hostsAndLoginOfFiles() throws IOException {
    Files.writeString(folder.resolve("hosts"), "a\n\n b:7 \n");
    Files.writeString(folder.resolve("login"), "cql.username=u\ncql.password=p=1\n");
    assertThat(arguments("write n=1 -node file=hosts -credentials-file login", 1))
        .contains("--target=cql://a:9042,b:7", "--user=u", "--password=p=1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "write n=1 -node file=none                     | -node file=none: cannot be read",
        "write n=1 -credentials-file none              | -credentials-file none: cannot be read",
        "user profile=p.yaml ops(insert=1) n=1 -pop seq=1..9 no-wrap -insert visits=fixed(2) | -pop no-wrap with -insert visits=: refused",
        "mixed n=1 -pop seq=1..9 no-wrap read-lookback=fixed(1) | -pop no-wrap with read-lookback=: refused",
      })
  void refused(String line, String reason) throws IOException {
    writeProfile("p.yaml", "fixed(1)");
    assertThatThrownBy(() -> arguments(line, 1))
        .isInstanceOf(InvalidCommandLineException.class)
        .hasMessageStartingWith(reason);
  }

  private void writeProfile(String name, String partitions) throws IOException {
    Files.writeString(
        folder.resolve(name),
        """
        keyspace: ks
        table: t
        queries:
          q:
            cql: select * from t where k = ?
            fields: samerow
        insert:
          partitions: %s
        """
            .formatted(partitions));
  }

  /// `n=`, rates and sequences count partitions; Takt counts operations.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fixed(1) | ops(insert=1) n=20                                | --count=20",
        "fixed(2) | ops(insert=1) n=20                                | --count=10",
        "fixed(2) | ops(insert=1,q=3) n=20                            | --count=16",
        "fixed(2) | ops(insert=1) n=20 -insert partitions=fixed(5)    | --count=4",
        "fixed(2) | ops(insert=1) duration=1m -pop seq=1..30 no-wrap  | --count=15",
        "fixed(2) | ops(insert=1) n=20 -rate threads=1 fixed=1000/s   | --rate=500/s",
        "fixed(3) | ops(insert=1) n=20 -rate threads=1 fixed=1000/s   | --rate=333.333333333/s",
        "fixed(9) | ops(insert=1) n=1                                 | --count=1",
      })
  void partitionsOfProfiles(String partitions, String line, String argument) throws IOException {
    writeProfile("p.yaml", partitions);
    assertThat(arguments("user profile=p.yaml " + line, 1)).contains(argument);
  }

  /// They are in keys of their own, which are masked where a plan is stored.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "write n=1 -mode native cql3 user=u password=secret -rate threads=2",
        "write n=1 -transport truststore=t truststore-password=secret",
        "write n=1 -transport truststore=t,truststore-password=secret,keystore=k,keystore-password=secret",
        "write n=1 -transport truststore-password=secret,truststore=t"
      })
  void passwordsAreNotInTheLine(String line) {
    List<String> arguments = arguments(line, 1);
    String kept =
        arguments.stream()
            .filter(each -> each.startsWith("--cassandra-stress="))
            .findFirst()
            .orElseThrow();
    assertThat(kept).doesNotContain("secret");
    assertThat(arguments).anyMatch(each -> each.matches("--.*password=secret"));
    StressSettings parsed =
        StressSettings.parse(List.of(kept.substring("--cassandra-stress=".length())));
    assertThat(parsed.command()).hasToString("" + StressSettings.parse(List.of(line)).command());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          write n=20 -sendto a,ann@b -pop seq=1..9 | --fleet=hosts:a,ann@b | write n=20 -pop seq=1..9
          write n=20 -sendto ann@b             | --fleet=hosts:ann@b   | write n=20
          write n=20 -send-to a -rate threads=4 | --fleet=hosts:a      | write n=20 -rate threads=4
          write n=20 -SendTo fe80::1 -rate threads=4 | --fleet=hosts:fe80::1 | write n=20 -rate threads=4
          write n=20 -sendto ssh:h.txt         | --fleet=ssh:h.txt     | write n=20
          write n=20 -sendto local:4           | --fleet=local:4       | write n=20
          write n=20 -sendto listen:a:7946     | --fleet=listen:a:7946 | write n=20
          """)
  void machinesAreThoseOfAFleetAndGetTheRestOfTheLine(String line, String fleet, String kept) {
    assertThat(arguments(line, 4)).contains(fleet, "--cassandra-stress=" + kept);
  }

  @Test
  void profilesAreThoseOfTheDirectory() throws IOException {
    writeProfile("p.yaml", "fixed(1)");
    assertThat(arguments("user profile=p.yaml ops(insert=1) n=1", 1))
        .contains(
            "--cassandra-stress=user profile=" + folder.resolve("p.yaml") + " ops(insert=1) n=1");
  }

  @Test
  void invalidProfileIsReported() throws IOException {
    writeProfile("p.yaml", "fixed(0)");
    assertThatThrownBy(() -> arguments("user profile=p.yaml ops(insert=1) n=1", 1))
        .isInstanceOf(InvalidCommandLineException.class)
        .hasMessageContaining("partitions must be from 1 to 65535, found fixed(0)");
    assertThatThrownBy(() -> arguments("user profile=none.yaml ops(insert=1) n=1", 1))
        .isInstanceOf(InvalidCommandLineException.class)
        .hasMessageContaining("none.yaml");
  }
}
