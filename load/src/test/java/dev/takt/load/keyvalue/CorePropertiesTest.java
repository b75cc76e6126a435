package dev.takt.load.keyvalue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.load.workload.Randomness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import site.ycsb.generator.HistogramGenerator;
import site.ycsb.generator.ZipfianGenerator;

class CorePropertiesTest {

  private static final int DRAWS = 200_000;

  @TempDir Path folder;

  @Test
  void hasYcsbsDefaults() {
    CoreWorkload workload = CoreWorkload.of(Map.of("recordcount", "10"), 1);

    assertThat(workload.kinds()).containsExactly(KeyValueKind.READ, KeyValueKind.UPDATE);
    assertThat(workload.weights()).containsExactly(0.95, 0.05);
    assertThat(workload.table()).isEqualTo("usertable");
    assertThat(workload.fieldNames()).hasSize(10).startsWith("field0").endsWith("field9");
    assertThat(workload.maxValueLength()).isEqualTo(100);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          recordcount           | many      | expected a whole number from 0
          recordcount           | -1        | expected a whole number from 0
          fieldcount            | 0         | from 1 to 100000
          fieldlength           | 9999999999 | from 0 to 67108864
          readproportion        | NaN       | expected a number from 0 to 1000000000000000
          updateproportion      | 1e308     | expected a number from 0 to 1000000000000000
          readproportion        | 1,5       | found "1,5"
          requestdistribution   | zipf      | expected one of uniform, zipfian, latest
          fieldlengthdistribution | gauss   | expected one of constant, uniform
          fieldlengthhistogram  | ''        | cannot be read
          scanlengthdistribution | hotspot  | expected one of uniform, zipfian
          readallfields         | yes       | expected true or false
          insertcount           | 2000      | of at most recordcount (1000)
          insertstart           | 1000      | of at most recordcount (1000)
          maxscanlength         | 0         | from 1
          hotspotdatafraction   | 1.5       | from 0 to 1
          exponential.percentile | 100      | from 0.001 to 99.999
          zeropadding           | 5000      | from 0 to 1000
          """)
  void saysWhatIsWrong(String name, String value, String message) {
    Map<String, String> properties = new HashMap<>(Map.of("recordcount", "1000"));
    properties.put(
        "fieldlengthdistribution", name.equals("fieldlengthhistogram") ? "histogram" : "constant");
    properties.put(
        "requestdistribution",
        name.startsWith("hotspot")
            ? "hotspot"
            : name.startsWith("exp") ? "exponential" : "uniform");
    properties.put(name, value);

    assertThat(CoreWorkload.check(properties))
        .singleElement()
        .satisfies(mistake -> {
          assertThat(mistake.name()).isEqualTo(name);
          assertThat(mistake.message()).contains(message);
        });
  }

  @Test
  void wantsSomethingToDoAndValuesThatCanBeChecked() {
    assertThat(CoreWorkload.check(Map.of("readproportion", "0", "updateproportion", "0.0")))
        .singleElement()
        .extracting(PropertyError::message)
        .asString()
        .contains("all proportions are 0");
    assertThat(
            CoreWorkload.check(
                Map.of("dataintegrity", "true", "fieldlengthdistribution", "uniform")))
        .singleElement()
        .extracting(PropertyError::message)
        .asString()
        .contains("dataintegrity needs fields of constant length");
  }

  private static long[] counts(IntegerDistribution chooser, int size) {
    long[] counts = new long[size];
    for (int i = 0; i < DRAWS; i++) {
      counts[(int) chooser.choose(Randomness.bits(1, i, 2))]++;
    }
    return counts;
  }

  @Test
  void uniformLengthsAreAsLikely() {
    ChiSquare.assertFits(
        counts(new IntegerDistribution.Uniform(5, 24), 30), i -> i >= 5 && i < 25 ? 0.05 : 0);
  }

  @Test
  void zipfianLengthsAgreeWithYcsb() {
    ZipfianGenerator ycsb = new ZipfianGenerator(1, 100);
    long[] theirs = new long[101];
    for (int i = 0; i < DRAWS; i++) {
      theirs[ycsb.nextValue().intValue()]++;
    }

    long[] ours = counts(new IntegerDistribution.Zipfian(1, 100), 101);
    assertThat(ChiSquare.difference(ours, theirs)).isLessThan(5);
  }

  @Test
  void lengthsOfAHistogramAgreeWithYcsb() throws IOException {
    Path file = Files.writeString(folder.resolve("h"), "BlockSize\t10\n0\t5\n1\t0\n2\t20\n3\t8\n");
    HistogramGenerator ycsb = new HistogramGenerator(file.toString());
    long[] theirs = new long[100];
    for (int i = 0; i < DRAWS; i++) {
      theirs[ycsb.nextValue().intValue()]++;
    }

    IntegerDistribution ours = new IntegerDistribution.Counted(FieldLengthHistogram.read(file));
    assertThat(ChiSquare.difference(counts(ours, 100), theirs)).isLessThan(5);
    assertThat(ours.most()).isEqualTo(30);
  }

  /// Compares with the definition: the first block whose cumulative count is large enough.
  @Test
  void eachCountOfAHistogramHasItsBlock() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("h"), "BlockSize\t1\n0\t2\n1\t0\n2\t0\n3\t3\n4\t1\n5\t2\n");
    FieldLengthHistogram histogram = FieldLengthHistogram.read(file);

    long[] lengths = LongStream.range(0, 8).map(i -> histogram.choose(i << 61)).toArray();

    assertThat(lengths).containsExactly(1, 1, 1, 4, 4, 4, 5, 5);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''                      | :1: expected BlockSize
          BlockSize 10            | :1: expected BlockSize
          BlockSize\\t0            | :1: expected a block size from 1
          BlockSize\\t10           | :1: expected a block and its count
          BlockSize\\t10\\n1\\t5     | :2: expected 0, a tab and a count
          BlockSize\\t10\\n0\\t-5    | :2: expected 0, a tab and a count
          BlockSize\\t10\\n0\\t0     | :2: expected a block and its count
          """)
  void aHistogramThatIsNoneSaysWhere(String text, String message) throws IOException {
    String plain = text.replace("\\t", "\t").replace("\\n", "\n");
    Path file = Files.writeString(folder.resolve("h"), plain);
    Map<String, String> properties =
        Map.of("fieldlengthdistribution", "histogram", "fieldlengthhistogram", file.toString());

    assertThat(CoreWorkload.check(properties))
        .singleElement()
        .extracting(PropertyError::message)
        .asString()
        .contains(file + message);
  }

  @Test
  void moreRecordsThanCanBeRememberedAreRefused() {
    CoreWorkload workload = CoreWorkload.of(Map.of("recordcount", "90000000000"), 1);

    assertThatThrownBy(workload::loadPhase)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at most 8589934592 records, expected are 90000000000");
  }

  @Test
  void aLoadRemembersWhichRecordsAreThere() {
    RecordList all = RecordList.range(10, 200);
    KeyValues load =
        CoreWorkload.load(Map.of("recordcount", "300", "insertorder", "ordered"), 1, all);
    KeyValueRequest request = load.newRequest();
    for (int n = 0; n < 200; n++) {
      request.prepare(0, n);
      assertThat(request.key()).isEqualTo("user" + (10 + n));
      request.ended(n != 7 && n != 130);
    }

    assertThat(all.missing()).isEqualTo(2);
    RecordList rest = all.rest(10);
    assertThat(rest.count()).isEqualTo(2);
    assertThat(rest.record(0)).isEqualTo(17);
    assertThat(rest.record(1)).isEqualTo(140);
  }
}
