package dev.takt.it.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// What `bin/package` makes.
final class Packages {

  private Packages() {}

  /// Makes the packages from a copy of the sources, and returns their folder.
  ///
  /// @param name of the copy in the folder
  static Path make(Path folder, String name) throws IOException {
    Path sources = Files.createDirectories(folder.resolve(name));
    String copy =
        "tar -C \"$0\" --exclude=target --exclude=./.git --exclude=node_modules -cf - . | tar -xf -";
    Script.run(sources, Map.of(), "bash", "-c", copy, Script.ROOT.toString()).succeeded();
    Path packages = folder.resolve(name + " packages");
    String script = sources.resolve("bin/package").toString();
    Script.run(sources, Map.of(), script, packages.toString()).succeeded();
    return packages;
  }

  /// Unpacks the archive, and returns the folder in it.
  static Path unpack(Path packages, Path to) throws IOException {
    Files.createDirectories(to);
    Script.run(to, Map.of(), "tar", "-xf", file(packages, ".tar.gz").toString()).succeeded();
    return file(to, "");
  }

  static Path file(Path packages, String end) throws IOException {
    try (Stream<Path> files = Files.list(packages)) {
      return files.filter(each -> each.toString().endsWith(end)).findFirst().orElseThrow();
    }
  }

  /// Makes the root of the image: executes the steps of the Containerfile one by one in the Debian
  /// that it names. Skips the test where that Debian cannot be installed.
  ///
  /// @return the image's entry point
  static String image(Path packages, Path path) throws IOException {
    List<String> lines = Files.readAllLines(packages.resolve("Containerfile"));
    EmptyRoot root = new EmptyRoot(path);
    String entry = "";
    for (String each : lines) {
      String rest = each.substring(each.indexOf(' ') + 1);
      switch (each.replaceAll(" .*", "")) {
        case "FROM" -> {
          assertThat(rest).startsWith("debian:").endsWith("-slim");
          EmptyRoot.debian(rest.replaceAll(".*:|-slim", ""), path).hasNoJava();
        }
        case "ADD" -> {
          String[] parts = rest.split(" ", -1);
          String unpack = "tar -C \"$0" + parts[1] + "\" -xf " + parts[0];
          Script.run(packages, Map.of(), "bash", "-c", unpack, path.toString()).succeeded();
        }
        case "RUN" -> root.enter("sh", "-c", rest).succeeded();
        case "ENTRYPOINT" -> entry = rest.replaceAll("[\\[\\]\"]", "");
        default -> assertThat(each).matches("(#|WORKDIR |CMD ).*|#");
      }
    }
    return entry;
  }
}
