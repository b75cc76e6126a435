package dev.takt.queues;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.test.whitebox.WhiteBox;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// A link of a queue (a node, or an array) that was promoted to the old generation stays there
/// until that is collected, long after the queue has unlinked it. If it kept its reference to the
/// next link, no young collection could free that one, nor any of the following: *nepotism*.
///
/// [NepotismProgram] checks whether young collections free them, in a separate JVM for each
/// collector.
@Timeout(120)
class NepotismTest {

  private static final Set<String> LINKED =
      Set.of(
          "MpscLinkedQueue",
          "MpscUnboundedQueue",
          "SpscUnboundedQueue",
          "SpscChunkedQueue",
          "SpscGrowableQueue",
          "ConcurrentLinkedQueue",
          "NaiveLinkedQueue");
  private static final Set<String> OTHERS =
      Set.of("ConcurrentLinkedQueue", "NaiveLinkedQueue", "HoardingRing");

  /// Of the dead objects: how many were watched, and how many of those remained after the
  /// collection.
  private record Finding(
      String queue, String way, int linksAlive, int links, int elementsAlive, int elements) {

    static Finding parsed(String line) {
      String[] word = line.split("[ /]", -1);
      return new Finding(
          word[0], word[1], number(word[2]), number(word[3]), number(word[4]), number(word[5]));
    }

    private static int number(String word) {
      return Integer.parseInt(word);
    }
  }

  @TempDir Path bootPath;

  static Stream<Arguments> jvms() {
    return Jvm.versions().stream()
        .flatMap(version ->
            Stream.of("Serial", "Parallel", "G1")
                .map(collector -> Arguments.of(version, collector)));
  }

  @ParameterizedTest(name = "JDK {0}, {1}")
  @MethodSource("jvms")
  void youngCollectionsFreeWhatFollowsAnOldLink(int version, String collector) throws Exception {
    List<Finding> findings = findings(version, collector);

    assertThat(findings)
        .filteredOn(finding -> !OTHERS.contains(finding.queue))
        .hasSize(8 * 4) // queues, methods that empty them
        .allMatch(finding -> finding.linksAlive == 0 && finding.elementsAlive == 0);
    // Every other node keeps its link, and the next one does not: the first one may stay.
    assertThat(finding(findings, "ConcurrentLinkedQueue", "poll"))
        .matches(finding -> finding.linksAlive <= 1 && finding.elementsAlive == 0);
    assertThat(findings)
        .allMatch(finding -> finding.elements > 0)
        .allMatch(finding -> (finding.links >= 5) == LINKED.contains(finding.queue));

    // Checks the probe itself: it finds each fault, and no fault where nothing is old.
    assertThat(finding(findings, "NaiveLinkedQueue", "poll"))
        .matches(finding -> finding.linksAlive == finding.links)
        .matches(finding -> finding.elementsAlive == 0);
    assertThat(finding(findings, "HoardingRing", "poll"))
        .matches(finding -> finding.elementsAlive == finding.elements);
    assertThat(finding(findings, "NaiveLinkedQueue", "young"))
        .matches(finding -> finding.linksAlive == 0 && finding.elementsAlive == 0);
  }

  private static Finding finding(List<Finding> findings, String queue, String way) {
    return findings.stream()
        .filter(finding -> finding.queue.equals(queue) && finding.way.equals(way))
        .findAny()
        .orElseThrow();
  }

  private List<Finding> findings(int version, String collector)
      throws IOException, InterruptedException {
    List<String> options =
        List.of(
            "-XX:+Use" + collector + "GC",
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:+WhiteBoxAPI",
            "-Xbootclasspath/a:" + onlyWhiteBox(),
            "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED");
    return Jvm.of(version)
        .run(NepotismProgram.class, List.of(PaddedIndices.class), options)
        .stream()
        .map(Finding::parsed)
        .collect(Collectors.toList());
  }

  /// A directory for the boot class path, which must not contain anything else of the class path.
  private Path onlyWhiteBox() throws IOException {
    Path name = Path.of(WhiteBox.class.getName().replace('.', '/') + ".class");
    Files.createDirectories(bootPath.resolve(name).getParent());
    Files.copy(Jvm.placeOf(WhiteBox.class).resolve(name), bootPath.resolve(name));
    return bootPath;
  }
}
