package dev.takt.agent;

import dev.takt.record.hiccup.HiccupSink;
import dev.takt.record.histogram.Counts;
import java.io.IOException;
import java.nio.file.Path;

/// Passes everything on to a journal, and reports once that the log cannot be written.
final class LoggingSink implements HiccupSink {

  private final HiccupSink journal;
  private final Path log;
  private final StderrLog console;
  private boolean reported;

  LoggingSink(HiccupSink journal, Path log, StderrLog console) {
    this.journal = journal;
    this.log = log;
    this.console = console;
  }

  @Override
  public void begun(long nanoTime) {
    journal.begun(nanoTime);
  }

  @Override
  public void hiccup(long begin, long end) {
    journal.hiccup(begin, end);
  }

  @Override
  public void interval(String tag, long begin, long end, Counts counts) {
    journal.interval(tag, begin, end, counts);
  }

  @Override
  public void flush(long lost) {
    journal.flush(lost);
  }

  @Override
  public void failed(IOException reason) {
    if (!reported) {
      reported = true;
      console.log("cannot write " + log + ": " + reason.getMessage());
    }
  }

  @Override
  public void ended() {
    journal.ended();
  }
}
