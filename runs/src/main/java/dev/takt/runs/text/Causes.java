package dev.takt.runs.text;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;

/// Converts the JDK's file exceptions, which state the cause only by their class, to text.
public final class Causes {

  private Causes() {}

  public static String of(IOException e) {
    return switch (e) {
      case AccessDeniedException _ -> "permission denied";
      case NoSuchFileException _ -> "no such file or directory";
      case FileAlreadyExistsException _ -> "a file of that name exists";
      case FileSystemException f -> lowerFirst(f.getReason(), f);
      default -> lowerFirst(e.getMessage(), e);
    };
  }

  private static String lowerFirst(@Nullable String text, IOException e) {
    if (text == null || text.isEmpty()) {
      return e.getClass().getSimpleName();
    }
    return Character.toLowerCase(text.charAt(0)) + text.substring(1);
  }
}
