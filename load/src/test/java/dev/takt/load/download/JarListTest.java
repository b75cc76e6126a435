package dev.takt.load.download;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JarListTest {

  @TempDir Path folder;

  private final JarList list = new FakeDownload(Path.of("")).jars();

  @Test
  void jarsWithTheirContentsHaveNoProblem() throws IOException {
    Files.writeString(folder.resolve("one.jar"), "one");
    Files.writeString(folder.resolve("two.jar"), "two");

    assertThat(list.problems(folder)).isEmpty();
    assertThat(list.isIn(folder)).isTrue();
    assertThat(list.paths(folder))
        .containsExactly(folder.resolve("one.jar"), folder.resolve("two.jar"));
  }

  @Test
  void missingJarIsNamed() throws IOException {
    Files.writeString(folder.resolve("two.jar"), "two");

    assertThat(list.problems(folder)).containsExactly("one.jar: it is missing");
    assertThat(list.isIn(folder)).isFalse();
  }

  @Test
  void otherContentOfTheSameSizeIsFoundByItsSum() throws IOException {
    Files.writeString(folder.resolve("one.jar"), "two");
    Files.writeString(folder.resolve("two.jar"), "two");

    assertThat(list.problems(folder))
        .containsExactly(
            "one.jar: expected SHA-256 " + FakeDownload.ONE + ", found " + FakeDownload.TWO);
  }

  @Test
  void truncatedJarIsFoundByItsSize() throws IOException {
    Files.writeString(folder.resolve("one.jar"), "on");
    Files.writeString(folder.resolve("two.jar"), "two");

    assertThat(list.isIn(folder)).isFalse();
  }

  @Test
  void sizeIsRoundedToMegabytes() {
    assertThat(list.megabytes()).isEqualTo(1);
    assertThat(JarList.parse("00 2500001 a.jar\n").megabytes()).isEqualTo(3);
  }
}
