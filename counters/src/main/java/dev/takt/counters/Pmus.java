package dev.takt.counters;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The performance monitoring units (PMUs) of a machine.
///
/// @param root the directory with a directory for each
record Pmus(Path root) {

  /// Those of this machine.
  static final Pmus OF_THIS_MACHINE = new Pmus(Path.of("/sys/bus/event_source/devices"));

  /// Whether processors have PMUs. Many virtual machines have none.
  boolean hasCorePmus() {
    return !corePmus().isEmpty();
  }

  /// The PMUs of processor cores: one, or several on a machine with several kinds of cores.
  private List<Path> corePmus() {
    try (Stream<Path> all = Files.list(root)) {
      return all.filter(Pmus::isCore).sorted().toList();
    } catch (IOException _) {
      return List.of();
    }
  }

  /// The kernel says on which processors a PMU of cores is, unless there is only one.
  private static boolean isCore(Path directory) {
    return directory.endsWith("cpu") || Files.exists(directory.resolve("cpus"));
  }

  /// How an event is opened: once, or once for each kind of cores.
  ///
  /// @throws IllegalArgumentException with a message for people, if this machine does not have it
  List<Encoding> encodings(Event event) {
    return switch (event) {
      case StandardEvent standard -> ofStandard(standard);
      case PmuEvent own -> List.of(ofPmu(own));
    };
  }

  private List<Encoding> ofStandard(StandardEvent event) {
    List<Path> cores = event.isHardware() ? corePmus() : List.of();
    if (cores.size() < 2) {
      return List.of(event.encoding(0));
    }
    List<Encoding> each = new ArrayList<>();
    for (Path core : cores) {
      each.add(event.encoding(read(core).type()));
    }
    return each;
  }

  private Encoding ofPmu(PmuEvent event) {
    Path directory = root.resolve(event.pmu());
    if (!Files.isDirectory(directory)) {
      throw new IllegalArgumentException(
          "this machine has no PMU " + event.pmu() + "; it has: " + names());
    }
    if (Files.exists(directory.resolve("cpumask"))) {
      throw new IllegalArgumentException(
          event.pmu() + " counts for a whole machine or socket, not for threads");
    }
    return read(directory).encode(event.terms());
  }

  private String names() {
    try (Stream<Path> all = Files.list(root)) {
      return all.map(each -> String.valueOf(each.getFileName()))
          .sorted()
          .collect(Collectors.joining(" "));
    } catch (IOException _) {
      return "none, there is no " + root;
    }
  }

  private static Pmu read(Path directory) {
    try {
      return Pmu.read(directory);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "the kernel's description cannot be read: " + e.getMessage(), e);
    }
  }
}
