package dev.takt.watch.locks;

import dev.takt.agent.locks.LockInstrument;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A jar of the module `agent` with an agent of a test.
final class AgentJar {

  private AgentJar() {}

  /// @param premain the class of the agent
  static void write(Path jar, String premain) throws IOException, URISyntaxException {
    Path classes = classes();
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest(premain))) {
      if (Files.isDirectory(classes)) {
        copy(classes, out);
      } else {
        try (FileSystem files = FileSystems.newFileSystem(classes)) {
          copy(files.getPath("/"), out);
        }
      }
    }
  }

  /// The class path of the tests without the module: its classes must come from the multi-release
  /// jar, which has others for later JDKs.
  static String classPathWithoutIt() throws URISyntaxException {
    String classes = classes().toString();
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(each -> !Path.of(each).toString().equals(classes))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static Path classes() throws URISyntaxException {
    return Path.of(
        LockInstrument.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  private static void copy(Path root, JarOutputStream out) throws IOException {
    List<Path> classes;
    try (Stream<Path> all = Files.walk(root)) {
      classes = all.filter(each -> each.toString().endsWith(".class")).toList();
    }
    for (Path each : classes) {
      out.putNextEntry(new JarEntry(root.relativize(each).toString()));
      Files.copy(each, out);
    }
  }

  private static Manifest manifest(String premain) {
    Manifest manifest = new Manifest();
    Map.of(
            "Manifest-Version", "1.0",
            "Premain-Class", premain,
            "Can-Retransform-Classes", "true",
            "Multi-Release", "true")
        .forEach(
            (name, value) -> manifest.getMainAttributes().put(new Attributes.Name(name), value));
    return manifest;
  }
}
