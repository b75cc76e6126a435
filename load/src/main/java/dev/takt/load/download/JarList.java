package dev.takt.load.download;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/// The jars of a download, with the SHA-256 that each must have.
public record JarList(List<Jar> jars) {

  private static final double BYTES_PER_MEGABYTE = 1e6;

  /// A jar.
  ///
  /// @param sha256 in lower-case hexadecimal
  /// @param name of its file
  public record Jar(String sha256, long bytes, String name) {}

  /// Reads a list: a line for each jar, with its SHA-256, its size in bytes and its name.
  public static JarList parse(String text) {
    return new JarList(text.lines().filter(line -> !line.isBlank()).map(JarList::jar).toList());
  }

  private static Jar jar(String line) {
    String[] words = line.split(" ", -1);
    return new Jar(words[0], Long.parseLong(words[1]), words[2]);
  }

  /// The size of all jars, rounded, and at least 1.
  public long megabytes() {
    long bytes = jars.stream().mapToLong(Jar::bytes).sum();
    return Math.max(1, Math.round(bytes / BYTES_PER_MEGABYTE));
  }

  /// Where the jars of the list are in a folder, in the order of the list.
  public List<Path> paths(Path folder) {
    return jars.stream().map(each -> folder.resolve(each.name())).toList();
  }

  /// Whether all jars are in a folder, according to their names and sizes. Takes some milliseconds.
  public boolean isIn(Path folder) {
    return jars.stream().allMatch(each -> sizeOf(folder.resolve(each.name())) == each.bytes());
  }

  private static long sizeOf(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      return -1;
    }
  }

  /// Compares the content of a folder with the list.
  ///
  /// @return what is wrong with each jar that is missing or has another content; empty if nothing
  ///   is
  /// @throws IOException if a file cannot be read
  public List<String> problems(Path folder) throws IOException {
    List<String> problems = new ArrayList<>();
    for (Jar each : jars) {
      try {
        String found = sha256(folder.resolve(each.name()));
        if (!found.equals(each.sha256())) {
          problems.add(each.name() + ": expected SHA-256 " + each.sha256() + ", found " + found);
        }
      } catch (NoSuchFileException e) {
        problems.add(each.name() + ": it is missing");
      }
    }
    return problems;
  }

  /// The SHA-256 of a file, in hexadecimal digits.
  ///
  /// @throws IOException if it cannot be read
  public static String sha256(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      new DigestInputStream(in, digest).transferTo(OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("each JVM has SHA-256", e);
    }
  }
}
