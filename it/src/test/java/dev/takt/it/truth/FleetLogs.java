package dev.takt.it.truth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.it.harness.Ran;
import dev.takt.it.harness.Takt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/// The log of a run on several machines.
final class FleetLogs {

  private static final Pattern LENGTH = Pattern.compile("^(Tag=[^,]*,[^,]*),[^,]*");

  private FleetLogs() {}

  /// Each line, an interval of a tag with its counts, is to the byte that of `takt log union` of
  /// the machines' logs, except for its length. The union does not know the agreed start, and the
  /// length of the last interval depends on where the logs begin.
  ///
  /// @param run the run directory of the whole
  static void assertUnion(Path run) throws IOException {
    Path folder = Objects.requireNonNull(run.toAbsolutePath().getParent());
    Ran union =
        Takt.command(
            folder,
            List.of(
                "log", "union", run.toAbsolutePath() + "/machines/*/latency.hdr", "-o", "u.hdr"));
    assertThat(union.code()).as(union.err()).isZero();
    assertThat(lines(run.resolve("latency.hdr")))
        .isNotEmpty()
        .isEqualTo(lines(folder.resolve("u.hdr")));
  }

  private static List<String> lines(Path log) throws IOException {
    return Files.readAllLines(log).stream()
        .filter(each -> each.startsWith("Tag="))
        .map(each -> LENGTH.matcher(each).replaceFirst("$1"))
        .toList();
  }
}
