package dev.takt.load.driver;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// Keeps the first failing answer of each kind in the folder `failures` of the run directory, one
/// file per label of a failure. The first [#MAX_KINDS] kinds are kept. Separate threads write the
/// files; a file that cannot be written is left out. Thread-safe.
public final class FailedResponses {

  /// How many kinds are kept.
  public static final int MAX_KINDS = 32;

  private static final String FOLDER = "failures";
  private static final int MAX_NAME_CHARS = 60;
  private static final long WRITE_TIMEOUT_SECONDS = 5;

  private record FailureFile(String name, CompletableFuture<Boolean> written) {}

  private final Path folder;
  private final Map<String, FailureFile> byLabel = new ConcurrentHashMap<>();

  /// For one run. The folder is created with the first file; the run directory must exist by then.
  public FailedResponses(Path runDirectory) {
    this.folder = runDirectory.resolve(FOLDER);
  }

  /// Whether an answer of this kind would be kept. Allocates nothing.
  public boolean wants(String label) {
    return byLabel.size() < MAX_KINDS && !byLabel.containsKey(label);
  }

  /// Keeps an answer, if it is the first of its kind.
  ///
  /// @param answer what is written, with secrets masked
  public void keep(String label, byte[] answer) {
    FailureFile kept = add(label);
    if (kept != null) {
      Thread.ofVirtual()
          .name("takt-failed-answer")
          .start(() -> kept.written.complete(write(folder.resolve(kept.name), answer)));
    }
  }

  private synchronized @Nullable FailureFile add(String label) {
    if (!wants(label)) {
      return null;
    }
    FailureFile kept = new FailureFile(nameOf(label), new CompletableFuture<>());
    byLabel.put(label, kept);
    return kept;
  }

  /// Only ASCII letters, digits and hyphens, so that every file system accepts the name.
  private String nameOf(String label) {
    String plain =
        label.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
    String name = plain.substring(0, Math.min(plain.length(), MAX_NAME_CHARS));
    String stem = name.isEmpty() ? "failure" : name;
    String unique = stem;
    for (int i = 2; isTaken(unique + ".txt"); i++) {
      unique = stem + "-" + i;
    }
    return unique + ".txt";
  }

  private boolean isTaken(String name) {
    return byLabel.values().stream().anyMatch(each -> each.name.equals(name));
  }

  private boolean write(Path file, byte[] answer) {
    try {
      createFolder();
      Files.write(file, answer);
      return true;
    } catch (IOException e) {
      deleteQuietly(file);
      return false;
    }
  }

  private void createFolder() throws IOException {
    try {
      Files.createDirectory(folder);
    } catch (FileAlreadyExistsException e) {
      // Another answer was first.
    }
  }

  private static void deleteQuietly(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // A partial file may remain.
    }
  }

  /// The files by label, relative to the run directory. Waits until they are written.
  public Map<String, String> files() {
    Map<String, String> files = new TreeMap<>();
    byLabel.forEach((label, kept) -> {
      if (isWritten(kept)) {
        files.put(label, FOLDER + "/" + kept.name);
      }
    });
    return files;
  }

  private static boolean isWritten(FailureFile kept) {
    try {
      return kept.written.get(WRITE_TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException | TimeoutException e) {
      return false;
    }
  }
}
