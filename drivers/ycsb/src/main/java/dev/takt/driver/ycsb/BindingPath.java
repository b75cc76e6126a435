package dev.takt.driver.ycsb;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Where a binding and what it needs are found: jars, folders of jars, folders of classes.
///
/// A folder means itself (classes and settings), its jars, those in its `lib`, and its `conf`. So
/// the folder of one binding out of YCSB's distribution will do, and so will the distribution
/// itself, of which the folder `NAME-binding` is then taken too.
///
/// @param given the text that named them, for messages; null if nothing did
/// @param entries jars and folders, in the order in which they are searched
record BindingPath(@Nullable String given, List<Path> entries) {

  /// Reads a path.
  ///
  /// @param name of the binding, as the target has it
  /// @throws IOException with a message for people: what is not there, or cannot be read
  static BindingPath parse(@Nullable String given, String name) throws IOException {
    Set<Path> entries = new LinkedHashSet<>();
    if (given != null) {
      for (String part : given.split(File.pathSeparator, -1)) {
        if (!part.isBlank()) {
          add(part.strip(), name, entries);
        }
      }
    }
    return new BindingPath(given, List.copyOf(entries));
  }

  /// The entries as a class loader wants them.
  URL[] urls() {
    URL[] urls = new URL[entries.size()];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = urlOf(entries.get(i));
    }
    return urls;
  }

  /// For messages: `bindings/ (3 jars)`.
  String describe() {
    if (given == null) {
      return "what Takt brings along (--bindings names nothing)";
    }
    long jars = entries.stream().filter(BindingPath::isJar).count();
    return given + " (" + jars + (jars == 1 ? " jar)" : " jars)");
  }

  static URL urlOf(Path entry) {
    try {
      return entry.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException("a file without a URL: " + entry, e);
    }
  }

  private static void add(String part, String name, Set<Path> entries) throws IOException {
    Path path = pathOf(part.endsWith("/*") ? part.substring(0, part.length() - 2) : part);
    if (Files.isDirectory(path)) {
      addFolder(path, entries);
      addFolderIfThere(path.resolve(name + "-binding"), entries);
      addFolderIfThere(path.resolve(name.split("-", 2)[0] + "-binding"), entries);
    } else if (Files.isRegularFile(path)) {
      if (!isJar(path)) {
        throw new IOException(
            part
                + " is neither a folder nor a jar; name the folder that the binding's jars are in");
      }
      entries.add(path);
    } else {
      throw new IOException("there is no " + part);
    }
  }

  private static Path pathOf(String part) throws IOException {
    try {
      return Path.of(part);
    } catch (InvalidPathException e) {
      throw new IOException("\"" + part + "\" is no name of a file", e);
    }
  }

  private static void addFolderIfThere(Path folder, Set<Path> entries) throws IOException {
    if (Files.isDirectory(folder)) {
      addFolder(folder, entries);
    }
  }

  private static void addFolder(Path folder, Set<Path> entries) throws IOException {
    entries.add(folder);
    Path conf = folder.resolve("conf");
    if (Files.isDirectory(conf)) {
      entries.add(conf);
    }
    entries.addAll(jarsIn(folder));
    Path lib = folder.resolve("lib");
    if (Files.isDirectory(lib)) {
      entries.addAll(jarsIn(lib));
    }
  }

  /// By their names, so that a class that is in two of them comes from the same one each time.
  private static List<Path> jarsIn(Path folder) throws IOException {
    List<Path> jars = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        if (isJar(file) && Files.isRegularFile(file)) {
          jars.add(file);
        }
      }
    } catch (IOException e) {
      throw new IOException("cannot list the folder " + folder + ": " + e.getMessage(), e);
    }
    jars.sort(null);
    return jars;
  }

  private static boolean isJar(Path file) {
    return String.valueOf(file.getFileName()).endsWith(".jar");
  }
}
