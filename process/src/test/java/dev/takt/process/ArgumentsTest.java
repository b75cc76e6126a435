package dev.takt.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// The child gets exactly the arguments of its command: no shell interprets them.
@Timeout(60)
@ExtendWith(NothingLeftBehind.class)
class ArgumentsTest {

  @TempDir Path folder;

  private final Launcher launcher = Testing.launcher().build();

  @AfterEach
  void close() {
    launcher.close();
  }

  private List<String> linesOf(Command command) throws Exception {
    RunResult result = launcher.run(command, Testing.LONG);
    assertThat(result.isSuccess()).as(result.stderr().text()).isTrue();
    List<String> parts = new ArrayList<>(Arrays.asList(result.stdout().text().split("\0", -1)));
    assertThat(parts.removeLast()).isEmpty();
    return parts;
  }

  /// Texts of all lengths, which end at different positions of the memory for all of them.
  @Test
  void ofAnyLength() throws Exception {
    for (int length = 4_900; length < 5_100; length += 7) {
      for (int other : new int[] {1, 5_035, 3_001}) {
        RunResult result =
            launcher.run(
                Command.builder("sh", "-c", "echo ${#1} ${#2}", "sh")
                    .argument("x".repeat(length))
                    .argument("y".repeat(other))
                    .environment("Z", "z")
                    .build(),
                Testing.LONG);
        assertThat(result.stdout().text()).isEqualTo(length + " " + other + "\n");
      }
    }
  }

  @Test
  void argumentsArriveExactly() throws Exception {
    List<String> arguments =
        List.of(
            "plain",
            "with spaces  two",
            "'single' \"double\" `back`",
            "$HOME ${HOME} $(id) %s \\ \\n",
            "*",
            "~",
            ";|&<>",
            "two\nlines\n",
            "\ttab",
            "",
            "-n",
            "äöü ß 漢字 😀",
            "x".repeat(100_000));
    Command.Builder command = Testing.sh("printf '%s\\0' \"$@\"");
    arguments.forEach(command::argument);

    assertThat(linesOf(command.build())).isEqualTo(arguments);
  }

  @Test
  void thousandsOfArguments() throws Exception {
    Command.Builder command = Testing.sh("printf '%s\\0' \"$@\"");
    List<String> arguments = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      arguments.add("argument " + i);
    }
    arguments.forEach(command::argument);

    assertThat(linesOf(command.build())).isEqualTo(arguments);
  }

  @Test
  void environmentIsThatOfThisProcessIfNothingIsSaid() throws Exception {
    assertThat(linesOf(Command.of("env", "-0"))).contains("PATH=" + System.getenv("PATH"));
  }

  @Test
  void environmentIsChanged() throws Exception {
    Command command =
        Command.builder("env", "-0")
            .environment("TAKT_SET", "a=b c\nd ü")
            .environment("TAKT_EMPTY", "")
            .withoutEnvironment("HOME")
            .build();

    assertThat(linesOf(command))
        .contains("TAKT_SET=a=b c\nd ü", "TAKT_EMPTY=", "PATH=" + System.getenv("PATH"))
        .noneMatch(line -> line.startsWith("HOME="));
  }

  @Test
  void environmentIsEmptyButForWhatIsSet() throws Exception {
    assertThat(linesOf(Command.builder("env", "-0").emptyEnvironment().build())).isEmpty();
    assertThat(
            linesOf(
                Command.builder("env", "-0").emptyEnvironment().environment("ONLY", "1").build()))
        .containsExactly("ONLY=1");
  }

  @Test
  void directory() throws Exception {
    Path inside = Files.createDirectories(folder.resolve("with space ü"));

    RunResult result =
        launcher.run(Command.builder("pwd", "-P").directory(inside).build(), Testing.LONG);

    assertThat(result.stdout().text()).isEqualTo(inside.toRealPath() + "\n");
  }

  @Test
  void relativeProgramIsThatOfTheDirectory() throws Exception {
    Path script = Files.writeString(folder.resolve("script"), "#!/bin/sh\necho \"$0\"\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));

    RunResult result =
        launcher.run(Command.builder("./script").directory(folder).build(), Testing.LONG);

    assertThat(result.stdout().text()).isEqualTo("./script\n");
  }

  @Test
  void oneCommandIsStartedOftenAndFromManyThreads() throws Exception {
    Command command = Command.of("echo", "again");
    List<Thread> threads = new ArrayList<>();
    List<String> outputs = java.util.Collections.synchronizedList(new ArrayList<>());
    for (int i = 0; i < 8; i++) {
      threads.add(
          Thread.startVirtualThread(() -> {
            for (int n = 0; n < 10; n++) {
              try {
                outputs.add(launcher.run(command, Testing.LONG).stdout().text());
              } catch (Exception e) {
                outputs.add(e.toString());
              }
            }
          }));
    }
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(outputs).hasSize(80).containsOnly("again\n");
  }
}
