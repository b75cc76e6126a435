package dev.takt.cli;

import dev.takt.record.log.LogAlgebra;
import dev.takt.record.log.LogFacts;
import dev.takt.record.log.LogSource;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/// `takt log split`: one log per tag.
final class LogSplit {

  private static final String UNTAGGED = "--untagged";

  private LogSplit() {}

  static CommandSpec spec() {
    String[] examples = {
      "@|bold Examples|@",
      "  takt log split latency.hdr -o parts/           parts/<tag>.latency.hdr for each tag",
      "  takt log split latency.hdr -o parts/ --tag '*-rt' --untagged",
      "",
      "Lines without a tag go to default.<name>.hdr. Histograms are passed on as they are.",
      "",
    };
    return LogFlags.command(
        "split",
        "Writes one log per tag.",
        examples,
        LogFlags.selecting(
            LogFlags.output("DIR", "Where to (default: the current folder); made if need be"),
            LogFlags.flag(UNTAGGED, "Leave the tags out, for tools that cannot look inside them"),
            LogFlags.flag(LogFlags.FORCE, "Write over files that exist")));
  }

  static int run(LogContext context) throws IOException {
    Path given = context.path(LogFlags.OUT);
    Path folder = given == null ? context.surroundings().directory() : given;
    List<NewFile> files = new ArrayList<>();
    TreeSet<String> tags = new TreeSet<>();
    try {
      for (LogSource source : context.sources()) {
        try (var _ = ReadingProgress.of(context.surroundings(), List.of(source))) {
          LogFacts facts =
              LogAlgebra.split(
                  source,
                  LogFlags.selection(context.parsed()),
                  !context.has(UNTAGGED),
                  (log, tag) -> open(folder, log, tag, context.has(LogFlags.FORCE), files),
                  context.problems());
          tags.addAll(facts.tags());
        }
      }
      for (NewFile each : files) {
        each.commit();
      }
    } finally {
      for (NewFile each : files) {
        each.close();
      }
    }
    if (files.isEmpty()) {
      return context.noSuchTag(List.copyOf(tags));
    }
    for (NewFile each : files) {
      context.surroundings().out().println(each);
    }
    return context.finish(true);
  }

  /// The parts are closed by who writes them, and get their names only when all of them are whole.
  private static OutputStream open(
      Path folder, String log, @Nullable String tag, boolean force, List<NewFile> files)
      throws IOException {
    String name =
        LogFiles.fileName(tag == null ? "default" : tag) + "." + LogFiles.baseName(log) + ".hdr";
    NewFile file = NewFile.create(folder.resolve(name), force);
    files.add(file);
    return file.withoutClosing();
  }
}
