package dev.takt.cli.flags;

import static dev.takt.cli.flags.CompareDeclaration.BASELINE;
import static dev.takt.cli.flags.CompareDeclaration.BASELINE_FILE;
import static dev.takt.cli.flags.CompareDeclaration.CANDIDATE;
import static dev.takt.cli.flags.CompareDeclaration.WRITE_BASELINE;

import dev.takt.cli.spi.args.FlagValues;
import dev.takt.runs.text.EnglishText;
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

  /// The directories and files of each side, as given; the first side is the baseline, or the only
  /// one if a baseline file is to be written.
  static List<List<String>> of(ParseResult parsed, Path directory) {
    List<String> positional = parsed.matchedPositionalValue(0, List.of());
    List<String> a = parsed.matchedOptionValue(BASELINE, List.of());
    List<String> b = parsed.matchedOptionValue(CANDIDATE, List.of());
    List<String> baseline = parsed.matchedOptionValue(BASELINE_FILE, List.of());
    List<List<String>> sides = new ArrayList<>();
    if (!baseline.isEmpty() && a.isEmpty() && b.isEmpty()) {
      sides.add(baseline);
      positional.forEach(each -> sides.add(List.of(each)));
    } else if (a.isEmpty() != b.isEmpty()
        || !baseline.isEmpty()
        || (!a.isEmpty() && !positional.isEmpty())) {
      throw FlagValues.wrong(
          parsed,
          EnglishText.format(
              "expected run directories, or %s and %s, or %s and run directories",
              BASELINE, CANDIDATE, BASELINE_FILE));
    } else if (!a.isEmpty()) {
      sides.addAll(List.of(a, b));
    } else if (parsed.hasMatchedOption(WRITE_BASELINE)) {
      sides.add(positional);
    } else {
      positional.forEach(each -> sides.add(List.of(each)));
    }
    checkNumber(parsed, sides);
    return sides.stream()
        .map(side -> side.stream().flatMap(each -> repeats(parsed, each, directory)).toList())
        .toList();
  }

  private static void checkNumber(ParseResult parsed, List<List<String>> sides) {
    if (parsed.hasMatchedOption(WRITE_BASELINE)) {
      if (sides.size() != 1 || sides.getFirst().isEmpty()) {
        throw FlagValues.wrong(
            parsed, WRITE_BASELINE, "expected one or more run directories, and nothing else");
      }
    } else if (sides.size() < 2 || sides.size() > MAX_SIDES) {
      throw FlagValues.wrong(parsed, "expected two run directories or more, found " + sides.size());
    }
  }

  /// A comma may be part of a directory's name.
  private static Stream<String> repeats(ParseResult parsed, String text, Path directory) {
    try {
      if (Files.exists(directory.resolve(text))) {
        return Stream.of(text);
      }
      List<String> parts = Stream.of(text.split(",")).filter(each -> !each.isBlank()).toList();
      return parts.isEmpty() ? Stream.of(text) : parts.stream();
    } catch (InvalidPathException e) {
      throw FlagValues.wrong(parsed, "'" + text + "' is not a valid path: " + e.getReason());
    }
  }
}
