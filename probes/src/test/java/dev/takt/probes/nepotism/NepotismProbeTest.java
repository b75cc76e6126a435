package dev.takt.probes.nepotism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.takt.explain.collections.CollectionClass;
import dev.takt.explain.collections.CollectionRow;
import dev.takt.probes.ProbeSink;
import dev.takt.probes.nepotism.NepotismResult.QueueKind;
import dev.takt.probes.nepotism.NepotismResult.Row;
import dev.takt.record.histogram.Counts;
import dev.takt.runs.model.Evidence;
import dev.takt.runs.model.Evidence.GcKind;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.model.Stalls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class NepotismProbeTest {

  private static final long MB = 1 << 20;
  private static final long ELEMENTS = 5_000_000;

  /// A node of either queue has 24 bytes.
  private static final long ALLOCATED = ELEMENTS * 24;

  /// Of the 32 MB of the young generation, eden has eight tenths.
  private static final long EDEN = 26 * MB;

  private static final class Silent implements ProbeSink {
    @Override
    public void interval(String tag, long begin, long end, Counts values) {}

    @Override
    public void progress(String line) {}
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"", "/usr/lib/jvm/java-17-openjdk-amd64"})
  void youngCollectionsPromoteTheDeadNodesOfTheNaiveQueueOnly(String home) throws Exception {
    Path jdk = home.isEmpty() ? null : Path.of(home);
    assumeThat(jdk == null || Files.exists(jdk)).isTrue();
    NepotismResult result =
        new NepotismProbe(new NepotismSettings(jdk, List.of(Collector.SERIAL), ELEMENTS))
            .run(new Silent());

    assertThat(result.absent()).isEmpty();
    assertThat(result.rows())
        .extracting(Row::queue)
        .containsExactly(QueueKind.NAIVE, QueueKind.FIXED);
    Row naive = result.rows().getFirst();
    Row fixed = result.rows().getLast();

    assertThat(fixed.youngCount()).isBetween(ALLOCATED / EDEN - 1, ALLOCATED / EDEN + 1);
    assertThat(fixed.fullCount()).isZero();
    assertThat(fixed.promotedBytes()).isLessThan(MB);
    assertThat(fixed.afterBytes()).isLessThan(8 * MB);

    // The old generation has room for the survivors of three collections.
    assertThat(naive.fullCount()).isPositive();
    assertThat(naive.promotedBytes()).isBetween((naive.youngCount() - 1) * 24 * MB, ALLOCATED);
    assertThat(naive.afterBytes())
        .isGreaterThan(Objects.requireNonNull(naive.beforeBytes()) * 8 / 10);
    assertThat(naive.pausedNanos()).isGreaterThan(fixed.pausedNanos());
  }

  /// ZGC and Shenandoah run them concurrently.
  @ParameterizedTest
  @EnumSource(names = {"FULL", "CONCURRENT"})
  void collectionsByWhichTheProgramBeginsAreLeftOut(GcKind kind) {
    Stalls recorded =
        new Stalls(
            Stalls.FORMAT_VERSION,
            List.of(),
            List.of(),
            List.of(
                pause(1, kind, "System.gc()"),
                pause(2, kind, "System.gc()"),
                pause(3, kind, "Allocation Rate")),
            0,
            List.of(),
            Map.of());

    assertThat(NepotismProbe.collections(recorded))
        .extracting(CollectionRow::count)
        .containsExactly(1L);
  }

  private static Stall pause(long id, GcKind kind, String cause) {
    Evidence.GcCollection facts =
        new Evidence.GcCollection(kind, null, null, null, Evidence.GcHeap.UNKNOWN);
    return Stall.of(StallKind.GC_PAUSE, Side.TARGET, new Stall.Interval(id, id + 1, 0, "jfr"))
        .withCause(cause)
        .withEvidence(new Evidence.GcPause(id, "Pause", "Z", null, null, null, facts));
  }

  @Test
  void rowAddsUpWhatItsCollectionsAchieved() {
    Row row =
        new Row(
            Collector.G1,
            QueueKind.NAIVE,
            List.of(
                row(CollectionClass.YOUNG, 3, 10),
                row(CollectionClass.EVACUATION_FAILED, 1, 50),
                row(CollectionClass.MIXED, 2, 70),
                row(CollectionClass.FULL, 4, 90)));

    assertThat(row.youngCount()).isEqualTo(4);
    assertThat(row.otherCount()).isEqualTo(2);
    assertThat(row.fullCount()).isEqualTo(4);
    assertThat(row.beforeBytes()).isEqualTo((3 * 10 + 50) / 4);
    assertThat(row.promotedBytes()).isEqualTo(2 * 7);
    assertThat(row.pausedNanos()).isEqualTo(4 * 1_000);
  }

  private static CollectionRow row(CollectionClass what, long count, long before) {
    return new CollectionRow(what, count, 1_000, 1_000, before, before, 0L, 7L);
  }

  @Test
  void olderJdkIsRefused(@TempDir Path home) throws IOException {
    jdk(home, "11.0.19");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() ->
            new NepotismProbe(new NepotismSettings(home, List.of(Collector.SERIAL), ELEMENTS))
                .run(new Silent()))
        .withMessage(home.resolve("bin/java") + " is of JDK 11; expected 17 or later");
  }

  @Test
  void versionIsThatOfTheGivenJdk(@TempDir Path home) throws Exception {
    jdk(home, "99.0.7");
    NepotismResult result =
        new NepotismProbe(new NepotismSettings(home, List.of(), ELEMENTS)).run(new Silent());
    assertThat(result.jvm()).isEqualTo("99.0.7");
  }

  /// What is read of a JDK before a JVM is run.
  private static void jdk(Path home, String version) throws IOException {
    Path java = Files.createFile(Files.createDirectory(home.resolve("bin")).resolve("java"));
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
  }

  @Test
  void jvmThatIsNotThereIsNamed(@TempDir Path home) {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() ->
            new NepotismProbe(new NepotismSettings(home, List.of(Collector.SERIAL), ELEMENTS))
                .run(new Silent()))
        .withMessage("there is no JVM at " + home.resolve("bin/java"));
  }
}
