package dev.takt.cli.flags;

import static dev.takt.cli.flags.CompareDeclaration.BASELINE;
import static dev.takt.cli.flags.CompareDeclaration.CANDIDATE;

import dev.takt.cli.spi.args.FlagValues;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.ParseResult;

/// The run directories that `takt compare` compares.
final class CompareSides {

  private static final int MAX_SIDES = 26;

  private CompareSides() {}

  /// The directories of each side, as given; the first side is the baseline.
  static List<List<String>> of(ParseResult parsed, Path directory) {
    List<String> positional = parsed.matchedPositionalValue(0, List.of());
    List<String> a = parsed.matchedOptionValue(BASELINE, List.of());
    List<String> b = parsed.matchedOptionValue(CANDIDATE, List.of());
    if (a.isEmpty() != b.isEmpty() || (!a.isEmpty() && !positional.isEmpty())) {
      throw FlagValues.wrong(
          parsed, "expected run directories, or " + BASELINE + " and " + CANDIDATE);
    }
    List<List<String>> sides = new ArrayList<>();
    if (a.isEmpty()) {
      positional.forEach(each -> sides.add(repeats(parsed, each, directory)));
    } else {
      for (List<String> each : List.of(a, b)) {
        sides.add(
            each.stream().flatMap(text -> repeats(parsed, text, directory).stream()).toList());
      }
    }
    if (sides.size() < 2 || sides.size() > MAX_SIDES) {
      throw FlagValues.wrong(parsed, "expected two run directories or more, found " + sides.size());
    }
    return sides;
  }

  /// A comma may be part of a directory's name.
  private static List<String> repeats(ParseResult parsed, String text, Path directory) {
    try {
      if (Files.exists(directory.resolve(text))) {
        return List.of(text);
      }
      List<String> parts = Stream.of(text.split(",")).filter(each -> !each.isBlank()).toList();
      return parts.isEmpty() ? List.of(text) : parts;
    } catch (InvalidPathException e) {
      throw FlagValues.wrong(parsed, "'" + text + "' is not a valid path: " + e.getReason());
    }
  }
}
