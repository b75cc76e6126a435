package dev.takt.load.journey;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/// A file of users in UTF-8: CSV with a header, or JSON lines.
///
/// @param rows at least one, each with a value for each column
public record UserFile(List<String> columns, List<List<String>> rows) {

  private static final int MAX_BYTES = 256 << 20;
  private static final Pattern NAME = Pattern.compile("\\p{L}[\\p{L}\\p{N}_-]*");

  /// Reads a file. One whose name ends with `.jsonl` or `.ndjson` has JSON lines, and so has one
  /// that begins with a brace, as no header of CSV does.
  ///
  /// @throws UserFileException if it cannot be read or is not such a file
  public static UserFile read(Path file) throws UserFileException {
    return parse(file.toString(), text(file));
  }

  /// Parses the text of a file.
  ///
  /// @param source the name of the text in messages
  /// @throws UserFileException with line and column
  static UserFile parse(String source, String text) throws UserFileException {
    String plain = text.startsWith("\uFEFF") ? text.substring(1) : text;
    boolean isJson =
        source.endsWith(".jsonl")
            || source.endsWith(".ndjson")
            || plain.stripLeading().startsWith("{");
    return isJson ? JsonLines.parse(source, plain) : CsvFile.parse(source, plain);
  }

  /// Whether a column can have this name.
  static boolean isColumn(String name) {
    return NAME.matcher(name).matches();
  }

  private static String text(Path file) throws UserFileException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new UserFileException(file.toString(), "larger than 256 MiB");
      }
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException _) {
      throw new UserFileException(file.toString(), "not text in UTF-8: expected CSV or JSON lines");
    } catch (NoSuchFileException _) {
      throw new UserFileException(file.toString(), "there is no such file");
    } catch (AccessDeniedException _) {
      throw new UserFileException(file.toString(), "permission denied");
    } catch (IOException e) {
      throw new UserFileException(
          file.toString(),
          Files.isDirectory(file)
              ? "is a directory; expected a file in CSV or JSON lines"
              : "cannot be read: " + e.getMessage());
    }
  }
}
