package dev.takt.counters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.process.Command;
import dev.takt.process.Launcher;
import dev.takt.process.RunResult;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The snippets of the README compile and run.
class ReadmeTest {

  private static final Pattern SNIPPET = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  @TempDir Path folder;

  @Test
  void snippetsRun() throws Exception {
    StringBuilder program =
        new StringBuilder(
            """
            import static dev.takt.counters.StandardEvent.*;
            import dev.takt.counters.*;
            import java.util.List;
            class Snippets {
              static void work() {}
              public static void main(String[] args) {
            """);
    Matcher matcher = SNIPPET.matcher(Files.readString(Path.of("README.md")));
    int count = 0;
    while (matcher.find()) {
      program.append('{').append(matcher.group(1)).append('}');
      count++;
    }
    assertThat(count).isEqualTo(2);
    Path source = folder.resolve("Snippets.java");
    Files.writeString(source, program + "}}");

    RunResult result =
        Launcher.shared()
            .run(
                Command.builder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path") + File.pathSeparator + folder,
                        source.toString())
                    .withoutEnvironment("JAVA_TOOL_OPTIONS")
                    .withoutEnvironment("JDK_JAVA_OPTIONS")
                    .build(),
                Duration.ofMinutes(1));

    assertThat(result.stderr().text()).isEmpty();
    List<String> labels = new ArrayList<>(List.of("cycles: ", "instructions: ", "page-faults: "));
    if (!Pmus.OF_THIS_MACHINE.hasCorePmus()) {
      labels.add("cpu/event=0x24,umask=0x3f/: this machine has no PMU cpu; it has: ");
    }
    assertThat(result.stdout().text()).contains(labels);
  }
}
