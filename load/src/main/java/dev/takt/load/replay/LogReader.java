package dev.takt.load.replay;

import dev.takt.load.replay.ReplayReport.LeftOut;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// Reads a log once, line by line or entry by entry.
final class LogReader {

  private static final int PEEKED = 1024;
  private static final Pattern HAR =
      Pattern.compile("(?s)(?:\\xEF\\xBB\\xBF)?\\s*\\{\\s*\"log\"\\s*:\\s*\\{.*");

  private final ReplaySettings settings;
  private final LogCollector collector;
  private final LogEntry entry = new LogEntry();
  private long line;

  private LogReader(ReplaySettings settings) {
    this.settings = settings;
    this.collector = new LogCollector(settings);
  }

  static ReplayLog read(ReplaySettings settings, long seed) throws ReplayException {
    try {
      LogReader reader = new LogReader(settings);
      reader.read();
      return reader.collector.complete(seed);
    } catch (OutOfMemoryError _) {
      throw new ReplayException(
          settings.file()
              + " has too many requests for the heap; set from and to, or a larger -Xmx");
    }
  }

  private void read() throws ReplayException {
    Path file = settings.file();
    if (Files.isDirectory(file)) {
      throw new ReplayException(file + " is a directory; expected an access log or a HAR file");
    }
    try (InputStream raw = Files.newInputStream(file);
        InputStream in = plain(new BufferedInputStream(raw, 1 << 16))) {
      in.mark(PEEKED);
      String beginning = new String(in.readNBytes(PEEKED), StandardCharsets.ISO_8859_1);
      in.reset();
      if (HAR.matcher(beginning).matches()) {
        readHar(in);
      } else {
        readLines(in);
      }
    } catch (NoSuchFileException _) {
      throw new ReplayException(file + " does not exist");
    } catch (AccessDeniedException _) {
      throw new ReplayException(file + " cannot be read: permission denied");
    } catch (EOFException | ZipException _) {
      throw new ReplayException(
          file
              + " is damaged or not complete: its compressed data end in the middle, after line "
              + line);
    } catch (IOException e) {
      throw new ReplayException(file + " cannot be read: " + e.getMessage());
    }
  }

  private static InputStream plain(InputStream in) throws IOException {
    in.mark(2);
    boolean isGzip = in.read() == 0x1f && in.read() == 0x8b;
    in.reset();
    return isGzip ? new BufferedInputStream(new GZIPInputStream(in, 1 << 16), 1 << 16) : in;
  }

  private void readLines(InputStream in) throws IOException, ReplayException {
    LineReader lines = new LineReader(in);
    CommonFormat common = new CommonFormat();
    JsonFormat json = JsonFormat.ofLines(settings.fields());
    while (lines.next()) {
      line++;
      int from = begin(lines);
      if (lines.isTooLong()) {
        collector.reject(LeftOut.TOO_LONG, line);
      } else if (from < lines.length() && lines.line()[from] != '#') {
        entry.clear();
        if (parse(lines, from, common, json)) {
          collector.add(entry, line, false);
        } else {
          collector.reject(LeftOut.NO_REQUEST, line);
        }
      }
    }
  }

  /// Where a line begins: after spaces and, in the first one, a byte order mark.
  private int begin(LineReader lines) {
    byte[] text = lines.line();
    boolean hasMark =
        line == 1
            && lines.length() >= 3
            && text[0] == (byte) 0xEF
            && text[1] == (byte) 0xBB
            && text[2] == (byte) 0xBF;
    int from = hasMark ? 3 : 0;
    while (from < lines.length() && text[from] == ' ') {
      from++;
    }
    return from;
  }

  /// JSON may follow what a supervisor of processes writes before each line.
  private boolean parse(LineReader lines, int from, CommonFormat common, JsonFormat json) {
    byte[] text = lines.line();
    int length = lines.length();
    if (text[from] == '{') {
      return json.parse(text, from, length, entry);
    }
    if (common.parse(text, length, entry)) {
      return true;
    }
    for (int i = from; i + 1 < length; i++) {
      if (text[i] == '{' && text[i + 1] == '"') {
        entry.clear();
        return json.parse(text, i, length, entry);
      }
    }
    return false;
  }

  private void readHar(InputStream in) throws ReplayException {
    JsonFormat format = JsonFormat.ofHar();
    collector.report().har();
    try (JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), in)) {
      if (!findEntries(parser)) {
        throw new ReplayException(settings.file() + " is a HAR file without entries");
      }
      while (parser.nextToken() == JsonToken.START_OBJECT) {
        line++;
        entry.clear();
        if (format.parse(parser, entry)) {
          collector.add(entry, line, true);
        } else {
          collector.reject(LeftOut.NO_REQUEST, line);
        }
      }
    } catch (JacksonException e) {
      throw new ReplayException(
          settings.file() + " is not a complete HAR file: " + e.getOriginalMessage());
    }
  }

  /// Goes to `log.entries`, past the other fields of the log.
  private static boolean findEntries(JsonParser parser) {
    parser.nextToken();
    parser.nextToken();
    parser.nextToken();
    for (JsonToken token = parser.nextToken();
        token == JsonToken.PROPERTY_NAME;
        token = parser.nextToken()) {
      boolean isEntries = parser.currentName().equals("entries");
      JsonToken value = parser.nextToken();
      if (isEntries) {
        return value == JsonToken.START_ARRAY;
      }
      parser.skipChildren();
    }
    return false;
  }
}
