package dev.takt.cli.stress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cassandra.stress.command.StressCommand.Truncation;
import dev.takt.cassandra.stress.command.StressSettings;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class StressLineTest {

  private static StressLine line(String text) {
    return StressLine.of(List.of(text.split(" ", -1)));
  }

  @Test
  void flagsBeginAtTheFirstDoubleDash() {
    StressLine line = line("write n=1 -rate threads=2 --out d -q");
    assertThat(line.words()).containsExactly("write", "n=1", "-rate", "threads=2");
    assertThat(line.flags()).containsExactly("--out", "d", "-q");
    assertThat(line.hasFormat()).isFalse();
  }

  @Test
  void ownFormatIsNoFlagOfTheRun() {
    assertThat(line("write n=1 --format cassandra-stress --out d").flags())
        .containsExactly("--out", "d");
    assertThat(line("write n=1 --format=cassandra-stress").hasFormat()).isTrue();
    assertThat(line("write n=1 --format json").flags()).containsExactly("--format", "json");
  }

  @Test
  void helpIsAskedFor() {
    assertThat(line("write --help").wantsHelp()).isTrue();
    assertThat(line("-h").wantsHelp()).isTrue();
    assertThat(StressLine.of(List.of()).wantsHelp()).isTrue();
    assertThat(line("help").wantsHelp()).isFalse();
  }

  private static List<String> arguments(String text) {
    StressLine line = line(text);
    return line.arguments(StressSettings.parse(line.words()), 1, 1, Path.of(""));
  }

  @Test
  void flagsOverrideTheLine() {
    assertThat(arguments("write n=7 --target cassandra:embedded --count=3"))
        .contains("--target", "cassandra:embedded", "--count=3")
        .noneMatch(each -> each.startsWith("--target=") || each.equals("--count=7"));
  }

  @Test
  void settingsAreAddedToThoseOfTheLine() {
    assertThat(arguments("write n=7 --set drain=1s"))
        .contains("--set", "--set=operations=[{name: write, weight: 1.0}]", "drain=1s");
  }

  @Test
  void nextRunHasNoWarmUpAndTruncatesOnlyIfAsked() {
    StressLine line = line("write truncate=once n=7 --out d");
    assertThat(line.again(Truncation.ONCE).words()).containsExactly("write", "no-warmup", "n=7");
    assertThat(line.again(Truncation.ONCE).flags()).containsExactly("--out", "d");
    assertThat(line("write no-warmup truncate=always").again(Truncation.ALWAYS).words())
        .containsExactly("write", "no-warmup", "truncate=always");
  }

  @Test
  void runsHaveFoldersOfTheirOwn() {
    assertThat(line("write n=7 --out d").inFolder("x").flags()).containsExactly("--out", "d/x");
    assertThat(line("write n=7 --out=d").inFolder("x").flags()).containsExactly("--out=d/x");
    assertThat(line("write n=7 -q").inFolder("x").words()).contains("-q");
  }
}
