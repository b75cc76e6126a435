package dev.takt.load.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceScheduleTest {

  private static final List<String> OPERATIONS = List.of("read", "write");

  @TempDir Path directory;

  private Schedule trace(String content, String options) throws IOException {
    Path file = directory.resolve("trace.csv");
    Files.writeString(file, content, StandardCharsets.UTF_8);
    return ScheduleSpec.parse("trace:" + file + options).toSchedule(1, null, OPERATIONS);
  }

  private static List<Long> offsets(Arrivals arrivals) {
    List<Long> offsets = new ArrayList<>();
    for (long due = arrivals.next(); due != Arrivals.END; due = arrivals.next()) {
      offsets.add(due);
    }
    return offsets;
  }

  @Test
  void secondsAreReadToTheNanosecond() throws IOException {
    Schedule schedule = trace("1790000000.000000001\n1790000000.000000002\n1790000001.5\n", "");
    assertThat(offsets(schedule.arrivals())).containsExactly(0L, 1L, 1_499_999_999L);
    assertThat(schedule.operationOf(0)).isEqualTo(-1);
    assertThat(schedule.durationNanos()).isEqualTo(1_500_000_000L);
    assertThat(schedule.meanRate()).isEqualTo(2 / 1.499999999);
  }

  @ParameterizedTest
  @CsvSource({"ns, 500", "us, 500000", "ms, 500000000", "s, 500000000000"})
  void unitsAreThoseThatAreAskedFor(String unit, long nanos) throws IOException {
    assertThat(offsets(trace("1000\r\n1500", " unit=" + unit).arrivals()))
        .containsExactly(0L, nanos);
  }

  @Test
  void operationsAreThoseOfThePlan() throws IOException {
    Schedule schedule =
        trace("# exported\nTimestamp,Operation\n\n0,write\n0.25, read\n\"0.5\",\"write\"\n", "");
    assertThat(offsets(schedule.arrivals())).containsExactly(0L, 250_000_000L, 500_000_000L);
    assertThat(List.of(schedule.operationOf(0), schedule.operationOf(1), schedule.operationOf(2)))
        .containsExactly(1, 0, 1);
  }

  @Test
  void instantsAreUnderstood() throws IOException {
    String content = "timestamp\n2026-01-31T23:59:59.999Z\n2026-02-01T00:00:00.000000500Z\n";
    assertThat(offsets(trace(content, "").arrivals())).containsExactly(0L, 1_000_500L);
  }

  @Test
  void aTraceCanBePlayedFaster() throws IOException {
    assertThat(offsets(trace("10\n11\n13\n", " speed=4").arrivals()))
        .containsExactly(0L, 250_000_000L, 750_000_000L);
  }

  @Test
  void shardsAreTogetherTheWhole() throws IOException {
    Schedule schedule = trace("1\n2\n2\n3\n5\n", "");
    assertThat(offsets(schedule.arrivals(0, 2)))
        .containsExactly(0L, 1_000_000_000L, 4_000_000_000L);
    assertThat(offsets(schedule.arrivals(1, 2))).containsExactly(1_000_000_000L, 2_000_000_000L);
  }

  @Test
  void manyArrivalsAreKept() throws IOException {
    StringBuilder content = new StringBuilder();
    for (int i = 0; i < 100_000; i++) {
      content.append(i).append(",").append(OPERATIONS.get(i % 3 / 2)).append('\n');
    }
    Schedule schedule = trace(content.toString(), " unit=ns");
    List<Long> offsets = offsets(schedule.arrivals());
    for (int i = 0; i < 100_000; i++) {
      assertThat(offsets.get(i)).isEqualTo(i);
      assertThat(schedule.operationOf(i)).isEqualTo(i % 3 / 2);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1;2;1.5;9 | line 3: found \"1.5\", which goes back in time by 500ms",
        "1;two;3 | line 2: found \"two\", expected a timestamp: a number in s, or an instant such as",
        "hello | line 1: found \"hello\", expected a timestamp",
        "1,read;2,delete | line 2: found \"delete\", which is not an operation of the plan: expected one"
            + " of [read, write]",
        "1,read;2 | line 2: found \"2\", expected timestamp,operation as in the lines before",
        "1;2,read | line 2: found \"2,read\", expected a timestamp alone",
        "1;1e400;3 | line 2: found \"1e400\", expected a timestamp",
        "1;NaN | line 2: found \"NaN\", expected a timestamp",
        "1;99999999999999 | line 2: found \"99999999999999\", which is more than 292 years after",
        "timestamp | has no arrivals: expected a line",
        "'' | has no arrivals: expected a line",
        "1;;# c;0 | line 4: found \"0\"",
      })
  void invalidTraceIsRejectedWithFileAndLine(String content, String message) {
    assertThatExceptionOfType(ScheduleException.class)
        .isThrownBy(() -> trace(content.replace(';', '\n'), ""))
        .withMessageContaining(message)
        .withMessageContaining("trace.csv");
  }

  @Test
  void whatIsNoTextFileIsRefused() throws IOException {
    assertThatExceptionOfType(ScheduleException.class)
        .isThrownBy(() -> ScheduleSpec.parse("trace:/no/such/file").toSchedule(1, null, OPERATIONS))
        .withMessage("trace file /no/such/file does not exist");
    Path binary = Files.write(directory.resolve("x.bin"), new byte[] {'1', '\n', -1, -2});
    assertThatExceptionOfType(ScheduleException.class)
        .isThrownBy(() -> ScheduleSpec.parse("trace:" + binary).toSchedule(1, null, OPERATIONS))
        .withMessageContaining("not text in UTF-8");
    assertThatExceptionOfType(ScheduleException.class)
        .isThrownBy(() -> ScheduleSpec.parse("trace:" + directory).toSchedule(1, null, OPERATIONS))
        .withMessageContaining("is a directory");
  }
}
