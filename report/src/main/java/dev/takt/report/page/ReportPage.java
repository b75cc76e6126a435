package dev.takt.report.page;

import dev.takt.explain.RunExplainer;
import dev.takt.record.files.AtomicFile;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.TimeColumns;
import dev.takt.report.pack.PackWriter;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.Stalls;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.MachineText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/// Writes the self-contained report of a run or a log: one HTML file that loads nothing and sends
/// nothing.
///
/// Names in the report come from the run and are not trusted. The file holds them compressed, or as
/// JSON that cannot end its enclosing element. The Content-Security-Policy allows only the page's
/// own script and style, by their hashes.
public final class ReportPage {

  /// The report's name in a run's directory.
  public static final String FILE = "report.html";

  /// A page of this size can still be sent by e-mail.
  private static final int MAX_PAGE_BYTES = 1_950_000;

  /// Keeps the curves usable in a page with much other content.
  private static final int MIN_PACK_BYTES = 300_000;

  /// Bytes that intervals may take in memory before neighbours are merged.
  private static final long MAX_MEMORY_BYTES = 48L << 20;

  private static final int MAX_FACTOR_INDEX = 24;
  private static final long[] STEPS = {1, 2, 5};

  private final LogState logs;
  private final SourceDocument document;

  private ReportPage(LogState logs, SourceDocument document) {
    this.logs = logs;
    this.document = document;
  }

  /// Writes the report of a run, as far as the run can be read.
  ///
  /// @param out replaced atomically once the report is complete
  /// @throws IOException with a message for people, if it cannot be written
  public static void write(RunDirectory run, Path out) throws IOException {
    writeAtomically(out, html(run));
  }

  /// Writes the report of a run that has just ended, from what is in memory.
  ///
  /// @param stalls what the observers saw; null without observers
  /// @param explainer why operations were slow; null if that is not known
  /// @param out is replaced atomically once the report is complete
  /// @throws IOException with a message for people, if it cannot be written
  public static void write(
      RunDirectory run,
      RunRecord record,
      @Nullable Stalls stalls,
      @Nullable RunExplainer explainer,
      Path out)
      throws IOException {
    writeAtomically(out, html(run, RunReportInput.of(run, record, stalls, explainer)));
  }

  /// Writes the report of an interval log.
  ///
  /// @param times how the log's time columns are to be read
  /// @param out replaced atomically once the report is complete
  /// @throws IOException with a message for people, if the log cannot be read or the report cannot
  ///   be written
  public static void writeLog(Path log, TimeColumns times, Path out) throws IOException {
    writeAtomically(out, htmlOfLog(log, times));
  }

  static String html(RunDirectory run) {
    return html(run, RunReportInput.read(run));
  }

  private static String html(RunDirectory run, RunReportInput material) {
    LogState logs = new LogState(MAX_MEMORY_BYTES);
    logs.readIfPresent(run.latencyLog(), LogState.Kind.LATENCIES);
    logs.readIfPresent(run.machinesLog(), LogState.Kind.MACHINES);
    logs.readIfPresent(run.hiccupLog(), LogState.Kind.HICCUPS);
    logs.finish();
    return new ReportPage(logs, logs.document(material.entry(), ReportSections.of(material)))
        .html();
  }

  static String htmlOfLog(Path log, TimeColumns times) throws IOException {
    LogState logs = new LogState(MAX_MEMORY_BYTES, times);
    logs.read(LogSource.of(log), LogState.Kind.LATENCIES);
    logs.finish();
    SourceEntry entry = SourceEntry.ofLog(log, SourceEntry.State.COMPLETE, logs.origin());
    return new ReportPage(logs, logs.document(entry, ReportSections.NONE)).html();
  }

  private String html() {
    int others = page(document, "").getBytes(StandardCharsets.UTF_8).length;
    int most = Math.max(MIN_PACK_BYTES, (MAX_PAGE_BYTES - others) / 4 * 3);
    for (int i = 0; ; i++) {
      long factor = factor(i);
      byte[] pack = PackWriter.write(logs.coarser(factor));
      if (pack.length <= most || i == MAX_FACTOR_INDEX) {
        return page(withMergeNote(factor), Base64.getEncoder().encodeToString(pack));
      }
    }
  }

  private static long factor(int place) {
    long factor = STEPS[place % STEPS.length];
    for (int i = 0; i < place / STEPS.length; i++) {
      factor *= 10;
    }
    return factor;
  }

  private SourceDocument withMergeNote(long factor) {
    long step = logs.stepNanos() * factor;
    long usual = logs.medianIntervalNanos();
    if (step == usual) {
      return document;
    }
    return document.withNote(
        EnglishText.format(
            "To keep this page small, intervals of %s were merged to %s. No count is lost. For the finer intervals, open the log with takt explore.",
            seconds(usual), seconds(step)));
  }

  private static String seconds(long nanos) {
    String text = EnglishText.format("%.3f", nanos / 1e9);
    return text.replaceAll("\\.?0+$", "") + " s";
  }

  private static String page(SourceDocument document, String pack) {
    SourceEntry entry = document.entry();
    String script = PageTemplate.script();
    String style = PageTemplate.style();
    String data =
        element("application/json", "takt-page", PageManifest.json(false, List.of(entry)))
            + element("text/plain", "takt-source-" + entry.id(), compressed(document.json()))
            + element("text/plain", "takt-pack-" + entry.id(), pack);
    String policy =
        MachineText.format(
            "default-src 'none'; script-src %s; style-src %s; img-src data: blob:; base-uri 'none'; form-action 'none'",
            Hashes.cspSource(script), Hashes.cspSource(style));
    return PageTemplate.fill(
        new PageTemplate.Parts(
            policy,
            entry.name() + " – Takt",
            "<style>" + style + "</style>",
            data,
            "<script>" + script + "</script>"));
  }

  /// Causes and stalls repeat the same words, so they compress well.
  private static String compressed(String json) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(json.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }

  private static String element(String type, String id, String text) {
    return "<script type=\"" + type + "\" id=\"" + id + "\">" + text + "</script>\n";
  }

  private static void writeAtomically(Path file, String text) throws IOException {
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)
        && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException(
          "cannot write "
              + file
              + ": it is a link, a folder or a device, and a report replaces only a regular file");
    }
    try {
      AtomicFile.writeString(file, text);
    } catch (IOException e) {
      throw new IOException("cannot write " + file + ": " + reason(e), e);
    }
  }

  private static String reason(IOException e) {
    return switch (e) {
      case AccessDeniedException _ -> "permission denied";
      case NoSuchFileException _ -> "its folder does not exist";
      case FileSystemException f when f.getReason() != null -> f.getReason();
      default -> String.valueOf(e.getMessage());
    };
  }
}
