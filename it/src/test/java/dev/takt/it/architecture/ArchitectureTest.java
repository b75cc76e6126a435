package dev.takt.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// ARCHITECTURE.md names each module and each package, and nothing that does not exist.
class ArchitectureTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path MAP = ROOT.resolve("ARCHITECTURE.md");
  private static final Path DECISIONS = ROOT.resolve("docs/explanation/decisions");

  private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");
  private static final Pattern BLOCK = Pattern.compile("```.*?```", Pattern.DOTALL);
  private static final Pattern PACKAGE = Pattern.compile("dev\\.takt(\\.[a-z][a-z0-9]*)+");

  /// `EventLoop`, `EventLoop.java`, `app.ts`, `BlockingDriver.warmupSession`.
  private static final Pattern CLASS =
      Pattern.compile("([A-Z][a-z0-9]+[A-Z]\\w*)(\\.java|\\.[a-z]\\w*)?|\\w+\\.(ts|java)");

  /// Those of the JDK, and a check of Error Prone.
  private static final Set<String> FOREIGN =
      Set.of("ServiceLoader", "DriverManager", "ProcessBuilder", "DefaultLocale");

  private static final Set<String> NOT_SHIPPED =
      Set.of("bench/jmh", "it", "stress", "test-support");

  private static final Tree TREE = Tree.read();

  @Test
  void namesEachModuleOnItsFloor() throws IOException {
    Set<String> named = new TreeSet<>();
    for (String line : Files.readAllLines(MAP)) {
      if (line.matches("\\| [1-8–] \\|.*")) {
        named.addAll(codeIn(line.split("\\|", -1)[2]));
      }
    }
    assertThat(named).isEqualTo(TREE.modules);
  }

  @Test
  void namesEachPackage() throws IOException {
    Set<String> named = new TreeSet<>();
    for (String line : Files.readAllLines(MAP)) {
      if (line.startsWith("| `dev.takt.")) {
        named.addAll(codeIn(line.split("\\|", -1)[1]));
      }
    }
    assertThat(named).allMatch(each -> PACKAGE.matcher(each).matches()).isEqualTo(TREE.packages);
  }

  @Test
  void namesOnlyClassesThatExist() throws IOException {
    Set<String> named = new TreeSet<>(classesIn(Files.readString(MAP)));
    assertThat(named).hasSizeGreaterThan(10);
    try (var records = Files.list(DECISIONS)) {
      for (Path each : (Iterable<Path>) records::iterator) {
        named.addAll(classesIn(Files.readString(each)));
      }
    }
    named.removeAll(FOREIGN);
    named.removeAll(TREE.files);
    assertThat(named).isEmpty();
  }

  private static Set<String> codeIn(String cell) {
    Set<String> code = new TreeSet<>();
    Matcher matcher = CODE.matcher(cell);
    while (matcher.find()) {
      code.add(matcher.group(1));
    }
    return code;
  }

  private static Set<String> classesIn(String text) {
    Set<String> classes = new TreeSet<>();
    for (String code : codeIn(BLOCK.matcher(text).replaceAll(""))) {
      Matcher matcher = CLASS.matcher(code);
      if (matcher.matches()) {
        classes.add(matcher.group(1) == null ? code : matcher.group(1));
      }
    }
    return classes;
  }

  /// Modules by their directories, packages of main sources, and names of sources: `EventLoop` of
  /// EventLoop.java, and `app.ts`.
  private record Tree(Set<String> modules, Set<String> packages, Set<String> files) {

    static Tree read() {
      Tree tree = new Tree(new TreeSet<>(), new TreeSet<>(), new TreeSet<>());
      try {
        Files.walkFileTree(ROOT, tree.new Visitor());
      } catch (IOException e) {
        throw new AssertionError(e);
      }
      return tree;
    }

    private void add(String path) {
      String name = path.substring(path.lastIndexOf('/') + 1);
      if (path.endsWith("/pom.xml")) {
        modules.add(path.substring(0, path.length() - "/pom.xml".length()));
      } else if (name.equals("package-info.java") && isShipped(path)) {
        String folder =
            path.substring(path.indexOf("/src/main/java/") + "/src/main/java/".length());
        packages.add(folder.substring(0, folder.lastIndexOf('/')).replace('/', '.'));
      } else if (name.endsWith(".java")) {
        files.add(name.substring(0, name.length() - ".java".length()));
      } else if (name.endsWith(".ts")) {
        files.add(name);
      }
    }

    private static boolean isShipped(String path) {
      return path.contains("/src/main/java/")
          && NOT_SHIPPED.stream().noneMatch(each -> path.startsWith(each + "/"));
    }

    private final class Visitor extends SimpleFileVisitor<Path> {

      @Override
      public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
        String name = folder.getFileName().toString();
        return name.equals("target") || name.equals("node_modules") || name.startsWith(".")
            ? FileVisitResult.SKIP_SUBTREE
            : FileVisitResult.CONTINUE;
      }

      @Override
      public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
        add(ROOT.relativize(file).toString().replace('\\', '/'));
        return FileVisitResult.CONTINUE;
      }
    }
  }
}
