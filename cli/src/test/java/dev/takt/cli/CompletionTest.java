package dev.takt.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.Model.CommandSpec;

/// The completion scripts, in the shells that are installed.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CompletionTest {

  private static final String LINES =
      """
      ex                  | explain explore
      log su              | summarize
      probe interth       | interthread
      run --mod           | --mode
      run --mode thr      | throttle throughput
      run --format ycsb-  | ycsb-json ycsb-json-array
      find --slo x --betw | --between
      log cat --start     | --start
      schema pl           | plan
      completion f        | fish
      """;

  @TempDir Path folder;

  private Path script(String shell) throws Exception {
    World world = new World(folder);
    assertThat(world.run("completion", shell)).as(world.err()).isZero();
    return Files.writeString(folder.resolve("script." + shell), world.out());
  }

  private List<String> lines(String... command) throws Exception {
    Path out = folder.resolve("out");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectError(
                ProcessBuilder.Redirect.DISCARD) // outside of a completion, compopt complains
            .redirectInput(new File("/dev/null"))
            .redirectOutput(out.toFile())
            .start();
    process.waitFor();
    return Files.readAllLines(out, StandardCharsets.UTF_8);
  }

  private static void assumeInstalled(String shell) {
    assumeTrue(
        Stream.of("/usr/bin", "/bin", "/usr/local/bin")
            .anyMatch(each -> Files.isExecutable(Path.of(each, shell))),
        shell + " is not installed");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = LINES)
  void bashCompletes(String line, String words) throws Exception {
    String complete =
        "source %s; COMP_WORDS=(takt %s); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _complete_takt;"
                .formatted(script("bash"), line)
            + " printf '%s\\n' \"${COMPREPLY[@]}\"";

    assertThat(lines("bash", "--norc", "-c", complete))
        .map(String::strip)
        .containsExactlyInAnyOrder(words.split(" "));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = LINES)
  void fishCompletes(String line, String words) throws Exception {
    assumeInstalled("fish");
    String complete = "source " + script("fish") + "; complete -C 'takt " + line + "'";

    assertThat(lines("fish", "--no-config", "-c", complete))
        .map(each -> each.split("\t", -1)[0])
        .containsExactlyInAnyOrder(words.split(" "));
  }

  /// zsh has no way to ask for completions without a terminal.
  @Test
  void zshFindsTheScriptAndReadsItWithoutAProblem() throws Exception {
    assumeInstalled("zsh");
    Files.move(script("zsh"), folder.resolve("_takt"));

    List<String> completers =
        lines(
            "zsh",
            "-f",
            "-c",
            "fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -d dump;"
                + " echo $_comps[takt]; source ./_takt; echo $_comps[takt]");
    assertThat(completers).hasSize(2).startsWith("_takt");
    assertThat(completers.getLast().split(" "))
        .as("the order of the options depends on the version of zsh")
        .startsWith("_bash_complete")
        .containsExactlyInAnyOrder("_bash_complete", "-o", "default", "-F", "_complete_takt");
  }

  @Test
  void fishHasEachFlagOfEachCommand() throws Exception {
    List<String> script = Files.readAllLines(script("fish"));

    for (var command : CommandTree.root().subcommands().entrySet()) {
      CommandSpec spec = command.getValue().getCommandSpec();
      assertThat(script).anyMatch(each -> each.contains("-f -a " + command.getKey() + " -d "));
      for (var option : spec.options()) {
        String flag = " -l " + option.longestName().substring(2) + " ";
        String condition = "'__fish_seen_subcommand_from " + command.getKey() + "'";
        assertThat(
                script.stream().anyMatch(each -> each.contains(condition) && each.contains(flag)))
            .as(flag)
            .isEqualTo(!option.hidden());
      }
    }
  }

  @Test
  void otherShellsAreRefusedByName() {
    World world = new World(folder);

    assertThat(world.run("completion", "tcsh")).isEqualTo(2);
    assertThat(world.err())
        .isEqualTo("takt completion: expected one of bash, zsh, fish, found 'tcsh'\n");
  }
}
