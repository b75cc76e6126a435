package dev.takt.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the README shows compiles, runs, and prints what it says.
class ReadmeTest {

  private static final Pattern SNIPPET = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  /// What the snippets print, in their order.
  private static final List<String> PRINTED =
      List.of(
          "git version .*\n",
          "(?s).*usr\n.*exit code 0\n",
          "alpha\nbeta\nexit code 0\n",
          "/\nhello\n",
          "killed by SIGTERM\n");

  /// The pumps end a second after the last child.
  private static final String AWAIT_CALLBACKS =
      """
          }
          for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("takt-process")) {
              thread.join(20_000);
            }
          }
        }
      }
      """;

  @TempDir Path folder;

  @Test
  void snippetsRun() throws Exception {
    List<String> snippets = new ArrayList<>();
    Matcher matcher = SNIPPET.matcher(Files.readString(Path.of("README.md")));
    while (matcher.find()) {
      snippets.add(matcher.group(1));
    }
    assertThat(snippets).hasSameSizeAs(PRINTED);

    Path source = folder.resolve("Snippets.java");
    StringBuilder program =
        new StringBuilder(
            """
            import dev.takt.process.*;
            import java.io.*;
            import java.nio.ByteBuffer;
            import java.nio.charset.StandardCharsets;
            import java.nio.file.Path;
            import java.time.Duration;
            class Snippets {
              public static void main(String[] args) throws Exception {
                switch (args[0]) {
            """);
    for (int i = 0; i < snippets.size(); i++) {
      program.append("case \"" + i + "\" -> {\n" + snippets.get(i) + "}\n");
    }
    Files.writeString(source, program + AWAIT_CALLBACKS);

    for (int i = 0; i < snippets.size(); i++) {
      RunResult result = run(source, i);
      assertThat(result.stderr().text()).isEmpty();
      assertThat(result.stdout().text()).matches(PRINTED.get(i));
    }
  }

  private static RunResult run(Path source, int snippet) throws Exception {
    Command command =
        Command.builder(Path.of(System.getProperty("java.home"), "bin", "java").toString())
            .argument("--enable-native-access=ALL-UNNAMED")
            .argument("-cp")
            .argument(System.getProperty("java.class.path"))
            .argument(source.toString())
            .argument(String.valueOf(snippet))
            .withoutEnvironment("JAVA_TOOL_OPTIONS")
            .withoutEnvironment("JDK_JAVA_OPTIONS")
            .build();
    return Launcher.shared().run(command, Duration.ofMinutes(1));
  }
}
