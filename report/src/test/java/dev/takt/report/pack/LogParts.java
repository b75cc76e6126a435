package dev.takt.report.pack;

import dev.takt.record.log.Problems;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Collects all partial indexes of logs.
public final class LogParts {

  private LogParts() {}

  /// Reads a log and returns all its partial indexes, which share one file.
  public static List<LogIndex> of(Path log) throws IOException {
    List<LogIndex> parts = new ArrayList<>();
    var _ =
        new IndexBuilder(log, parts::add, new IndexBuilder.PublishPace(0, 0, 0))
            .read(new Problems());
    return parts;
  }
}
