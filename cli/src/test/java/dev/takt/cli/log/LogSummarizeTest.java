package dev.takt.cli.log;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.luben.zstd.Zstd;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.takt.cli.LogDesk;
import dev.takt.cli.World;
import dev.takt.testing.Background;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Timeout(60)
class LogSummarizeTest {

  private static final JsonMapper JSON = new JsonMapper();

  @TempDir Path folder;

  private LogDesk desk(String... fixtures) {
    return new LogDesk(folder, fixtures);
  }

  /// The expected values are from HdrHistogram's own tools, or follow from how the logs were made.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          base_rel.hlog             | (untagged) | 10                  | 5001215 | 10002431   | 10002431
          base_abs.hlog             | (untagged) | 10                  | 5001215 | 10002431   | 10002431
          base_rel.hlog.gz          | (untagged) | 10                  | 5001215 | 10002431   | 10002431
          jHiccup-2.0.1.logV0.hlog  | (untagged) | 61256               | 393215  | 1107296255 | 1577058303
          jHiccup-2.0.6.logV1.hlog  | (untagged) | 65964               | 393215  | 1241513983 | 1895825407
          jHiccup-2.0.7S.logV2.hlog | (untagged) | 48761               | 344063  | 1434451967 | 1803550719
          tagged-Log.logV2.hlog     | A          | 16145               | 360447  | 1392508927 | 1551892479
          tagged-Log.logV2.hlog     | (untagged) | 16145               | 360447  | 1392508927 | 1551892479
          ycsb.logV1.hlog           | (untagged) | 300056              | 373     | 130559     | 1546239
          bigcounts.hlog            | (untagged) | 9007204254740994    | 1000447 | 1000447    | 2306397437951
          """)
  void knownAnswers(String log, String tag, long count, long p50, long p99, long max) {
    LogDesk.Done done = desk(log).log("summarize " + log + " --format csv --percentiles 50,99");

    String row =
        done.succeeds().lines().stream()
            .filter(each -> each.startsWith(tag + ","))
            .findFirst()
            .orElseThrow();
    String[] fields = row.split(",", -1);
    assertThat(List.of(fields[1], fields[4], fields[5], fields[6]))
        .containsExactly("" + count, "" + p50, "" + p99, "" + max);
  }

  @Test
  void csvToTheLetter() {
    assertThat(desk("base_rel.hlog").log("summarize base_rel.hlog --format csv").succeeds().out())
        .isEqualTo(
            """
            tag,count,mean,min,p50,p90,p95,p99,p99.9,p99.99,max,unit,estimate
            (untagged),10,5499520,999936,5001215,9003007,10002431,10002431,10002431,10002431,10002431,ns,
            """);
  }

  @Test
  void tagsApartChosenAndTogether() {
    LogDesk desk = desk("tags.hlog");

    assertThat(desk.counts("tags.hlog")).isEqualTo(Map.of("(untagged)", 10L, "A", 10L, "B", 10L));
    assertThat(desk.counts("tags.hlog", "--tag", "A")).isEqualTo(Map.of("A", 10L));
    assertThat(desk.counts("tags.hlog", "--tag", "?", "--tag", "(untagged)")).hasSize(3);
    assertThat(desk.counts("tags.hlog", "--tag", "?")).containsOnlyKeys("A", "B");
    assertThat(desk.counts("tags.hlog", "--ignore-tags")).isEqualTo(Map.of("(untagged)", 30L));
    desk.log("summarize tags.hlog --tag Z")
        .fails(6, "no good interval has a tag Z; there are (untagged), A, B");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --start 0 --end 5                                              | 5
          --start 5 --end 10                                             | 5
          --start 3 --end 5                                              | 2
          --start -7.5 --end 1                                           | 1
          --start 1735689603 --end 1735689605                            | 2
          --start 2025-01-01T00:00:03Z --end 2025-01-01T00:00:05Z        | 2
          --start 2025-01-01T02:00:03+02:00 --end 2025-01-01T00:00:05    | 2
          --end 2025-01-01T00:00:05Z --start 2025-01-01                  | 5
          --start 9.0000001                                              | 0
          --start 5 --end 5                                              | 0
          """)
  void windowsAreHalfOpenHoweverTheirEndsAreWritten(String window, long count) {
    for (String log : List.of("base_rel.hlog", "base_abs.hlog")) {
      LogDesk.Done done = desk(log).log("summarize " + log + " --format csv " + window);
      if (count == 0) {
        done.fails(6, "there is no good interval in that window");
      } else {
        assertThat(done.succeeds().lines().get(1)).startsWith("(untagged)," + count + ",");
      }
    }
  }

  @Test
  void aSeriesOfWindowsHasEachCountOnce() {
    LogDesk.Done done =
        desk("base_rel.hlog").log("summarize base_rel.hlog --window 4s --format csv");

    assertThat(done.succeeds().lines().stream().map(row -> List.of(row.split(",", -1)).get(4)))
        .containsExactly("count", "4", "4", "2");
  }

  @Test
  void severalLogsAreOneResult() {
    LogDesk desk = desk("uA.hlog").put("uB.hlog", "m/uB.hlog").put("uC.hlog", "m/uC.hlog");

    assertThat(desk.counts("uA.hlog", "m/*.hlog")).isEqualTo(Map.of("(untagged)", 150L));
    assertThat(desk.counts("**.hlog", "uA.hlog")).isEqualTo(Map.of("(untagged)", 150L));
    assertThat(desk.counts("m/u[BC].hlog")).isEqualTo(Map.of("(untagged)", 100L));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"summarize *.hlog", "summarize *.hlog --window 3s", "summarize uA.hlog -o x"})
  void jsonFitsThePublishedSchema(String line) {
    World schemas = new World(folder);
    assertThat(schemas.run("schema", "log-summary")).isZero();
    var schema =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(schemas.out(), InputFormat.JSON);
    LogDesk desk = desk("uA.hlog", "tags.hlog", "noheader_rel.hlog", "empty_interval.hlog");

    LogDesk.Done done = desk.log(line + " --format json").succeeds();

    String json = line.endsWith("-o x") ? desk.text("x") : done.out();
    assertThat(schema.validate(json, InputFormat.JSON)).isEmpty();
  }

  @Test
  void jsonHasTheNumbers() {
    JsonNode json =
        JSON.readTree(desk("uA.hlog").log("summarize uA.hlog --format json").succeeds().out());

    assertThat(json.get("intervals").asLong()).isEqualTo(5);
    assertThat(json.get("series").get(0).get("count").asLong()).isEqualTo(50);
    assertThat(json.get("unitSource").asString()).isEqualTo("assumed");
  }

  @Test
  void hgrmOfOneTagOrAFolderOfThem() {
    LogDesk desk = desk("tags.hlog");

    assertThat(desk.log("summarize tags.hlog --format hgrm --tag A").succeeds().out())
        .startsWith("       Value     Percentile TotalCount 1/(1-Percentile)\n\n")
        .contains("#[Max     = ", "Total count    =           10]");
    desk.log("summarize tags.hlog --format hgrm").fails(2, "3 tags make 3 files", "-o", "--tag");
    assertThat(desk.log("summarize tags.hlog --format hgrm -o h").succeeds().lines())
        .containsExactly(
            folder.resolve("h/default.hgrm").toString(),
            folder.resolve("h/A.hgrm").toString(),
            folder.resolve("h/B.hgrm").toString());
    String before = desk.text("h/A.hgrm");
    desk.log("summarize tags.hlog --format hgrm -o h --ticks 1").fails(1, "it exists");
    assertThat(desk.text("h/A.hgrm")).isEqualTo(before);
    assertThat(desk.files()).hasSize(4);
  }

  @Test
  void likeHistogramLogProcessorBothEndsAreInTheWindow() {
    LogDesk.Done done =
        desk("base_rel.hlog").log("summarize base_rel.hlog --hlp --start 3 --end 5");

    assertThat(done.succeeds().out())
        .startsWith(
            "#[StartTime: 1735689600.000 (seconds since epoch), Wed Jan 01 00:00:00 UTC 2025]\n")
        .contains("Total count    =            3]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''                            | 300056 | 373 ns  | values in ns assumed
          --values us                   | 300056 | 373 µs  | values in us, as specified
          --values us --unit ms         | 300056 | 0.373   | shown in ms; values in us, as specified
          """)
  void theUnitIsToldOrAssumedAndSaidSo(String flags, String count, String p50, String heading) {
    String line = "summarize ycsb.logV1.hlog --percentiles 50 " + flags;

    assertThat(desk("ycsb.logV1.hlog").log(line.strip()).succeeds().out()).contains(p50, heading);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          m_bad_b64.hlog              | 9  | m_bad_b64.hlog:10: the histogram is no Base64
          m_bad_cookie.hlog           | 9  | m_bad_cookie.hlog:10: 0x1c8493eb does not begin
          m_bad_ts.hlog               | 9  | m_bad_ts.hlog:10: expected
          m_bad_zlib.hlog             | 9  | m_bad_zlib.hlog:10: the compressed data is damaged
          m_garbage_text.hlog         | 9  | m_garbage_text.hlog:10: expected
          m_mid_short.hlog            | 9  | m_mid_short.hlog:10: the histogram has 29 bytes
          m_missing_max.hlog          | 9  | m_missing_max.hlog:10: expected
          m_trunc_payload.hlog        | 9  | m_trunc_payload.hlog:15: the log is cut off
          m_trunc_before_payload.hlog | 9  | m_trunc_before_payload.hlog:15: the log is cut off
          m_trunc_ts.hlog             | 9  | m_trunc_ts.hlog:15: the log is cut off
          m_joined_lines.hlog         | 8  | m_joined_lines.hlog:10:
          nul_tail.hlog               | 10 | nul_tail.hlog:16:
          m_extra_field.hlog          | 10 | m_extra_field.hlog:10: there is something after
          m_comments.hlog             | 10 | m_comments.hlog:13: the StartTime
          mixed_double.hlog           | 2  | mixed_double.hlog:3: a histogram of doubles
          """)
  void damagedLinesAreReportedAndOthersAreUsed(String log, long count, String message) {
    LogDesk desk = desk(log);

    LogDesk.Done done = desk.log("summarize " + log + " --format csv").fails(1, message.strip());
    LogDesk.Done lenient = desk.log("summarize " + log + " --format csv --lenient");

    assertThat(done.lines().get(1)).startsWith("(untagged)," + count + ",");
    assertThat(lenient.fails(0, message.strip()).out()).isEqualTo(done.out());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "m_nofinalnl.hlog",
        "m_crlf.hlog",
        "m_bom.hlog",
        "m_blankline.hlog",
        "m_blankend.hlog",
        "m_leading_space.hlog",
        "m_space_sep.hlog",
        "m_comma_space.hlog",
        "m_sci.hlog",
        "m_negts.hlog",
        "m_concat.hlog",
        "m_starttime_nospace.hlog",
        "startonly_rel.hlog",
        "noheader_rel.hlog"
      })
  void whatIsOnlyOddIsRead(String log) {
    LogDesk desk = desk(log);

    desk.log("summarize " + log).succeeds();
    assertThat(desk.counts(log)).isEqualTo(Map.of("(untagged)", 10L));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          m_empty.hlog         | m_empty.hlog: the file is empty
          m_headeronly.hlog    | m_headeronly.hlog: there is no interval in it, only a header
          m_decimal_comma.hlog | m_decimal_comma.hlog:6: the numbers have decimal commas
          """)
  void nothingHasAnExitCodeOfItsOwn(String log, String message) {
    LogDesk desk = desk(log);
    for (String command : List.of("summarize %s", "cat %s", "union %s -o x", "plot %s -o x.svg")) {
      LogDesk.Done done =
          desk.log(command.replace("%s", log)).fails(6, message, "there is no good interval");
      assertThat(done.err().contains("could not be used"))
          .isEqualTo(log.equals("m_decimal_comma.hlog"));
      assertThat(desk.files()).containsExactly(log);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          summarize                                    | 2 | which logs? Name files, or - for standard input
          summarize absent.hdr                         | 1 | absent.hdr: there is no such file
          summarize absent/*.hdr                       | 1 | absent/*.hdr: no file matches
          summarize [.hdr                              | 1 | [.hdr: there is no such file, and it is no glob
          summarize .                                  | 1 | is a folder without a latency.hdr
          summarize uA.hlog --percentiles 101          | 2 | --percentiles: '101' is not a percentile
          summarize uA.hlog --percentiles ,            | 2 | --percentiles: '' is not a percentile
          summarize uA.hlog --unit 0                   | 2 | --unit: '0' is not a unit
          summarize uA.hlog --unit NaN                 | 2 | --unit: 'NaN' is not a unit
          summarize uA.hlog --values 5                 | 2 | --values: '5' is not a unit
          summarize uA.hlog --window 0                 | 2 | --window: expected more than 0
          summarize uA.hlog --window -1s               | 2 | --window:
          summarize uA.hlog --start 5 --end 4          | 2 | --end: it is before --start
          summarize uA.hlog --start abc                | 2 | --start: expected seconds or a time
          summarize uA.hlog --start 1.2.3              | 2 | --start: expected seconds or a time
          summarize uA.hlog --start 1735689603000      | 2 | are these milliseconds?
          summarize uA.hlog --format xml               | 2 | --format: expected hgrm, table, csv, json, ycsb
          summarize uA.hlog --format hgrm --window 1s  | 2 | hgrm has no time series
          summarize uA.hlog --format ycsb --window 1s  | 2 | ycsb has no time series
          summarize uA.hlog --format hgrm --ticks 0    | 2 | --ticks: expected 1 to 10000
          summarize uA.hlog --format hgrm --percentiles 5 | 2 | --percentiles: hgrm has percentiles of its own
          summarize uA.hlog --ticks 5                  | 2 | --ticks: only with --format hgrm
          summarize uA.hlog --hlp --window 1s          | 2 | --window: not with --hlp
          summarize uA.hlog --hlp --format csv         | 2 | --hlp: only with --format hgrm
          summarize uA.hlog uA.hlog uB.hlog --hlp      | 2 | --hlp: one log at a time
          summarize uA.hlog --follow                   | 2 | --follow: only with --window
          summarize uA.hlog --force                    | 2 | --force: only with -o
          summarize uA.hlog --tga x                    | 2 | did you mean --tag?
          sumarize uA.hlog                             | 2 | did you mean summarize?
          summarize uA.hlog -o uB.hlog                 | 1 | uB.hlog: it exists; another name, or --force
          summarize uA.hlog -o folder                  | 1 | is a folder; name a file in it
          summarize uA.hlog -o uB.hlog/x               | 1 | uB.hlog/x:
          """)
  void invalidUsageIsReportedAndWritesNoFile(String line, int code, String message)
      throws Exception {
    LogDesk desk = desk("uA.hlog", "uB.hlog");
    Files.createDirectory(folder.resolve("folder"));
    String before = desk.text("uB.hlog");

    LogDesk.Done done = desk.log(line).fails(code, message);

    assertThat(done.out()).isEmpty();
    assertThat(desk.files()).containsExactly("uA.hlog", "uB.hlog");
    assertThat(desk.text("uB.hlog")).isEqualTo(before);
  }

  @Test
  void standardInputAndCompressedLogs() throws Exception {
    LogDesk desk = desk("uA.hlog");
    byte[] plain = Files.readAllBytes(folder.resolve("uA.hlog"));
    Files.write(folder.resolve("a.zst"), Zstd.compress(plain));
    String expected = desk.log("summarize uA.hlog").succeeds().out();

    assertThat(desk.log("summarize a.zst").succeeds().out()).isEqualTo(expected);
    assertThat(desk.log(plain, "summarize -").succeeds().out()).isEqualTo(expected);
    assertThat(desk.log(plain, "summarize - -").succeeds().out()).isEqualTo(expected);
    assertThat(desk.log(Zstd.compress(plain), "summarize -").succeeds().out()).isEqualTo(expected);
    assertThat(desk.log(plain, "summarize - uA.hlog --format csv").succeeds().out())
        .contains("(untagged),100,");
  }

  @Test
  void compressedLogsThatAreCutOff() throws Exception {
    LogDesk desk = desk("base_rel.hlog.gz");
    byte[] whole = Files.readAllBytes(folder.resolve("base_rel.hlog.gz"));
    for (int length : new int[] {2, 5, 11, 100, whole.length - 9}) {
      Files.write(folder.resolve("cut.gz"), java.util.Arrays.copyOf(whole, length));

      LogDesk.Done done = desk.log("summarize cut.gz --format csv");

      assertThat(done.code()).isIn(1, 6);
      assertThat(done.err()).contains("cut.gz:", "the compressed file is cut off");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "csv", "table"})
  void aLogThatIsFollowedEndsWholeAtCtrlC(String format) throws Exception {
    LogDesk desk = desk("base_rel.hlog");
    List<String> lines = desk.text("base_rel.hlog").lines().toList();
    desk.write("growing", String.join("\n", lines.subList(0, 8)) + "\n");
    World world = new World(folder);
    CompletableFuture<Integer> code =
        Background.supplyAsync(() ->
            world.run(
                "log", "summarize", "growing", "--window", "1s", "--follow", "--format", format));
    awaitRows(world, 2); // the third window may still grow
    Files.writeString(
        folder.resolve("growing"),
        String.join("\n", lines.subList(8, lines.size())) + "\n",
        StandardOpenOption.APPEND);
    awaitRows(world, 9);

    world.pressCtrlC();

    assertThat(code.get(20, TimeUnit.SECONDS)).as(world.err()).isZero();
    if (format.equals("json")) {
      assertThat(JSON.readTree(world.out()).get("windows")).hasSize(10);
    } else if (format.equals("csv")) {
      assertThat(world.out().lines()).hasSize(11);
    }
  }

  private static void awaitRows(World world, int rows) {
    Pattern row = Pattern.compile("\\(untagged\\)|\"tag\": null");
    await().atMost(ofSeconds(30)).until(() -> row.matcher(world.out()).results().count() >= rows);
  }
}
