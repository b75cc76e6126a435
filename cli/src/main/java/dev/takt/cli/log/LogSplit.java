package dev.takt.cli.log;

import dev.takt.cli.spi.NewFile;
import dev.takt.cli.spi.args.Options;
import dev.takt.record.log.LogFacts;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.algebra.LogAlgebra;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import picocli.CommandLine.Model.CommandSpec;

/// `takt log split`: writes one log per tag.
final class LogSplit {

  private static final String UNTAGGED = "--untagged";

  private LogSplit() {}

  static CommandSpec spec() {
    String[] examples = {
      "  takt log split latency.hdr -o parts/           parts/<tag>.latency.hdr for each tag",
      "  takt log split latency.hdr -o parts/ --tag '*-rt' --untagged",
      "",
      "Lines without a tag go to default.<name>.hdr. Histograms are passed on as they are.",
    };
    return LogFlags.command(
        "split",
        "Writes one log per tag.",
        examples,
        LogFlags.selecting(
            Options.output(
                "DIR", "Output directory (default: the current one); created if missing"),
            Options.flag(UNTAGGED, "Write lines without tags, for tools that do not support tags"),
            Options.flag(Options.FORCE, "Write over files that exist")));
  }

  static int run(LogContext context) throws IOException {
    Path given = context.path(Options.OUT);
    Path folder = given == null ? context.cli().directory() : given;
    List<NewFile> files = new ArrayList<>();
    TreeSet<String> tags = new TreeSet<>();
    if (context.has(LogFlags.IGNORE_TAGS)) {
      throw context.wrong(LogFlags.IGNORE_TAGS, "without tags there is nothing to split by");
    }
    List<LogSource> sources = context.sources();
    Map<String, String> logs = LogFiles.shortNames(sources.stream().map(LogSource::name).toList());
    PartNames names = new PartNames();
    try {
      for (LogSource source : sources) {
        String rest = "." + PartNames.escaped(logs.getOrDefault(source.name(), "log")) + ".hdr";
        try (var _ = ReadingProgress.of(context.cli(), List.of(source))) {
          LogFacts facts =
              LogAlgebra.split(
                  source,
                  LogFlags.selection(context.parsed()),
                  !context.has(UNTAGGED),
                  (_, tag) ->
                      open(folder.resolve(names.of(tag, rest)), context.has(Options.FORCE), files),
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
      context.cli().out().println(each);
    }
    return context.finish(true);
  }

  /// The writer closes the parts. They get their names only when all of them are complete.
  private static OutputStream open(Path path, boolean force, List<NewFile> files)
      throws IOException {
    NewFile file = NewFile.create(path, force);
    files.add(file);
    return file.withoutClosing();
  }
}
