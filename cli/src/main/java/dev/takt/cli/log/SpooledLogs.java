package dev.takt.cli.log;

import dev.takt.record.log.LogSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Logs for a command that reads them more than once. Piped input is kept in a temporary file.
final class SpooledLogs implements AutoCloseable {

  private final List<LogSource> sources;
  private final @Nullable Path spool;

  private SpooledLogs(List<LogSource> sources, @Nullable Path spool) {
    this.sources = sources;
    this.spool = spool;
  }

  static SpooledLogs of(List<LogSource> sources) throws IOException {
    Path spool = null;
    List<LogSource> repeatable = new ArrayList<>();
    for (LogSource each : sources) {
      if (each.isRepeatable()) {
        repeatable.add(each);
      } else {
        spool = Files.createTempFile("takt-log-", ".hdr");
        repeatable.add(each.copiedTo(spool));
      }
    }
    return new SpooledLogs(repeatable, spool);
  }

  List<LogSource> sources() {
    return sources;
  }

  @Override
  public void close() throws IOException {
    if (spool != null) {
      Files.deleteIfExists(spool);
    }
  }
}
