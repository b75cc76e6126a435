package dev.takt.process.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How a program is searched for in the PATH.
class StartDiagnosisTest {

  @TempDir private Path folder;

  @Test
  void folderOfThePathThatCannotBeDecodedIsSkipped() throws IOException {
    Path program = Files.createFile(folder.resolve("program"));
    String path = "before\0after:" + folder;

    assertThat(StartDiagnosis.inPath("program", path)).isEqualTo(program);
    assertThat(StartDiagnosis.inPath("missing", path)).isNull();
    assertThatThrownBy(() -> StartDiagnosis.inPath("before\0after", path))
        .isInstanceOf(InvalidPathException.class);
  }
}
