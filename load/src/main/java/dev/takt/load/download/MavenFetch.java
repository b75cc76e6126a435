package dev.takt.load.download;

import dev.takt.load.server.Folders;
import dev.takt.load.server.ManagedServer;
import java.io.File;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/// Fetches a download with the user's Maven, and thus with their settings and mirrors.
///
/// The jars come into a folder of their own, which is renamed when the SHA-256 of each jar has been
/// checked. So a download that was interrupted is never used, and the next one starts again.
public final class MavenFetch {

  private static final int MAX_NAMED_PROBLEMS = 3;

  private final OptionalDownload download;
  private final Path folder;
  private final Path work;

  /// @param folder that the jars will be in
  public MavenFetch(OptionalDownload download, Path folder) {
    this.download = download;
    this.folder = folder;
    this.work = folder.resolveSibling(folder.getFileName() + ".part");
  }

  /// Writes the project that copies the jars.
  ///
  /// @return its POM, for `mvn -f POM package`
  /// @throws IOException with a message for the user
  public Path writePom() throws IOException {
    Path pom = work.resolve("pom.xml");
    try {
      Files.createDirectories(work);
      return Files.writeString(pom, download.pom());
    } catch (IOException e) {
      throw new IOException(
          "cannot write "
              + pom
              + reason(e)
              + "; "
              + OptionalDownload.VARIABLE
              + " names another folder",
          e);
    }
  }

  private static String reason(IOException e) {
    if (e instanceof AccessDeniedException) {
      return ": no permission";
    }
    return e instanceof FileSystemException f && f.getReason() != null ? ": " + f.getReason() : "";
  }

  /// Where the jars come to.
  public Path jars() {
    return work.resolve("jars");
  }

  /// Runs Maven, and installs what it has copied.
  ///
  /// @param mvn the program
  /// @throws IOException with a message for the user
  public void run(Path mvn) throws IOException, InterruptedException {
    Path pom = writePom();
    Path log = work.resolve("mvn.log");
    Folders.delete(jars()); // Maven keeps a file that it had copied only in part
    List<String> command = List.of(mvn.toString(), "-B", "-f", pom.toString(), "package");
    Process process =
        new ProcessBuilder(command)
            .directory(work.toFile())
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    int code = process.waitFor();
    if (code != 0) {
      throw new IOException(
          "'"
              + String.join(" ", command)
              + "' ended with "
              + code
              + "; "
              + ManagedServer.logTail(log));
    }
    List<String> problems = download.jars().problems(jars());
    if (!problems.isEmpty()) {
      throw new IOException(refusal(problems));
    }
    install();
  }

  private String refusal(List<String> problems) {
    List<String> named = problems.subList(0, Math.min(problems.size(), MAX_NAMED_PROBLEMS));
    return problems.size()
        + " of "
        + download.jars().jars().size()
        + " jars are not those that Takt was tested with, and nothing is installed:\n  "
        + String.join("\n  ", named)
        + "\nThey are in "
        + jars()
        + "; a repository, a mirror or mvn's local repository has others.";
  }

  /// Installs what the user's own call of Maven has copied.
  ///
  /// @return false if the jars are not all there, or others
  public boolean installCopied() throws IOException {
    if (!download.jars().isIn(jars()) || !download.jars().problems(jars()).isEmpty()) {
      return false;
    }
    install();
    return true;
  }

  private void install() throws IOException {
    Folders.delete(folder); // an incomplete one
    Files.move(jars(), folder, StandardCopyOption.ATOMIC_MOVE);
    Folders.delete(work);
  }
}
