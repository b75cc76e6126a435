package dev.takt.cli.fleet;

import dev.takt.cli.spi.CliContext;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Starts Takt once more, as it was started itself.
final class ThisProgram {

  private ThisProgram() {}

  /// The words that start it, to which those of a command are added: the same JVM with the same
  /// options, classes and native access.
  static List<String> words() {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(each -> !each.startsWith("-agentlib:") && !each.startsWith("-javaagent:"))
        .forEach(words::add);
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.takt.cli.Main"));
    return words;
  }

  /// The folder for the files of agents.
  static Path folder(CliContext context) {
    return context.directory().resolve("takt-fleet").toAbsolutePath();
  }
}
