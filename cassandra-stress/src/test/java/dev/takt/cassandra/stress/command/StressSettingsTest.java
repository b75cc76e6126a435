package dev.takt.cassandra.stress.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StressSettingsTest {

  /// Command lines, and parts of their settings, separated by `;`.
  private static final String GOOD =
      """
      write n=10k cl=QUORUM no-warmup | name=write, length=Count[partitions=10000], hasWarmUp=false, truncation=NEVER, consistency=QUORUM, serialConsistency=SERIAL ; Rate[minThreads=200, maxThreads=200, stopsAtSaturation=false, pacing=NONE, perSecond=0] ; sequence=Optional[SeedRange[first=1, last=10000]], distribution=Optional.empty, wraps=true
      INSERT N=1M CL=local_one | name=write, length=Count[partitions=1000000] ; last=1000000 ; consistency=LOCAL_ONE
      write n=0 | length=Count[partitions=0] ; minThreads=4, maxThreads=1000, stopsAtSaturation=true ; first=1, last=1000000
      write duration=5760m | length=Time[length=5760, unit=MINUTES] ; minThreads=4, maxThreads=1000, stopsAtSaturation=true ; first=1, last=1000000
      write duration=1d truncate=once | Time[length=1, unit=DAYS] ; truncation=ONCE
      read | name=read, length=Uncertainty[below=0.02, minIntervals=30, maxIntervals=200], hasWarmUp=true ; sequence=Optional.empty, distribution=Optional[GAUSSIAN(1..1000000)], wraps=false ; consistency=LOCAL_ONE
      read err<0.1 n>20 n<90 keysize=15 | Uncertainty[below=0.1, minIntervals=20, maxIntervals=90] ; keySize=15
      read n=5 cl=LOCAL_SERIAL serial-cl=local_serial | consistency=LOCAL_SERIAL, serialConsistency=LOCAL_SERIAL
      write serial-cl=LOCAL_SERIAL | consistency=LOCAL_ONE, serialConsistency=LOCAL_SERIAL
      counter_add n=7 add=uniform(1..3) | name=counter_write ; increments=uniform(1..3) ; minThreads=200 ; first=1, last=7
      counterget n=7 | name=counter_read ; distribution=Optional[GAUSSIAN(1..7)]
      mixed ratio(insert=1, read=9) clustering=FIXED(10) add=fixed(2) keysize=5 | shares={write=1.0, read=9.0}, clustering=FIXED(10) ; increments=fixed(2) ; distribution=Optional[GAUSSIAN(1..1000000)]
      mixed | shares={read=1.0, write=1.0}, clustering=GAUSSIAN(1..10)
      user profile=a.yaml,http://h/b.yaml ops(insert=1) n=3 clustering=fixed(2) | shares={insert=1.0}, clustering=fixed(2), profiles=[a.yaml, http://h/b.yaml] ; first=1, last=3
      user profile=a.yaml ops(a.insert=1,b.q=0.5) n=3 | shares={a.insert=1.0, b.q=0.5} ; distribution=Optional[GAUSSIAN(1..3)]
      write -rate threads=80 throttle=8000/S | Rate[minThreads=80, maxThreads=80, stopsAtSaturation=false, pacing=THROTTLE, perSecond=8000]
      write -rate threads=80 limit=70/s | pacing=THROTTLE, perSecond=70
      write -rate threads=80 fixed=60/s | pacing=FIXED, perSecond=60
      write -RATE threads>=8 threads<=64 auto | Rate[minThreads=8, maxThreads=64, stopsAtSaturation=true, pacing=NONE
      write -rate threads>=8 threads<=64 | Rate[minThreads=8, maxThreads=64, stopsAtSaturation=false
      write -pop seq=5..2k no-wrap read-lookback=fixed(1) contents=sorted | Population[sequence=Optional[SeedRange[first=5, last=2000]], distribution=Optional.empty, wraps=false, lookback=Optional[fixed(1)], contents=Optional[SORTED]]
      write -pop dist=~exp(1..1M) contents=SHUFFLED | sequence=Optional.empty, distribution=Optional[~exp(1..1M)], wraps=false, lookback=Optional.empty, contents=Optional[SHUFFLED]
      write -col n=FIXED(2) size=UNIFORM(1..20) slice timestamp=7 | Columns[names=[C0, C1], size=UNIFORM(1..20), isSlice=true, timestamp=OptionalLong[7]]
      write -col n=3 | names=[C0, C1, C2], size=FIXED(34), isSlice=false, timestamp=OptionalLong.empty
      write -col names=foo,bar comparator=UTF8Type super=fixed(1) | names=[foo, bar] ; notes=[-col comparator=: accepted, without effect: CQL sorts columns by their names, -col super=: accepted, without effect: CQL has no super columns]
      write -schema keyspace=k compression=LZ4Compressor | Schema[keyspace=k, replication={class=org.apache.cassandra.locator.SimpleStrategy, replication_factor=1}, compaction={}, compression=Optional[LZ4Compressor]]
      write -schema 'replication(strategy = NetworkTopologyStrategy, dc1 = 3)' compaction(strategy=LeveledCompactionStrategy,sstable_size_in_mb=10) | replication={class=org.apache.cassandra.locator.NetworkTopologyStrategy, dc1=3}, compaction={class=LeveledCompactionStrategy, sstable_size_in_mb=10}
      write -schema replication(strategy=NetworkTopologyStrategy,factor=2) | replication={class=org.apache.cassandra.locator.NetworkTopologyStrategy, replication_factor=2}
      write -schema replication(strategy=a.B,replication_factor=3) | replication={class=a.B, replication_factor=3}
      write -mode cql3 native prepared user=u password=p compression=lz4 protocolVersion=5 connectionsPerHost=7 requestTimeout=900 | Mode[compression=LZ4, protocolVersion=Optional[5], login=Optional[Login[user=u, password=p]], connectionsPerHost=Optional[7], connectionsPerShard=Optional.empty, requestTimeout=Optional[PT0.9S]] ; notes=[]
      write -mode native 4x maxPending=9 port=9 connectionsPerShard=3 | connectionsPerShard=Optional[3] ; notes=[-mode 4x: accepted, without effect: Takt has one client, -mode maxPending=: accepted, without effect: Takt does not limit the requests of a connection, -mode port=: accepted, without effect: use -port native=, -mode connectionsPerShard=: accepted, without effect: connections are to nodes; use connectionsPerHost=]
      write -node a, b:9043 whitelist datacenter=d | Node[hosts=[a, b:9043], file=Optional.empty, isWhitelist=true, datacenter=Optional[d]]
      write -node file=nodes.txt | Node[hosts=[], file=Optional[nodes.txt]
      write -node | Node[hosts=[localhost] ; Port[nativePort=9042]
      write -port native=9142 jmx=6868 | Port[nativePort=9142] ; notes=[-port jmx=: accepted, without effect: Takt does not read JMX of the server]
      write -log interval=500ms hdrfile=x.hdr file=o.txt no-settings level=verbose no-summary | Log[interval=PT0.5S, hdrFile=Optional[x.hdr], file=Optional[o.txt], showsSettings=false, level=VERBOSE] ; notes=[-log level=: accepted, without effect: the output is always complete, -log no-summary: accepted, without effect: cassandra-stress prints the summary, too]
      write -log interval=5 | Log[interval=PT5S, hdrFile=Optional.empty, file=Optional.empty, showsSettings=true, level=NORMAL]
      write -errors retries=5 ignore skip-read-validation skip-unsupported-columns | Errors[retries=5, isIgnored=true, skipsReadValidation=true, failsFast=false, skipsUnsupportedColumns=true]
      write -errors fail-fast | Errors[retries=0, isIgnored=false, skipsReadValidation=false, failsFast=true
      user profile=a ops(insert=1) -insert visits=fixed(2) revisit=uniform(1..9) partitions=fixed(3) batchtype=unlogged select-ratio=fixed(1)/2 row-population-ratio=fixed(1)/3 | Insert[visits=fixed(2), revisit=uniform(1..9), partitions=Optional[fixed(3)], batchType=Optional[UNLOGGED], select=Optional[fixed(1)/2], rowPopulation=Optional[fixed(1)/3]] ; notes=[]
      write -insert visits=fixed(2) | notes=[-insert: accepted, without effect: it is for user only]
      user profile=a ops(q=1) -tokenrange wrap split-factor=1k -col size=fixed(8) | TokenRange[wraps=true, splitFactor=1000] ; notes=[-col: accepted, without effect: the profile defines the columns]
      write -transport truststore=t truststore-password=tp keystore=k keystore-password=kp ssl-protocol=TLS store-type=JKS hostname-verification=1 | Transport[truststore=Optional[Store[file=t, password=Optional[tp]]], keystore=Optional[Store[file=k, password=Optional[kp]]]] ; notes=[-transport ssl-protocol=: accepted, without effect: Takt and the server choose the best that both have, -transport store-type=: accepted, without effect: Takt finds out the type of a store, -transport hostname-verification=: accepted, without effect: names of hosts are verified]
      write -transport truststore=t,keystore=k,store-type=JKS | truststore=Optional[Store[file=t, password=Optional.empty]], keystore=Optional[Store[file=k, password=Optional.empty]]
      write -transport | Transport[truststore=Optional.empty, keystore=Optional.empty]
      write -graph file=g.html revision=r title=t op=write | graph=Optional[Graph[file=g.html, revision=Optional[r], title=Optional[t], operation=Optional[write]]]
      write -graph | graph=Optional.empty
      write -jmx user=u password=p -credentials-file c.properties | credentialsFile=Optional[c.properties] ; notes=[-jmx user=: accepted, without effect: Takt does not use JMX, -jmx password=: accepted, without effect: Takt does not use JMX]
      write n=1 -sendto ann@load2 -rate threads=4 | sendTo=Optional[ann@load2]
      write n=1 -sendto load1, ann@load2 | sendTo=Optional[load1,ann@load2]
      write n=1 -send-to ssh:hosts.txt | sendTo=Optional[ssh:hosts.txt]
      write n=1 | sendTo=Optional.empty
      help | command=Help[topic=Optional.empty], run=Optional.empty
      help -sendto | Help[topic=Optional[-sendto]]
      help Counter_Read | Help[topic=Optional[counter_read]]
      -? -Rate | Help[topic=Optional[-rate]]
      print dist=~exp(1..1M) | Print[distribution=~exp(1..1M)]
      version | Version[isJson=false], run=Optional.empty, notes=[]
      version_json | Version[isJson=true]
      """;

  /// Command lines, and the messages of their exceptions. `...` stands for any text.
  private static final String BAD =
      """
      '' | no command; expected one of write read mixed ...
      frobnicate n=1 | frobnicate: unknown command; expected one of write read mixed ...
      legacy | legacy: refused: removed in Cassandra 5.0
      write n=10 duration=10s | write duration=10s: cannot be combined with n=10
      write n=10 err<0.2 | write err<0.2: cannot be combined with n=10
      write duration=1h n<10 | write n<10: cannot be combined with duration=1h
      write n=10p | write n=10p: expected a whole number, such as 5000, 10k, 1M or 1b
      write n=-1 | write n=-1: expected a whole number, such as 5000, 10k, 1M or 1b
      write n=1 n=2 | write n=2: given more than once
      write n>300 | write n>300: n> is 300 and n< is 200
      write duration=1hour | write duration=1hour: expected a time such as 30s, 10m, 2h or 1d
      write duration=99999999999999d | write duration=99999999999999d: expected a time such as ...
      write err<2 | write err<2: expected a fraction such as 0.02
      write cl=most | write cl=most: expected one of ONE, QUORUM, LOCAL_QUORUM, EACH_QUORUM, ALL, ...
      write serial-cl=ONE | write serial-cl=ONE: expected SERIAL or LOCAL_SERIAL
      write truncate=often | write truncate=often: expected one of never, once, always
      write no-warmup=1 | write no-warmup=1: unknown suboption; expected one of keysize= n= duration= ...
      write keysize=0 | write keysize=0: expected a whole number from 1 on
      write add=FIXED(1) | write add=FIXED(1): unknown suboption; expected one of ...
      read ratio(read=1) | read ratio(read=1): unknown suboption; expected one of ...
      mixed ratio() | mixed ratio(): expected shares such as (read=2,write=1)
      mixed ratio(read=0) | mixed ratio(read=0): expected shares such as (read=2,write=1) (all shares are 0)
      mixed ratio(mixed=1) | mixed ratio(mixed=1): expected read, write, counter_read or counter_write instead of mixed
      mixed ratio(write=1,insert=1) | mixed ratio(write=1,insert=1): write is given twice
      mixed ratio(read=x) | mixed ratio(read=x): expected shares such as (read=2,write=1) (read needs a number)
      user ops(insert=1) | user profile=: required, and not given
      user profile=a.yaml | user ops(: required, and not given
      user profile=a ops(insert=1) -schema keyspace=k | -schema: not for user; the profile defines keyspace and table
      help frobnicate | help frobnicate: expected a command or a group, one of write ...
      help read write | help write: expected one topic
      print | print dist=: required, and not given
      print dist=weibull(1..9,2) | print dist=weibull(1..9,2): expected a distribution such as uniform(1..1M) (Illegal distribution type: weibull)
      version n=1 | version n=1: expected nothing here
      version -log | -log: not for version
      write -frob x=1 | -frob: unknown group; expected one of -rate -pop -col -schema -insert ...
      write -log -LOG | -log: given more than once
      write -sendto | -sendto : required, and not given
      write -sendto a,,b | -sendto a,,b: expected hosts such as load1,ann@load2, or as --fleet
      write -sendto a b | -sendto b: given more than once
      write -sendto a -send-to b | -sendto: given more than once
      write -sample history=1 | -sample: refused: Takt records every operation
      write -reporting output-frequency=1s | -reporting: refused: use -log interval=
      write -rate threads=0 | -rate threads=0: expected a whole number from 1 on
      write -rate threads=1 throttle=5 | -rate throttle=5: expected N/s with N from 1 on
      write -rate throttle=5/s | -rate throttle=5/s: needs threads=
      write -rate threads=1 fixed=1/s throttle=1/s | -rate fixed=1/s: cannot be combined with throttle=1/s
      write -rate threads=1 auto | -rate auto: cannot be combined with threads=1
      write -rate threads>=9 threads<=8 | -rate threads>=9: from 9 to 8 threads
      write -pop seq=1.10 | -pop seq=1.10: expected a range such as 1..1M
      write -pop seq=9..1 | -pop seq=9..1: expected a range such as 1..1M (the first is above the last)
      write -pop dist=fixed(1) seq=1..9 | -pop dist=fixed(1): cannot be combined with seq=1..9
      write -pop no-wrap | -pop no-wrap: needs seq=
      write -col n=UNIFORM(1..9) | -col n=UNIFORM(1..9): expected FIXED(N), N from 1 to 65535 (not a fixed number of columns)
      write -col n=0 | -col n=0: expected FIXED(N), N from 1 to 65535 (not a fixed number of columns)
      write -col names=a n=3 | -col names=a: cannot be combined with n=3
      write -col names=a,a | -col names=a,a: a name is given twice
      write -schema replication(factor=abc) | -schema replication(factor=abc): expected a whole number for factor
      write -schema replication(factor==1) | -schema replication(factor==1): expected name=value pairs, such as (a=1,b=2)
      write -schema replication(a=1,a=2) | -schema replication(a=1,a=2): expected name=value pairs, such as (a=1,b=2) (a is given twice)
      write -mode user=u | -mode user=u: needs password=
      write -mode password=p | -mode password=p: needs user=
      write -mode compression=snappy | -mode compression=snappy: expected one of none, lz4 (Takt has no Snappy)
      write -mode compression=zstd | -mode compression=zstd: expected one of none, lz4
      write -mode protocolVersion=3 | -mode protocolVersion=3: expected version 4 or 5
      write -mode simplenative | -mode simplenative: refused: Takt has one client
      write -mode thrift | -mode thrift: refused: Takt supports CQL only; use native
      write -mode unprepared | -mode unprepared: refused: Takt prepares all statements
      write -mode auth-provider=X | -mode auth-provider=X: refused: Takt supports PasswordAuthenticator only; use user= and password=
      write -mode connectionsPerHost=1 connectionsPerShard=1 | -mode connectionsPerShard=1: cannot be combined with connectionsPerHost=1
      write -node a,b, | -node a,b,: expected hosts such as a,b:9042
      write -node centre=x | -node centre=x: expected hosts such as a,b:9042
      write -node a rack=r | -node rack=r: refused: the nodes of one datacenter are used
      write -node a loadbalance=rack-aware | -node loadbalance=rack-aware: refused: the nodes of one datacenter are used
      write -node a remote-dc=d | -node remote-dc=d: refused: the nodes of one datacenter are used
      write -node a file=f | -node file=f: cannot be combined with a
      write -port native=65536 | -port native=65536: expected a port from 1 to 65535
      write -log interval=1h | -log interval=1h: expected seconds, or a time such as 10s or 500ms
      write -errors ignore fail-fast | -errors fail-fast: cannot be combined with ignore
      write -errors delay-policy=linear | -errors delay-policy=linear: refused: a try that follows another does so at once
      write -errors min-delay-ms=5 | -errors min-delay-ms=5: refused: a try that follows another does so at once
      write -errors max-delay-ms=90 | -errors max-delay-ms=90: refused: a try that follows another does so at once
      write -insert select-ratio=fixed(1) | -insert select-ratio=fixed(1): expected a ratio such as fixed(1)/2 (Invalid ratio definition: fixed(1))
      write -insert batchtype=fast | -insert batchtype=fast: expected one of unlogged, logged, counter
      write -transport truststore= | -transport truststore=: expected a value
      write -transport keystore-password=p | -transport keystore-password=p: needs keystore=
      write -transport hostname-verification=false | -transport hostname-verification=false: expected true; --insecure accepts any certificate
      write -transport ssl-protocol=TLSv1.3 | -transport ssl-protocol=TLSv1.3: expected TLS
      write -transport ssl-alg=PKIX | -transport ssl-alg=PKIX: refused: Takt and the server choose the best that both have
      write -transport keystore=k ssl-ciphers=A,B | -transport ssl-ciphers=A,B: refused: Takt and the server choose the best that both have
      write -tokenrange split-factor=0 | -tokenrange split-factor=0: expected a whole number from 1 on
      write -graph title=t | -graph file=: required, and not given
      """;

  static Stream<List<String>> good() {
    return table(GOOD);
  }

  static Stream<List<String>> bad() {
    return table(BAD);
  }

  private static Stream<List<String>> table(String rows) {
    return rows.lines().map(row -> List.of(row.split(" \\| ")));
  }

  private static StressSettings parse(String line) {
    return StressSettings.parse(List.of(line.replace("'", "").split(" ")));
  }

  @ParameterizedTest
  @MethodSource("good")
  void settingsOfValidLine(List<String> row) {
    assertThat(parse(row.getFirst()).toString()).contains(row.getLast().split(" ; "));
  }

  @ParameterizedTest
  @MethodSource("bad")
  void messageForInvalidLine(List<String> row) {
    List<String> parts = Arrays.asList(row.getLast().split("\\.\\.\\.$"));
    assertThatExceptionOfType(InvalidCommandLineException.class)
        .isThrownBy(() -> parse(row.getFirst()))
        .satisfies(e -> {
          if (row.getLast().endsWith("...")) {
            assertThat(e.getMessage()).startsWith(parts.getFirst());
          } else {
            assertThat(e.getMessage()).isEqualTo(row.getLast());
          }
        });
  }

  /// What the words are joined and split with does not matter.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "write n=10 -schema replication(factor=3,a=b) -rate threads=2",
        "write  n = 10 -schema replication ( factor = 3 , a = b ) -rate threads =2"
      })
  void quotingAndBlanksDoNotMatter(String line) {
    String expected =
        parse("write n=10 -schema replication(factor=3,a=b) -rate threads=2").toString();
    assertThat(StressSettings.parse(List.of(line))).hasToString(expected);
    assertThat(StressSettings.parse(List.of(line.split(" ")))).hasToString(expected);
  }

  /// Without any one of its words, a line has other settings or is not valid, but for words that
  /// state a default.
  @ParameterizedTest
  @MethodSource("good")
  void noWordIsIgnored(List<String> row) {
    Set<String> redundant =
        Set.of(
            "cql3",
            "native",
            "prepared",
            "CL=local_one",
            "-graph",
            "-node",
            "-transport",
            "serial-cl=local_serial");
    CommandWords split = CommandWords.split(List.of(row.getFirst().replace("'", "")));
    List<String> words = new ArrayList<>(List.of(split.command()));
    words.addAll(split.suboptions());
    split
        .groups()
        .forEach((group, suboptions) -> {
          words.add(group);
          words.addAll(suboptions);
        });
    String settings = StressSettings.parse(words).toString();
    for (int i = 1; i < words.size(); i++) {
      List<String> fewer = new ArrayList<>(words);
      if (!redundant.contains(fewer.remove(i))) {
        assertThat(outcome(fewer)).as(words.get(i)).isNotEqualTo(settings);
      }
    }
  }

  private static String outcome(List<String> words) {
    try {
      return StressSettings.parse(words).toString();
    } catch (InvalidCommandLineException e) {
      return "invalid: " + e.getMessage();
    }
  }

  /// So no suboption escapes [#noWordIsIgnored].
  @Test
  void everySuboptionOccursInValidAndEveryRefusedInInvalidLine() {
    List<OptionGroup> groups = new ArrayList<>(StressSettings.GROUPS.values());
    for (CommandName command : CommandName.values()) {
      groups.add(CommandOptions.group(command));
    }
    List<String> valid = words(GOOD);
    List<String> refused = words(BAD);
    for (OptionGroup group : groups) {
      for (Suboption<?> suboption : group.suboptions()) {
        List<String> words = suboption.effect() == Suboption.Effect.REFUSED ? refused : valid;
        assertThat(words).as(group.name() + " " + suboption.name()).anyMatch(suboption::matches);
      }
    }
  }

  private static List<String> words(String rows) {
    return table(rows).flatMap(row -> Stream.of(row.getFirst().split(" "))).toList();
  }
}
