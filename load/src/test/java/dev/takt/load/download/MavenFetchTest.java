package dev.takt.load.download;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class MavenFetchTest {

  private static final String COPIES =
      "mkdir $jars && printf one > $jars/one.jar && printf two > $jars/two.jar";

  @TempDir Path folder;
  private Path jars;
  private Path work;
  private FakeDownload download;
  private MavenFetch fetch;

  @BeforeEach
  void create() {
    jars = folder.resolve("downloads/fake-1.2");
    work = folder.resolve("downloads/fake-1.2.part");
    download = new FakeDownload(folder);
    fetch = new MavenFetch(download, jars);
  }

  @Test
  void mavenCopiesTheJarsAndNothingElseIsLeft() throws Exception {
    fetch.run(download.mvn(COPIES));

    assertThat(download.jars().problems(jars)).isEmpty();
    assertThat(work).doesNotExist();
    assertThat(folder.resolve("calls")).hasContent("-B -f " + work.resolve("pom.xml") + " package");
  }

  @Test
  void failureOfMavenIsShownWithItsOutput() throws Exception {
    Path mvn = download.mvn("echo '[ERROR] no such host'; exit 3");

    assertThatThrownBy(() -> fetch.run(mvn))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("package' ended with 3")
        .hasMessageContaining("[ERROR] no such host");
    assertThat(jars).doesNotExist();
  }

  @Test
  void jarWithAnotherContentIsNotInstalled() throws Exception {
    Path mvn =
        download.mvn("mkdir $jars && printf one > $jars/one.jar && printf 2wo > $jars/two.jar");

    assertThatThrownBy(() -> fetch.run(mvn))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("1 of 2 jars are not those that Takt was tested with")
        .hasMessageContaining("two.jar: expected SHA-256 " + FakeDownload.TWO);
    assertThat(jars).doesNotExist();
    assertThat(fetch.installCopied()).isFalse();
  }

  @Test
  void interruptedDownloadIsStartedAgain() throws Exception {
    Path halfDone = download.mvn("mkdir $jars && printf o > $jars/one.jar; kill -9 $$");
    assertThatThrownBy(() -> fetch.run(halfDone)).isInstanceOf(IOException.class);
    assertThat(fetch.jars().resolve("one.jar")).exists();
    assertThat(jars).doesNotExist();

    fetch.run(download.mvn(COPIES));

    assertThat(download.jars().problems(jars)).isEmpty();
  }

  @Test
  void incompleteInstallationIsReplaced() throws Exception {
    Files.createDirectories(jars);
    Files.writeString(jars.resolve("one.jar"), "on");

    fetch.run(download.mvn(COPIES));

    assertThat(download.jars().problems(jars)).isEmpty();
  }

  @Test
  void jarsOfTheUsersOwnCallAreInstalled() throws Exception {
    Path pom = fetch.writePom();
    assertThat(pom).hasContent("<project/>");
    assertThat(fetch.installCopied()).isFalse();
    Files.createDirectories(fetch.jars());
    Files.writeString(fetch.jars().resolve("one.jar"), "one");
    Files.writeString(fetch.jars().resolve("two.jar"), "two");

    assertThat(fetch.installCopied()).isTrue();

    assertThat(download.jars().problems(jars)).isEmpty();
    assertThat(work).doesNotExist();
  }

  @Test
  void folderThatCannotBeMadeIsNamedWithTheVariable() throws Exception {
    Path file = Files.createFile(folder.resolve("file"));
    MavenFetch impossible = new MavenFetch(download, file.resolve("fake-1.2"));

    assertThatThrownBy(() -> impossible.run(download.mvn(COPIES)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("TAKT_DOWNLOADS")
        .hasMessageNotContaining("Exception");
    assertThat(download.calls()).isZero();
  }
}
