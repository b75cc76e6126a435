package dev.takt.cli.log;

import dev.takt.cli.spi.NewFile;
import dev.takt.cli.spi.args.Options;
import dev.takt.record.log.LogFacts;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Selection;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/// The log that a command writes, to a file or to standard output.
final class LogOutput {

  private static final int BYTES_PER_PIPE_CHECK = 1 << 16;

  private LogOutput() {}

  /// Writes the content of a log.
  interface Writer {
    LogFacts write(OutputStream out, Selection selection) throws IOException;
  }

  /// Writes a log to the place that the flags name. A file appears only when it is complete.
  static int write(LogContext context, List<LogSource> sources, Writer writer) throws IOException {
    Path path = context.requiredPath(Options.OUT, "the new log");
    Selection selection = LogFlags.selection(context.parsed());
    AtomicLong lines = new AtomicLong();
    LogFacts facts;
    if ("-".equals(context.text(Options.OUT))) {
      facts = writer.write(counting(standardOutput(context), lines), selection);
      context.requireReader();
    } else {
      requireNoInput(path, sources);
      try (NewFile file = NewFile.create(path, context.has(Options.FORCE));
          var _ = ReadingProgress.of(context.cli(), sources)) {
        facts = writer.write(counting(file, lines), selection);
        if (lines.get() > 0) {
          file.commit();
          context.cli().out().println(path);
        }
      }
    }
    return lines.get() == 0 ? context.noSuchTag(facts.tags()) : context.finish(true);
  }

  /// A union that reads its own earlier output would count that output again.
  private static void requireNoInput(Path path, List<LogSource> sources) throws IOException {
    for (LogSource each : sources) {
      Path file = each.file();
      if (each.isRepeatable()
          && file != null
          && Files.exists(path)
          && Files.isSameFile(path, file)) {
        throw new IOException(path + " is one of the logs that are read; name another output");
      }
    }
  }

  /// Standard output, with a regular check whether the reader is gone.
  private static OutputStream standardOutput(LogContext context) {
    PrintStream out = context.cli().out();
    return new OutputStream() {
      private int unlooked;

      @Override
      public void write(int b) {
        out.write(b);
      }

      @Override
      public void write(byte[] bytes, int from, int length) throws IOException {
        out.write(bytes, from, length);
        unlooked += length;
        if (unlooked >= BYTES_PER_PIPE_CHECK) {
          unlooked = 0;
          context.requireReader();
        }
      }
    };
  }

  /// Counts the writes after the first one, which is the header.
  private static OutputStream counting(OutputStream out, AtomicLong lines) {
    return new OutputStream() {
      private boolean begun;

      @Override
      public void write(int b) throws IOException {
        out.write(b);
      }

      @Override
      public void write(byte[] bytes, int from, int length) throws IOException {
        out.write(bytes, from, length);
        if (begun) {
          lines.incrementAndGet();
        }
        begun = true;
      }
    };
  }

  /// Writes text.
  interface Text {
    void write(Appendable out) throws IOException;
  }

  /// Prints text to the file that the flags name, or to standard output.
  static void print(LogContext context, Text text) throws IOException {
    Path path = context.path(Options.OUT);
    if (path == null) {
      text.write(context.cli().out());
      return;
    }
    try (NewFile file = NewFile.create(path, context.has(Options.FORCE));
        java.io.Writer out =
            new OutputStreamWriter(file.withoutClosing(), StandardCharsets.UTF_8)) {
      text.write(out);
      out.flush();
      file.commit();
    }
  }
}
