package dev.takt.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The snippets of the README compile, run one after another, and print what is expected.
class ReadmeTest {

  private static final Pattern SNIPPET = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  /// The output of the snippets, in their order.
  private static final List<String> PRINTED =
      List.of(
          "checkout-st: 1, max \\d+ ms\n",
          "",
          "(read-rt 1000\n){3}",
          "read-rt: 3000 values, p99 990207 ns\n",
          "(read-rt 1000\n){2}",
          "6000\n",
          "true\n");

  @TempDir Path folder;

  @Test
  void snippetsRun() throws Exception {
    List<String> snippets = new ArrayList<>();
    Matcher matcher = SNIPPET.matcher(Files.readString(Path.of("README.md")));
    while (matcher.find()) {
      snippets.add(matcher.group(1));
    }
    assertThat(snippets).hasSameSizeAs(PRINTED);
    write(snippets);

    assertThat(run("javac", "Snippets.java")).isEmpty();
    for (int i = 0; i < snippets.size(); i++) {
      assertThat(run("java", "Snippets", "" + i)).as("snippet %s", i).matches(PRINTED.get(i));
    }
  }

  private void write(List<String> snippets) throws IOException {
    StringBuilder program =
        new StringBuilder(
            """
            import dev.takt.record.*;
            import dev.takt.record.hiccup.*;
            import dev.takt.record.histogram.*;
            import dev.takt.record.log.*;
            import dev.takt.record.log.algebra.*;
            import dev.takt.record.log.read.*;
            import dev.takt.record.log.write.*;
            import java.io.OutputStream;
            import java.nio.file.Files;
            import java.nio.file.Path;
            import java.util.List;
            class Snippets {
              public static void main(String[] args) throws Exception {
                switch (args[0]) {
            """);
    for (int i = 0; i < snippets.size(); i++) {
      program.append("case \"" + i + "\" -> {\n" + snippets.get(i) + "}\n");
    }
    Files.writeString(folder.resolve("Snippets.java"), program + "}\n}\n}\n");
  }

  /// All that a tool prints. It must succeed.
  private String run(String tool, String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", tool).toString());
    command.add("-cp");
    command.add(System.getProperty("java.class.path") + File.pathSeparator + folder);
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
    Process process = builder.start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(printed).isZero();
    return printed;
  }
}
