package dev.takt.record.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.takt.record.Seeded;
import dev.takt.record.log.Problem.Severity;
import dev.takt.record.log.algebra.LogAlgebra;
import dev.takt.record.log.algebra.LogSummary;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Logs with random damage: intact lines are counted, the rest is reported, nothing is thrown.
class MutatedLogsTest {

  private static final List<String> LOGS =
      List.of("base_rel.hlog", "tags.hlog", "double.hlog", "jHiccup-2.0.7S.logV2.hlog");

  private static List<byte[]> lines(String name) throws IOException {
    InputStream in =
        Objects.requireNonNull(MutatedLogsTest.class.getResourceAsStream("/logs/" + name));
    try (in) {
      String text = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
      return text.lines().map(each -> each.getBytes(StandardCharsets.ISO_8859_1)).toList();
    }
  }

  private static byte[] joined(List<byte[]> lines) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] each : lines) {
      out.writeBytes(each);
      out.write('\n');
    }
    return out.toByteArray();
  }

  private static LogSummary summarize(byte[] log, Problems problems) {
    return assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () ->
            LogAlgebra.summarize(
                List.of(LogSource.of("log", new ByteArrayInputStream(log))),
                Selection.ALL,
                problems));
  }

  private static long total(LogSummary summary) {
    return summary.series().stream().mapToLong(each -> each.spectrum().total()).sum();
  }

  private static byte[] mutated(byte[] bytes, Random random) {
    if (bytes.length == 0) {
      return bytes;
    }
    byte[] changed = bytes.clone();
    int at = random.nextInt(bytes.length);
    switch (random.nextInt(5)) {
      case 0 -> changed[at] = notALineBreak(random);
      case 1 -> changed[at] ^= (byte) (1 << random.nextInt(7));
      case 2 -> changed = Arrays.copyOf(changed, at);
      case 3 -> Arrays.fill(changed, at, Math.min(at + 9, changed.length), notALineBreak(random));
      default -> {
        int to = random.nextInt(bytes.length);
        System.arraycopy(bytes, at, changed, to, Math.min(20, bytes.length - Math.max(at, to)));
      }
    }
    for (int i = 0; i < changed.length; i++) {
      changed[i] = changed[i] == '\n' ? (byte) 'x' : changed[i];
    }
    return changed;
  }

  private static byte notALineBreak(Random random) {
    byte b = (byte) random.nextInt();
    return b == '\n' ? (byte) ',' : b;
  }

  /// Damages one interval and expects all others; the damaged one may be read completely or not at
  /// all.
  private static void damageOneLine(Random random) throws IOException {
    List<byte[]> lines = new ArrayList<>(lines(LOGS.get(random.nextInt(LOGS.size()))));
    int victim;
    do {
      victim = random.nextInt(lines.size());
    } while (lines.get(victim).length == 0 || "#\"".indexOf(lines.get(victim)[0]) >= 0);
    Problems none = new Problems();
    LogSummary whole = summarize(joined(lines), none);
    byte[] damaged = lines.get(victim);
    for (int i = random.nextInt(3); i >= 0; i--) {
      damaged = mutated(damaged, random);
    }
    List<byte[]> others = new ArrayList<>(lines);
    others.remove(victim);
    LogSummary without = summarize(joined(others), new Problems());
    lines.set(victim, damaged);
    Problems problems = new Problems();
    LogSummary summary = summarize(joined(lines), problems);
    assertThat(without.intervals()).isEqualTo(whole.intervals() - 1);
    long extra = summary.intervals() - without.intervals();
    assertThat(extra).isBetween(0L, 1L);
    if (extra == 0) {
      assertThat(total(summary)).isEqualTo(total(without));
    } else {
      assertThat(total(summary)).isGreaterThanOrEqualTo(total(without));
    }
    boolean blank = new String(damaged, StandardCharsets.ISO_8859_1).isBlank();
    boolean comment = damaged.length > 0 && (damaged[0] == '#' || damaged[0] == '"');
    if (extra == 0 && !blank && !comment) {
      assertThat(problems.count(Severity.LOST)).isEqualTo(1);
    }
  }

  /// Damages bytes anywhere, including line breaks and headers, and expects only that the call
  /// returns.
  private static void damageAnything(Random random) throws IOException {
    byte[] log = joined(lines(LOGS.get(random.nextInt(LOGS.size()))));
    for (int i = random.nextInt(30); i >= 0; i--) {
      log[random.nextInt(log.length)] = (byte) random.nextInt();
    }
    int length = random.nextInt(4) == 0 ? random.nextInt(log.length) : log.length;
    Problems problems = new Problems();
    LogSummary summary = summarize(Arrays.copyOf(log, length), problems);
    assertThat(total(summary)).isNotNegative();
    assertThat(summary.intervals()).isLessThan(1_000);
  }

  @Test
  void aDamagedLineCostsThatLine() {
    Seeded.repeat(500, MutatedLogsTest::damageOneLine);
  }

  @Test
  void damageAnywhereIsSurvived() {
    Seeded.repeat(500, MutatedLogsTest::damageAnything);
  }

  @Test
  @Tag("slow")
  void aLotOfDamageIsSurvived() {
    Seeded.repeat(60_000, MutatedLogsTest::damageOneLine);
    Seeded.repeat(60_000, MutatedLogsTest::damageAnything);
  }
}
