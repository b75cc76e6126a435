package dev.takt.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cli.output.Fixtures;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A folder with logs of other tools, and `takt log` to process them.
public final class LogDesk {

  private static final Pattern FOR_PROGRAMMERS =
      Pattern.compile(
          "^\\s+at \\S+\\(|\\b\\w+(Exception|Error)\\b|this is a bug", Pattern.MULTILINE);

  /// The result of one command.
  public record Done(int code, String out, String err) {

    public Done succeeds() {
      assertThat(code).as(err).isZero();
      assertThat(err.lines()).allMatch(line -> line.startsWith("takt: note: values in ns assumed"));
      return this;
    }

    /// Asserts the exit code, and that the message has these words.
    public Done fails(int expected, String... words) {
      assertThat(code).as(err + out).isEqualTo(expected);
      assertThat(words).allSatisfy(word -> assertThat(err).contains(word));
      return this;
    }

    public List<String> lines() {
      return out.lines().toList();
    }
  }

  private final Path folder;

  public LogDesk(Path folder, String... fixtures) {
    this.folder = folder;
    for (String each : fixtures) {
      put(each, each);
    }
  }

  /// Copies a fixture to a file of that name.
  public LogDesk put(String fixture, String name) {
    Path file = folder.resolve(name);
    try {
      Files.createDirectories(Objects.requireNonNull(file.getParent()));
      Files.copy(Fixtures.path(fixture), file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  public Path path(String name) {
    return folder.resolve(name);
  }

  public String text(String name) {
    try {
      return Files.readString(path(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public void write(String name, String text) {
    try {
      Files.writeString(path(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Runs `takt log` with the words of a line, which are separated by spaces.
  public Done log(String line) {
    return run(new World(folder), line.split(" "));
  }

  /// Runs `takt log` with standard input.
  public Done log(byte[] input, String line) {
    return run(new World(folder, new ByteArrayInputStream(input)), line.split(" "));
  }

  public Done logWords(String... words) {
    return run(new World(folder), words);
  }

  private static Done run(World world, String... words) {
    List<String> args = new ArrayList<>(List.of("log"));
    args.addAll(Arrays.asList(words));
    int code = world.run(args.toArray(String[]::new));
    assertThat(world.err() + world.out()).doesNotContainPattern(FOR_PROGRAMMERS);
    return new Done(code, world.out(), world.err());
  }

  /// The counts of all tags of logs.
  public Map<String, Long> counts(String... logs) {
    Map<String, Long> counts = new TreeMap<>();
    String[] words =
        Stream.of(new String[] {"summarize"}, logs, new String[] {"--format", "csv"})
            .flatMap(Stream::of)
            .toArray(String[]::new);
    run(new World(folder), words).lines().stream()
        .skip(1)
        .map(row -> row.split(","))
        .forEach(row -> counts.put(row[0], Long.valueOf(row[1])));
    return counts;
  }

  /// The files in the folder and below, including hidden files.
  public List<String> files() {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile)
          .map(each -> folder.relativize(each).toString())
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
