package dev.takt.cli.get;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cli.World;
import dev.takt.cli.spi.ExitCode;
import dev.takt.load.download.JarList;
import dev.takt.load.download.OptionalDownload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// `takt get`, and what a run asks for, with a script that stands for Maven.
@Timeout(60)
class GetCommandTest {

  private static final Fake FAKE = new Fake(false);

  private static final String COPIES =
      """
      #!/bin/sh
      jars=${3%/*}/jars
      /bin/mkdir $jars && printf one > $jars/one.jar
      """;

  @TempDir Path folder;
  private World world;
  private Path jars;

  /// A download of one jar, whose content is "one".
  private record Fake(boolean isIncluded) implements OptionalDownload {

    @Override
    public String name() {
      return "fake";
    }

    @Override
    public String version() {
      return "1.2";
    }

    @Override
    public String title() {
      return "Fake Server";
    }

    @Override
    public String pom() {
      return "<project/>";
    }

    @Override
    public JarList jars() {
      return JarList.parse(
          "7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed 3 one.jar\n");
    }
  }

  @BeforeEach
  void create() {
    Map<String, String> environment =
        Map.of("TAKT_DOWNLOADS", folder.toString(), "PATH", folder.resolve("bin").toString());
    world = new World(folder).with(environment);
    jars = folder.resolve("fake-1.2");
  }

  private void installMaven(String script) throws IOException {
    Path bin = Files.createDirectories(folder.resolve("bin"));
    assertThat(Files.writeString(bin.resolve("mvn"), script).toFile().setExecutable(true)).isTrue();
  }

  private int get(String... arguments) {
    CommandLine line = new CommandLine(GetCommand.spec());
    return new GetCommand(world.context(), line.parseArgs(arguments), List.of(FAKE)).run();
  }

  @Test
  void withoutATerminalNothingIsDownloaded() throws IOException {
    installMaven(COPIES);

    assertThat(get("fake")).isEqualTo(ExitCode.USAGE);

    assertThat(world.err())
        .isEqualTo(
            """
            takt: Fake Server 1.2 (1 jar, 1 MB) is not here yet.
            Nothing is downloaded without a yes: takt get fake --yes
            """);
    assertThat(jars).doesNotExist();
    assertThat(folder.resolve("fake-1.2.part")).doesNotExist();
  }

  @Test
  void yesIsTheConsentOfAScript() throws IOException {
    installMaven(COPIES);

    assertThat(get("fake", "--yes")).as(world.err()).isZero();

    assertThat(jars.resolve("one.jar")).hasContent("one");
    assertThat(world.err()).endsWith("takt: Fake Server 1.2 is in " + jars + "\n");
  }

  @Test
  void whatIsThereIsCheckedAndNotFetchedAgain() throws IOException {
    Files.createDirectories(jars);
    Files.writeString(jars.resolve("one.jar"), "one");

    assertThat(get("fake")).isZero();
    assertThat(world.out()).isEqualTo("Fake Server 1.2 (1 jar, 1 MB) is in " + jars + "\n");
    assertThat(world.err()).isEmpty();

    Files.writeString(jars.resolve("one.jar"), "two");
    assertThat(get("fake")).isEqualTo(ExitCode.USAGE);
    assertThat(world.err()).contains("Fake Server 1.2 (1 jar, 1 MB) has jars with other contents.");
  }

  @Test
  void jarWithAnotherSumIsRefused() throws IOException {
    installMaven(COPIES.replace("printf one", "printf two"));

    assertThat(get("fake", "--yes")).isEqualTo(ExitCode.FAILED);

    assertThat(world.err()).contains("one.jar: expected SHA-256", "7692c3ad", "3fc4ccfe");
    assertThat(jars).doesNotExist();
  }

  @Test
  void withoutMavenItSaysWhatToDoWithThePom() throws IOException {
    assertThat(get("fake", "--yes")).isEqualTo(ExitCode.USAGE);

    Path pom = folder.resolve("fake-1.2.part/pom.xml");
    assertThat(world.err())
        .contains("there is no mvn on the PATH", "  mvn -f " + pom + " package\n");
    assertThat(pom).hasContent("<project/>");

    Files.createDirectories(folder.resolve("fake-1.2.part/jars"));
    Files.writeString(folder.resolve("fake-1.2.part/jars/one.jar"), "one");
    assertThat(get("fake")).isZero();
    assertThat(jars.resolve("one.jar")).hasContent("one");
  }

  @Test
  void withoutANameItListsWhatThereIs() throws IOException {
    assertThat(get()).isZero();
    assertThat(world.out()).isEqualTo("fake  Fake Server 1.2 (1 jar, 1 MB): not here\n");

    Files.createDirectories(jars);
    Files.writeString(jars.resolve("one.jar"), "one");
    assertThat(get()).isZero();
    assertThat(world.out()).endsWith(": in " + jars + "\n");
  }

  @Test
  void targetThatNeedsADownloadExplainsIt() throws IOException {
    installMaven(COPIES);

    assertThat(Downloads.require("fake:embedded", List.of(FAKE), world.context()))
        .isEqualTo(ExitCode.USAGE);

    assertThat(world.err())
        .isEqualTo(
            """
            takt: fake:embedded needs Fake Server 1.2 (1 jar, 1 MB), which is not here yet.
            Nothing is downloaded without a yes: takt get fake --yes
            """);
  }

  @Test
  void targetsThatNeedNoneAreLeftAlone() throws IOException {
    assertThat(Downloads.require("other:embedded", List.of(FAKE), world.context())).isZero();
    Files.createDirectories(jars);
    Files.writeString(jars.resolve("one.jar"), "one");
    assertThat(Downloads.require("fake:embedded", List.of(FAKE), world.context())).isZero();
    assertThat(world.err()).isEmpty();
  }

  @Test
  void whatIsInstalledWithTaktIsNotFetched() {
    List<OptionalDownload> included = List.of(new Fake(true));
    CommandLine.ParseResult none = new CommandLine(GetCommand.spec()).parseArgs();
    CommandLine.ParseResult one = new CommandLine(GetCommand.spec()).parseArgs("fake");

    assertThat(new GetCommand(world.context(), none, included).run()).isZero();
    assertThat(new GetCommand(world.context(), one, included).run()).isZero();
    assertThat(Downloads.require("fake:embedded", included, world.context())).isZero();
    assertThat(world.out())
        .isEqualTo(
            """
            fake  Fake Server 1.2 (1 jar, 1 MB): installed with Takt
            Fake Server 1.2 is installed with Takt
            """);
    assertThat(world.err()).isEmpty();
  }

  @Test
  void unknownNameIsAnsweredWithThoseThereAre() {
    assertThat(world.run("get", "casandra")).isEqualTo(ExitCode.USAGE);
    assertThat(world.err()).contains("NAME: expected one of cassandra, postgres, found 'casandra'");
  }
}
