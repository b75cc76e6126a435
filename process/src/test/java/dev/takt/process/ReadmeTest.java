package dev.takt.process;

import static org.assertj.core.api.Assertions.assertThat;

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

/// The snippets of the README compile, run, and print what the README says.
class ReadmeTest {

  private static final Pattern SNIPPET = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  /// The output of the snippets, in their order.
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

    assertThat(run("javac", source.toString(), "-d", folder.toString()).exit().describe())
        .isEqualTo("exit code 0");
    for (int i = 0; i < snippets.size(); i++) {
      RunResult result = run("java", "--enable-native-access=ALL-UNNAMED", "Snippets", "" + i);
      assertThat(result.stderr().text()).isEmpty();
      assertThat(result.stdout().text()).matches(PRINTED.get(i));
    }
  }

  private RunResult run(String tool, String... arguments) throws Exception {
    String classPath = System.getProperty("java.class.path") + File.pathSeparator + folder;
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", tool).toString());
    words.addAll(List.of("-cp", classPath));
    words.addAll(List.of(arguments));
    Command command =
        Command.builder(words)
            .withoutEnvironment("JAVA_TOOL_OPTIONS")
            .withoutEnvironment("JDK_JAVA_OPTIONS")
            .build();
    return Launcher.shared().run(command, Duration.ofMinutes(1));
  }
}
