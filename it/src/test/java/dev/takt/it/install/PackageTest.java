package dev.takt.it.install;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.takt.it.architecture.MarkdownRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The packages of `bin/package`, made twice from the sources in folders of their own, and run in a
/// root that has no Java.
@Tag("slow")
class PackageTest {

  private static final long MAX_BYTES = 120_000_000;
  private static final String AOT = "lib/takt.aot";

  @TempDir static Path folder;
  private static Path one;
  private static Path other;
  private static Path unpacked;

  @BeforeAll
  static void makePackages() throws IOException {
    one = Packages.make(folder, "one");
    other = Packages.make(folder, "a second folder");
    unpacked = Packages.unpack(one, folder.resolve("unpacked"));
  }

  private static EmptyRoot root(Path path) throws IOException {
    EmptyRoot root = EmptyRoot.create(path);
    String problem = root.problem();
    assumeTrue(problem.isEmpty(), "no root can be entered here: " + problem);
    root.hasNoJava();
    return root;
  }

  /// A root with the archive in `/opt`, and `takt` on the `PATH`.
  private static EmptyRoot installed(Path path) throws IOException {
    EmptyRoot root = root(path);
    Packages.unpack(one, root.root().resolve("opt"));
    root.bash("ln -s /opt/takt-*/bin/takt /usr/local/bin/takt").succeeded();
    return root;
  }

  // What the packages are.

  @Test
  void archiveHasLessThan120Megabytes() throws IOException {
    long bytes = 0;
    try (Stream<Path> files = Files.walk(unpacked)) {
      for (Path each : files.filter(Files::isRegularFile).toList()) {
        bytes += Files.size(each);
      }
    }
    assertThat(bytes).isLessThan(MAX_BYTES);
  }

  @Test
  void documentsOfTheArchiveLinkToWhatItHas() throws IOException {
    assertThat(unpacked.resolve("README.md")).content().contains("\n    bin/takt run ");
    assertThat(problems(unpacked)).isEmpty();
  }

  @Test
  void documentsOfTheDebianPackageLinkToWhatItHas() throws IOException {
    Path documents = extracted(one, "deb to read").resolve("usr/share/doc/takt");

    assertThat(documents.resolve("README.md")).content().contains("\n    bin/takt run ");
    assertThat(problems(documents)).isEmpty();
  }

  /// What is wrong with the documents in a folder, without those of the JVM.
  private static List<String> problems(Path root) throws IOException {
    List<String> problems = new ArrayList<>();
    int documents = 0;
    try (Stream<Path> files = Files.walk(root)) {
      for (Path each : files.filter(file -> file.toString().endsWith(".md")).toList()) {
        Path name = root.relativize(each);
        if (!name.startsWith("runtime")) {
          documents++;
          MarkdownRules.check(each).forEach(problem -> problems.add(name + ":" + problem));
        }
      }
    }
    assertThat(documents).isGreaterThan(30);
    return problems;
  }

  @Test
  void twoBuildsAreTheSameExceptForTheCache() throws Exception {
    Map<String, String> files = listing(unpacked);
    Map<String, String> others = listing(Packages.unpack(other, folder.resolve("unpacked other")));

    assertThat(files).hasSizeGreaterThan(100).containsKey(AOT);
    files.remove(AOT);
    others.remove(AOT);
    assertThat(others).isEqualTo(files);
  }

  @Test
  void twoDebianPackagesAreTheSameExceptForTheCache() throws Exception {
    Map<String, String> files = listingOfFiles(extracted(one, "deb"));
    Map<String, String> others = listingOfFiles(extracted(other, "deb other"));

    assertThat(files).containsKeys("DEBIAN/control", "usr/lib/takt/" + AOT, "usr/bin/takt");
    files.remove("usr/lib/takt/" + AOT);
    others.remove("usr/lib/takt/" + AOT);
    assertThat(others).isEqualTo(files);
    assertThat(contents(other)).isEqualTo(contents(one)).isNotEmpty();
  }

