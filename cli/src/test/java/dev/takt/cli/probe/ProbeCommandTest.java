package dev.takt.cli.probe;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.takt.cli.World;
import dev.takt.cli.spi.ExitCode;
import dev.takt.testing.Background;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Timeout(60)
class ProbeCommandTest {

  private static final JsonMapper JSON = new JsonMapper();
  private static final String SHORT = "--waiting yield --for 200ms --warmup 20ms";

  @TempDir Path folder;

  private World probe(String line, int code) {
    World world = new World(folder);
    String[] words =
        Stream.concat(Stream.of("probe"), Stream.of(line.split(" "))).toArray(String[]::new);
    assertThat(world.run(words)).as(() -> world.out() + world.err()).isEqualTo(code);
    assertThat(world.err()).doesNotContain("Exception", "this is a bug");
    return world;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          interthread --for 0s              | --for: expected more than 0
          interthread --for -1s             | --for: duration "-1s" is not understood
          interthread --for 10              | --for: duration "10" has no unit: did you mean 10s?
          interthread --rate 0/s            | --rate: rate "0/s" is 0
          interthread --rate 11M/s          | --rate: more than 10M/s cannot be paced
          interthread --rate quick          | --rate: rate "quick" is not understood
          interthread --queue spcs          | --queue: expected one of spsc, spsc-chunked
          interthread --capacity 0          | --capacity: expected 1 to 1,048,576, found '0'
          interthread --waiting sleep       | --waiting: expected one of spin, yield, park
          interthread --waiting park --queue ConcurrentLinkedQueue | --waiting: no thread can sleep on a ConcurrentLinkedQueue
          interthread --pin 0               | --pin: expected two processors, such as 0,1; found '0'
          interthread --pin 0,99999         | --pin: there is no processor 99999; there are
          interthread --threshold 0ns       | --threshold: expected more than 0
          interthread --show -1             | --show: expected 0 to 200,000, found '-1'
          interthread --format xml          | --format: expected one of table, json, found 'xml'
          interthread --percentiles 101     | --percentiles: '101' is not a percentile
          interthread --plot x.pdf          | --plot: a picture is .svg or .png
          interthread --queu spsc           | did you mean --queue?
          wakeup --pairs 0                  | --pairs: expected 1 to 4,096, found '0'
          wakeup --pairs many               | --pairs: expected 1 to 4,096, found 'many'
          wakeup --how notify,shout         | --how: expected one of notify, unpark, condition
          wakeup --gap -5ms                 | --gap: duration "-5ms" is not understood
          clock --for 0s                    | --for: expected more than 0
          memory-order --forks 0            | --forks: expected 1 to 1,000, found '0'
          nepotism --elements many          | --elements: expected a number from 1000 on
          nepotism --collectors g2          | --collectors: expected one of serial, parallel, g1
          memory-order --round-time 0s      | --round-time: expected more than 0
          explain --only gc,flu             | --only: expected some of gc, allocation, operation,
          explain --rounds 0                | --rounds: expected 1 to 1,000, found '0'
          explain --rate quick              | --rate: rate "quick" is not understood
          explain --format xml              | --format: expected one of table, json, found 'xml'
          clok                              | did you mean clock?
          """)
  void invalidFlagValueIsReported(String line, String message) throws Exception {
    World world = probe(line, ExitCode.USAGE);

    assertThat(world.err()).contains(message);
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"interthread", "wakeup", "clock", "memory-order"})
  void helpHasExamples(String name) {
    String help = probe(name + " --help", ExitCode.OK).out();

    assertThat(help).contains("Examples", "takt probe " + name, "Exit codes", "--plot", "--out");
    assertThat(probe("--help", ExitCode.OK).out()).contains("  " + name);
  }

  @Test
  void oneResultOnAllWays() throws Exception {
    World world =
        probe(
            "interthread " + SHORT + " --format json --threshold 1ns -o x.hdr --plot x.svg",
            ExitCode.OK);

    JsonNode json = JSON.readTree(world.out());
    long due = 200;
    assertThat(json.get("format").asString()).isEqualTo("takt-probe/1");
    assertThat(json.get("latency").get(0).get("measure").asString()).isEqualTo("response");
    assertThat(json.get("latency").get(0).get("count").asLong()).isEqualTo(due);
    assertThat(json.get("received").asLong()).isEqualTo(json.get("sent").asLong());
    assertThat(json.get("outliers").asLong()).isEqualTo(due);
    assertThat(json.get("worst").size()).isEqualTo(20);
    World log = new World(folder);
    assertThat(log.run("log", "summarize", "x.hdr", "--tag", "message-rt", "--format", "csv"))
        .isZero();
    assertThat(log.out().lines().toList().get(1)).startsWith("message-rt," + due + ",");
    assertThat(Files.readString(folder.resolve("x.svg"))).contains("message-rt");
  }

  @Test
  void tablesForPeople() {
    String out = probe("interthread " + SHORT, ExitCode.OK).out();

    assertThat(out.replaceAll("\\s+", " "))
        .contains("balance", "200 due = ", "p99.9", "response", "outliers from");
  }

  @Test
  void eachSideOfEachMechanismHasARow() throws Exception {
    World world =
        probe("wakeup --pairs 2 --how unpark,notify --for 100ms --warmup 0s --format json", 0);

    JsonNode rows = JSON.readTree(world.out()).get("latency");
    assertThat(rows.valueStream().map(each -> each.get("who").asString()))
        .containsExactly("unpark caller", "unpark woken", "notify caller", "notify woken");
    assertThat(rows.get(0).get("count").asLong()).isEqualTo(rows.get(1).get("count").asLong());
  }

  @Test
  void clockProbeReportsAllThreeClocks() throws Exception {
    JsonNode json = JSON.readTree(probe("clock --for 300ms --format json --quiet", 0).out());

    assertThat(json.get("clocks").valueStream().map(each -> each.get("clock").asString()))
        .containsExactly("nanoTime", "currentTimeMillis", "Instant.now");
    assertThat(json.get("clocks").get(0).get("backwards").asLong()).isZero();
    assertThat(json.get("clocks").get(1).get("unitNanos").asLong() % 1_000_000).isZero();
  }

  @Test
  void costsOfMemoryOrders() throws Exception {
    JsonNode json =
        JSON.readTree(
            probe(
                    "memory-order --forks 1 --rounds 2 --round-time 200us --warmup 0s --format json",
                    0)
                .out());

    assertThat(json.get("costs").size()).isEqualTo(11);
    assertThat(json.get("costs").get(0).get("operation").asString()).isEqualTo("nothing");
    assertThat(json.get("costs").get(0).get("alone-rounds").asInt()).isEqualTo(2);
  }

  @Test
  void aFileThatExistsIsKept() throws Exception {
    Files.writeString(folder.resolve("x.hdr"), "old");

    assertThat(probe("clock --for 10s -o x.hdr", ExitCode.FAILED).err())
        .contains("x.hdr: it exists");
    assertThat(Files.readString(folder.resolve("x.hdr"))).isEqualTo("old");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "interthread --waiting yield --for 1h --warmup 0s",
        "wakeup --for 1h --warmup 0s --pairs 1",
        "clock --for 1h"
      })
  void ctrlCEndsEarlyAndTellsWhatThereIs(String line) throws Exception {
    World world = new World(folder);
    String[] words =
        Stream.concat(Stream.of("probe"), Stream.of(line.split(" "))).toArray(String[]::new);
    CompletableFuture<Integer> code = Background.supplyAsync(() -> world.run(words));
    // It has started.
    await().atMost(ofSeconds(30)).until(() -> world.err().contains("takt: "));
    Thread.sleep(200);
    world.pressCtrlC();

    assertThat(code.get(30, TimeUnit.SECONDS)).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(world.err()).contains("interrupted: the figures are those until then");
    assertThat(List.of(world.out().split("\n"))).hasSizeGreaterThan(5);
  }
}
