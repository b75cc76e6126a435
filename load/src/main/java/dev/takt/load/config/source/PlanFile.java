package dev.takt.load.config.source;

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

/// Reads the text of a plan, up to the maximum size of a plan.
public final class PlanFile {

  /// Some editors write it at the start of a file.
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  static final int LARGEST = 1 << 20;

  private PlanFile() {}

  /// Reads the file's text.
  ///
  /// @throws PlanException with one problem, if the file cannot be read, is too large, or is not
  ///   text
  public static String text(Path file) throws PlanException {
    return text(file, "plan");
  }

  /// Reads a file that belongs to a plan. Messages call it `what`.
  public static String text(Path file, String what) throws PlanException {
    byte[] bytes = bytes(file, what);
    if (bytes.length > LARGEST) {
      throw failure(file, "larger than 1 MiB: this is no " + what);
    }
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw failure(file, "not text in UTF-8: this is no " + what);
    }
    if (text.chars().anyMatch(PlanFile::isBinary)) {
      throw failure(file, "not text (it has control characters): this is no " + what);
    }
    return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
  }

  private static byte[] bytes(Path file, String what) throws PlanException {
    if (Files.isDirectory(file)) {
      throw failure(
          file, "is a directory; expected a " + what + (what.equals("plan") ? " in YAML" : ""));
    }
    try (InputStream in = Files.newInputStream(file)) {
      return in.readNBytes(LARGEST + 1);
    } catch (NoSuchFileException e) {
      throw failure(file, "there is no such file");
    } catch (AccessDeniedException e) {
      throw failure(file, "permission denied");
    } catch (IOException e) {
      throw failure(file, "cannot be read: " + e.getMessage());
    }
  }

  private static boolean isBinary(int c) {
    return c < ' ' && c != '\t' && c != '\n' && c != '\r';
  }

  private static PlanException failure(Path file, String message) {
    return new PlanException(List.of(new PlanProblem(file.toString(), 0, 0, "", message)));
  }
}
