package dev.takt.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jol.vm.VM;

/// The padding against false sharing survives the JVM's field layout, which differs between
/// versions and options.
@Timeout(120)
class EndsLayoutTest {

  private static final int LINE = 64;

  /// Processors fetch lines in pairs.
  private static final int PAIR = 2 * LINE;

  /// A deprecated option.
  private static final String WIDE_CLASS_POINTERS = "-XX:-UseCompressedClassPointers";

  private static final Set<String> QUEUES =
      Set.of(
          "MpscLinkedQueue",
          "MpscUnboundedQueue",
          "SpscUnboundedQueue",
          "SpscChunkedQueue",
          "SpscGrowableQueue",
          "SpscArrayQueue",
          "MpscArrayQueue",
          "MpmcArrayQueue");
  private static final Set<String> ENDS = Set.of("ReadOnly", "ProducerEnd", "ConsumerEnd");
  private static final Set<String> PADS = Set.of("FirstPad", "SecondPad", "ThirdPad", "LastPad");

  static Stream<Arguments> jvms() {
    String uncompressed = "-XX:-UseCompressedOops";
    List<Arguments> all = new ArrayList<>();
    for (int version : Jvm.versions()) {
      all.add(Arguments.of(version, 12, 4, 8, List.of()));
      all.add(Arguments.of(version, 12, 8, 8, List.of(uncompressed)));
      all.add(Arguments.of(version, 12, 4, 16, List.of("-XX:ObjectAlignmentInBytes=16")));
      all.add(Arguments.of(version, 16, 8, 8, List.of(uncompressed, WIDE_CLASS_POINTERS)));
      if (version >= 25) {
        String compact = "-XX:+UseCompactObjectHeaders";
        all.add(Arguments.of(version, 8, 4, 8, List.of(compact)));
        all.add(Arguments.of(version, 8, 8, 8, List.of(compact, uncompressed)));
        all.add(Arguments.of(version, 8, 4, 16, List.of(compact, "-XX:ObjectAlignmentInBytes=16")));
      }
    }
    return all.stream();
  }

  @ParameterizedTest(name = "JDK {0}: header {1}, reference {2}, alignment {3}, by {4}")
  @MethodSource("jvms")
  void whatThreadsWriteIsFarFromWhatOthersUse(
      int version, int header, int reference, int alignment, List<String> options)
      throws Exception {
    List<String> lines = layouts(version, options);
    String expected = "jvm " + header + " " + reference + " " + alignment;
    if (options.contains(WIDE_CLASS_POINTERS)) {
      assumeThat(lines.get(0)).as("the JVM still has that option").isEqualTo(expected);
    }
    assertThat(lines.get(0)).isEqualTo(expected);
    Function<String, Layout> layouts = name -> Layout.parsed(name, lines);

    for (String queue : QUEUES) {
      assertThat(layouts.apply(queue).faults(ENDS, PADS, PAIR)).as(queue).isEmpty();
    }
    assertThat(
            layouts
                .apply("PaddedSlot")
                .faults(Set.of("Content"), Set.of("LeadingPad", "PaddedSlot"), LINE))
        .isEmpty();
    assertThat(faultsOfCells(layouts.apply("Cell"))).isEmpty();

    // Checks the rules themselves: they report classes that have no padding, or not all of it.
    assertThat(layouts.apply("NoPad").faults(ENDS, PADS, PAIR)).hasSize(4);
    assertThat(layouts.apply("ConsumerEnd").faults(ENDS, PADS, PAIR)).hasSize(1);
    assertThat(layouts.apply("Content").faults(Set.of("Content"), Set.of("LeadingPad"), LINE))
        .hasSize(1);
    assertThat(faultsOfCells(layouts.apply("CellContent"))).isNotEmpty();
  }

  /// Word and element of a cell are used together, so they should be close together; those of two
  /// adjacent cells must not share a line, wherever the first one begins (with 64 bytes from cell
  /// to cell they do at one of eight positions).
  private static List<String> faultsOfCells(Layout cell) {
    List<String> faults = new ArrayList<>();
    Layout.Span used = cell.span("CellContent");
    if (used.length() > 24) {
      faults.add(used + " is not close together");
    }
    if (cell.size() < LINE) {
      faults.add("words share a line, for a cell has " + cell.size() + " bytes");
    }
    int shared = Layout.placesWithCommonBlock(used, used.shifted(cell.size()), LINE);
    if (shared > 0) {
      faults.add("neighbours share a line in " + shared + " places of " + LINE / 8);
    }
    return faults;
  }

  @Test
  void indicesInArraysAreFarFromEachOtherAndFromOtherObjects() throws Exception {
    assertThat(
            pairsShared(
                span(MpmcLongRing.class, "TAIL", "TAIL"),
                span(MpmcLongRing.class, "HEAD", "HEAD"),
                length(MpmcLongRing.class)))
        .isZero();
    assertThat(
            pairsShared(
                span(SpscRecordRing.class, "TAIL", "HEAD_SEEN_BY_PRODUCER"),
                span(SpscRecordRing.class, "HEAD", "TAIL_SEEN_BY_CONSUMER"),
                length(SpscRecordRing.class)))
        .isZero();

    // Checks the rule itself.
    Layout.Span word = new Layout.Span("word", 128, 136);
    assertThat(pairsShared(word, word.shifted(128), 384)).isZero();
    assertThat(pairsShared(word, word.shifted(120), 384)).isPositive();
    assertThat(pairsShared(word, word.shifted(128), 376)).isPositive();
    assertThat(pairsShared(word.shifted(-8), word.shifted(128), 384)).isZero();
    assertThat(pairsShared(word.shifted(-16), word.shifted(128), 384)).isPositive();
  }

  /// At how many positions of an array, whose elements begin at byte 0 here, a pair of lines has
  /// bytes of one thread and of others: the array's length before, and the data behind it.
  private static int pairsShared(Layout.Span first, Layout.Span second, int length) {
    Layout.Span header = new Layout.Span("header", -8, 0);
    Layout.Span behind = new Layout.Span("next object", length, length + 8);
    return Layout.placesWithCommonBlock(header, first, PAIR)
        + Layout.placesWithCommonBlock(first, second, PAIR)
        + Layout.placesWithCommonBlock(second, behind, PAIR);
  }

  private static Layout.Span span(Class<?> ring, String first, String last) throws Exception {
    return new Layout.Span(
        first, constant(ring, first) * Long.BYTES, (constant(ring, last) + 1) * Long.BYTES);
  }

  private static int length(Class<?> ring) throws Exception {
    return constant(ring, "INDICES") * Long.BYTES;
  }

  private static int constant(Class<?> ring, String name) throws Exception {
    Field field = ring.getDeclaredField(name);
    field.setAccessible(true);
    return field.getInt(null);
  }

  private static List<String> layouts(int version, List<String> options) throws Exception {
    List<String> all = new ArrayList<>();
    all.add("-XX:+IgnoreUnrecognizedVMOptions");
    all.add("-XX:-UseCompactObjectHeaders"); // a later JVM may have it by default
    all.addAll(options);
    all.add("-XX:+UseSerialGC");
    all.add("-Djol.skipDynamicAttach=true");
    all.add("-Djol.skipInstallAttach=true");
    all.add("-Djol.skipHotspotSAAttach=true");
    return Jvm.of(version).run(LayoutProgram.class, List.of(PaddedIndices.class, VM.class), all);
  }
}
