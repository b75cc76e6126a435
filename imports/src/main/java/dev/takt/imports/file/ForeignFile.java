package dev.takt.imports.file;

import dev.takt.imports.plan.ImportException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// A file of another program.
///
/// @param path where it is
/// @param name as the user wrote it
public record ForeignFile(Path path, String name) {

  private static final int MAX_BYTES = 32 << 20;
  private static final int BEGIN = 1 << 16;
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  /// Opens it as bytes.
  ///
  /// @throws ImportException if it cannot be read
  public InputStream open() throws ImportException {
    if (Files.isDirectory(path)) {
      throw new ImportException(name + ": is a directory");
    }
    try {
      return Files.newInputStream(path);
    } catch (NoSuchFileException _) {
      throw new ImportException(name + ": there is no such file");
    } catch (AccessDeniedException _) {
      throw new ImportException(name + ": permission denied");
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /// Its text, in UTF-8.
  ///
  /// @throws ImportException if it is too large, or no text
  public String text() throws ImportException {
    try (InputStream in = open()) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new ImportException(name + ": larger than 32 MiB");
      }
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      if (text.isBlank()) {
        throw new ImportException(name + ": the file is empty");
      }
      return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
    } catch (CharacterCodingException _) {
      throw new ImportException(name + ": not text in UTF-8" + looksLike());
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /// The problem that it is not of the expected kind, with what it looks like.
  ///
  /// @param expected such as `a HAR file`
  public ImportException isNot(String expected) throws ImportException {
    String found = begin();
    String like = LooksLike.of(found);
    return new ImportException(
        name
            + ": not "
            + expected
            + (like.isEmpty() || like.contains(expected) ? "" : "; it looks like " + like));
  }

  /// The problem that something in it is wrong.
  public ImportException problem(String place, String message) {
    return new ImportException(name + ": " + (place.isEmpty() ? "" : place + ": ") + message);
  }

  private String looksLike() throws ImportException {
    String like = LooksLike.of(begin());
    return like.isEmpty() ? "" : "; it looks like " + like;
  }

  private String begin() throws ImportException {
    try (InputStream in = open()) {
      return new String(in.readNBytes(BEGIN), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private ImportException unreadable(IOException e) {
    return new ImportException(name + ": cannot be read: " + e.getMessage());
  }
}
