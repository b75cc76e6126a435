package dev.takt.report.pack;

import dev.takt.record.log.Problems;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What is told of logs while they are read, whenever there is more.
public final class LogParts {

  private LogParts() {}

  /// All parts; who closes one closes all.
  public static List<LogIndex> of(Path log) throws IOException {
    List<LogIndex> parts = new ArrayList<>();
    var _ = new IndexReading(log, parts::add, new IndexReading.Pace(0, 0, 0)).read(new Problems());
    return parts;
  }
}