  /// Without folders: extracting a link changes the time of its folder.
  private static Map<String, String> listingOfFiles(Path root) throws Exception {
    Map<String, String> files = listing(root);
    files.keySet().removeIf(each -> Files.isDirectory(root.resolve(each), NOFOLLOW_LINKS));
    return files;
  }

  /// What the Debian package has, folders included, without the cache, whose size differs.
  private static List<String> contents(Path packages) throws IOException {
    String all =
        Script.run(
                folder,
                Map.of(),
                "dpkg-deb",
                "--contents",
                Packages.file(packages, ".deb").toString())
            .succeeded();
    return all.lines().filter(each -> !each.endsWith(AOT)).toList();
  }

  private static Path extracted(Path packages, String name) throws IOException {
    assumeTrue(Files.exists(Path.of("/usr/bin/dpkg-deb")), "dpkg-deb is not installed");
    Path to = folder.resolve(name);
    Script.run(
            folder,
            Map.of(),
            "dpkg-deb",
            "--raw-extract",
            Packages.file(packages, ".deb").toString(),
            to.toString())
        .succeeded();
    return to;
  }

  /// Each file with its mode, time and content.
  private static Map<String, String> listing(Path root) throws Exception {
    Map<String, String> listing = new TreeMap<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path each : files.toList()) {
        PosixFileAttributes attributes =
            Files.readAttributes(each, PosixFileAttributes.class, NOFOLLOW_LINKS);
        String content = "";
        if (attributes.isSymbolicLink()) {
          content = Files.readSymbolicLink(each).toString();
        } else if (attributes.isRegularFile()) {
          byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(each));
          content = HexFormat.of().formatHex(digest);
        }
        String mode = PosixFilePermissions.toString(attributes.permissions());
        String line = mode + " " + attributes.lastModifiedTime() + " " + content;
        listing.put(root.relativize(each).toString(), line);
      }
    }
    return listing;
  }

  // What they do where there is no Java.

  @Test
  void archiveRunsWhereThereIsNoJava(@TempDir Path path) throws IOException {
    EmptyRoot root = installed(path);

    assertThat(root.enter("takt", "--version").succeeded()).startsWith("takt ");
    // The JVM does not start with this flag if it cannot use the cache of loaded classes.
    assertThat(root.enter("env", "_JAVA_OPTIONS=-XX:AOTMode=on", "takt", "--version").succeeded())
        .startsWith("takt ");
    Script demo = root.bash("takt run --duration 4s --warmup 1s --rate 200/s --out demo");
    assertThat(demo.code()).as(demo.err()).isIn(0, 5);
    assertThat(path.resolve("work/demo/report.html")).exists();
    assertThat(Files.readString(path.resolve("work/demo/stalls.json"))).contains("\"target\"");
    root.bash("takt explain demo && takt report demo --out page.html").succeeded();
    Files.writeString(
        path.resolve("work/a.js"),
        "import http from 'k6/http'; export default () => { http.get('http://x.example/a'); };");
    assertThat(root.bash("takt import k6 a.js").succeeded()).contains("path: /a\n");
    root.bash("takt log plot demo/latency.hdr -o plot.svg").succeeded();
    Script png = root.bash("takt log plot demo/latency.hdr -o plot.png");
    assertThat(png.code()).isEqualTo(1);
    assertThat(png.err()).contains("PNG needs a JDK with java.desktop", ": write .svg instead");
  }

  @Test
  void commandsAndDriversOfTheUserRunWhereThereIsNoJava(@TempDir Path path) throws IOException {
    EmptyRoot root = installed(path);
    Path sqlite = Script.ROOT.resolve("drivers/jdbc/target/driver-jars/sqlite-jdbc.jar");
    Files.copy(sqlite, path.resolve("work/sqlite.jar"));
    String quick = " --count 20 --rate 100/s --self-warmup off --format json";

    assertThat(root.bash("takt run exec:true" + quick).out()).contains("\"completed\" : 20");
    assertThat(
            root.bash(
                    "takt run jdbc:sqlite::memory: --driver-jar sqlite.jar --sql 'select 1'"
                        + quick)
                .out())
        .contains("\"completed\" : 20");
  }

  @Test
  void explorerServesItsPageWhereThereIsNoJava(@TempDir Path path) throws IOException {
    EmptyRoot root = installed(path);
    String script =
        """
        takt run sim:delay=1ms --count 10 --rate 100/s --self-warmup off --quiet >/dev/null
        takt explore --no-browser >address 2>&1 &
        until [[ $(<address) =~ http://127.0.0.1:([0-9]+) ]]; do sleep 0.1; done
        exec 3<>"/dev/tcp/127.0.0.1/${BASH_REMATCH[1]}"
        printf 'GET / HTTP/1.0\\r\\nHost: 127.0.0.1:%s\\r\\n\\r\\n' "${BASH_REMATCH[1]}" >&3
        read -r status <&3
        kill %1
        echo "$status"
        """;

    assertThat(root.bash(script).succeeded()).contains("200");
  }

  @Test
  void watchAttachesToAnotherJvmWhereThereIsNoJava(@TempDir Path path) throws Exception {
    EmptyRoot root = installed(path);
    Path program = Files.writeString(path.resolve("Busy.java"), BUSY);
    Process busy =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+EnableDynamicAgentLoading",
                program.toString())
            .redirectErrorStream(true)
            .start();
    try {
      busy.getInputStream().read(); // its main method has begun
      Script watch = root.bash("takt watch " + busy.pid() + " --for 4s --format json");
      assertThat(watch.succeeded()).as(watch.err()).contains("gc_pause");
    } finally {
      busy.destroyForcibly();
    }
  }

  /// A program that collects garbage.
  private static final String BUSY =
      """
      void main() throws Exception {
        System.out.println("ready");
        while (true) {
          System.gc();
          Thread.sleep(100);
        }
      }
      """;

  @Test
  void debianPackageRunsWithItsPagesAndCompletion(@TempDir Path path) throws IOException {
    EmptyRoot root = root(path);
    Path deb = extracted(one, "deb to run");
    Script.run(path, Map.of(), "cp", "-a", deb + "/usr/.", path.resolve("usr").toString())
        .succeeded();

    assertThat(root.enter("takt", "--version").succeeded()).startsWith("takt ");
    assertThat(root.enter("env", "_JAVA_OPTIONS=-XX:AOTMode=on", "takt", "--version").code())
        .isZero();
    assertThat(path.resolve("usr/share/man/man1/takt-run.1.gz")).exists();
    assertThat(
            root.bash(
                    "source /usr/share/bash-completion/completions/takt; COMP_WORDS=(takt ru);"
                        + " COMP_CWORD=1; _complete_takt; echo ${COMPREPLY[@]}")
                .succeeded())
        .isEqualTo("run\n");
  }

  @Test
  void dpkgInstallsVerifiesAndRemovesTheDebianPackage(@TempDir Path path) throws IOException {
    EmptyRoot root = EmptyRoot.debian("bookworm", path);
    root.hasNoJava();
    Files.copy(Packages.file(one, ".deb"), path.resolve("work/takt.deb"));

    root.bash("dpkg --install takt.deb").succeeded();
    assertThat(root.bash("dpkg --verify takt").succeeded()).isEmpty();
    Script demo = root.bash("takt run --duration 4s --warmup 1s --rate 200/s");
    assertThat(demo.code()).as(demo.err()).isIn(0, 5);
    root.bash("dpkg --remove takt").succeeded();
    assertThat(path.resolve("usr/lib/takt")).doesNotExist();
    assertThat(path.resolve("usr/bin/takt")).doesNotExist();
  }

  /// Executes the steps of the Containerfile one by one in the Debian that it names.
  @Test
  void containerfileMakesARootThatRunsTakt(@TempDir Path path) throws IOException {
    String entry = Packages.image(one, path);
    EmptyRoot root = new EmptyRoot(path);
    assertThat(root.enter(entry, "--version").succeeded()).startsWith("takt ");
    Script run = root.enter(entry, "run", "sim:delay=1ms", "--count", "20", "--rate", "100/s");
    assertThat(run.code()).as(run.err()).isIn(0, 5);
  }
}
