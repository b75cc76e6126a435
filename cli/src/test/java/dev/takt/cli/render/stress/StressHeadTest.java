package dev.takt.cli.render.stress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cassandra.stress.command.StressCommand;
import dev.takt.cassandra.stress.command.StressSettings;
import dev.takt.testing.InEachLocale;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@InEachLocale
class StressHeadTest {

  private static String settings(String commandLine) {
    StressSettings parsed = StressSettings.parse(List.of(commandLine.split(" ", -1)));
    return StressHead.settings((StressCommand.Run) parsed.command(), parsed.run().orElseThrow());
  }

  @Test
  void printsTheGroupsOfCassandraStress() {
    assertThat(settings("write n=20k no-warmup -rate threads=20 fixed=4000/s -port native=19052"))
        .isEqualTo(
            """
            ******************** Stress Settings ********************
            Command:
              Type: write
              Count: 20,000
              No Warmup: true
              Consistency Level: LOCAL_ONE
              Serial Consistency Level: SERIAL
              Target Uncertainty: not applicable
              Key Size (bytes): 10
              Counter Increment Distibution: add=fixed(1)
            Rate:
              Auto: false
              Thread Count: 20
              OpsPer Sec: 4000
            Population:
              Sequence: 1..20000
              Order: ARBITRARY
              Wrap: true
            Insert:
              Revisits: uniform(1..1M)
              Visits: fixed(1)
              Batch Type: not batching
            Columns:
              Max Columns Per Key: 5
              Column Names: [C0, C1, C2, C3, C4]
              Timestamp: null
              Variable Column Count: false
              Slice: false
              Size Distribution: FIXED(34)
              Count Distribution: FIXED(5)
            Errors:
              Ignore: false
              Tries: 1
            Log:
              No Settings: false
              File: null
              Hdr File: null
              Interval Millis: 1000
              Level: NORMAL
            Mode:
              Connection Style: CQL_PREPARED
              CQL Version: CQL3
              Protocol Version: NEWEST_SUPPORTED
              Username: null
              Password: null
              Compression: NONE
            Node:
              Nodes: [localhost]
              Is White List: false
              Datacenter: null
            Schema:
              Keyspace: keyspace1
              Replication Strategy: org.apache.cassandra.locator.SimpleStrategy
              Replication Strategy Options: {replication_factor=1}
              Table Compression: null
              Table Compaction Strategy: null
              Table Compaction Strategy Options: {}
            Transport:
              truststore=null; truststore-password=null; keystore=null; keystore-password=null; \
            ssl-protocol=TLS; ssl-alg=null; ssl-ciphers=null;\s
            Port:
              Native Port: 19052
            TokenRange:
              Wrap: false
              Split Factor: 1

            """);
  }

  @Test
  void printsWhatWasGiven() {
    assertThat(
            settings(
                "mixed duration=90s ratio(write=1,read=3) clustering=fixed(2) cl=QUORUM"
                    + " -pop dist=exp(1..9) contents=sorted -errors ignore retries=2"
                    + " -log interval=500ms hdrfile=a.hdr -schema keyspace=ks"
                    + " replication(strategy=NetworkTopologyStrategy,dc1=3)"
                    + " compaction(strategy=LeveledCompactionStrategy,x=1)"
                    + " -mode user=joe password=hidden compression=lz4 protocolVersion=4"
                    + " -transport truststore=t.jks truststore-password=hidden"
                    + " -node a,b datacenter=dc1 whitelist -graph file=g.html"
                    + " -rate threads>=4 threads<=64 auto -insert batchtype=LOGGED"
                    + " -tokenrange wrap"))
        .contains(
            "  Count: -1\n  Duration: 90 SECONDS\n  No Warmup: false\n",
            "  Consistency Level: QUORUM\n",
            "  Command Ratios: {WRITE=1.0, READ=3.0}\n",
            "  Command Clustering Distribution: clustering=fixed(2)\n",
            "Rate:\n  Auto: true\n  Min Threads: 4\n  Max Threads: 64\nPop",
            "Population:\n  Distribution: exp(1..9)\n  Order: SORTED\n  Wrap: false\n",
            "  Ignore: true\n  Tries: 3\n",
            "  Hdr File: a.hdr\n  Interval Millis: 500\n",
            "  Keyspace: ks\n",
            "  Replication Strategy: org.apache.cassandra.locator.NetworkTopologyStrategy\n",
            "  Replication Strategy Options: {dc1=3}\n",
            "  Table Compaction Strategy: LeveledCompactionStrategy\n",
            "  Table Compaction Strategy Options: {x=1}\n",
            "  Protocol Version: V4\n  Username: joe\n  Password: *suppressed*\n",
            "  Compression: LZ4\n",
            "  truststore=t.jks; truststore-password=*suppressed*; keystore=null; ",
            "  Nodes: [a, b]\n  Is White List: true\n  Datacenter: dc1\n",
            "Graph:\n  File: g.html\n",
            "  Batch Type: LOGGED\n",
            "TokenRange:\n  Wrap: true\n")
        .doesNotContain("hidden");
  }

  @Test
  void userHasAProfileInsteadOfTables() {
    assertThat(settings("user profile=p.yaml ops(insert=1,Q1=2) err<0.1 n>3 n<5"))
        .contains(
            "  Target Uncertainty: 0.100\n",
            "  Minimum Uncertainty Measurements: 3\n",
            "  Maximum Uncertainty Measurements: 5\n",
            "  Command Ratios: {insert=1.0, Q1=2.0}\n",
            "  Profile File(s): p.yaml\n")
        .doesNotContain("Key Size", "Columns:", "Schema:");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          write n=100k               | WRITE with 7 threads for 100000 iteration
          mixed duration=120s        | [READ, WRITE] with 7 threads 120 seconds
          counter_read duration=5s   | COUNTER_READ with 7 threads 5 seconds
          mixed duration=2h          | [READ, WRITE] with 7 threads 2 hours
          user profile=p ops(insert=1) err<0.05 | [insert] with 7 threads until stderr of mean < 0.05
          """)
  void saysWhatItIsAboutToDo(String commandLine, String running) {
    StressSettings parsed = StressSettings.parse(List.of(commandLine.split(" ", -1)));

    assertThat(StressHead.running((StressCommand.Run) parsed.command(), 7))
        .isEqualTo("Running " + running + "\n");
  }
}
