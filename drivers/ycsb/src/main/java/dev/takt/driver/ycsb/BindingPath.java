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

/// The class path of a binding: jars, folders of jars, folders of classes.
///
/// A folder stands for itself (classes and settings), its jars, those in its `lib`, and its `conf`.
/// So both the folder of one binding in YCSB's distribution and the distribution itself work; of
/// the latter, the folder `NAME-binding` is added too.
///
/// @param text the user's text, for messages; null if there was none
/// @param entries jars and folders, in search order
record BindingPath(@Nullable String text, List<Path> entries) {

  /// Parses a path.
  ///
  /// @param name the binding's name in the target
  /// @throws IOException with a message for people: what is missing or cannot be read
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

  /// The entries as URLs, for a class loader.
  URL[] urls() {
    URL[] urls = new URL[entries.size()];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = urlOf(entries.get(i));
    }
    return urls;
  }

  /// For messages: `bindings/ (3 jars)`.
  String describe() {
    if (text == null) {
      return "the jars that Takt includes (--bindings is not set)";
    }
    long jars = entries.stream().filter(BindingPath::isJar).count();
    return text + " (" + jars + (jars == 1 ? " jar)" : " jars)");
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
                + " is neither a folder nor a jar; give the folder that contains the binding's jars");
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
      throw new IOException("\"" + part + "\" is not a valid file name", e);
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

  /// The jars sorted by name: a class that is in two of them is always loaded from the same one.
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
