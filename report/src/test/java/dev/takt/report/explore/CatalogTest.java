package dev.takt.report.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.report.pack.SampleLog;
import dev.takt.report.page.SourceEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CatalogTest {

  @TempDir Path folder;

  private Path log(String name) throws IOException {
    Files.createDirectories(folder.resolve("logs"));
    return SampleLog.write(folder.resolve(name), List.of("rt"), 2, 5);
  }

  private static List<String> names(Path... roots) {
    return new Catalog(List.of(roots)).scan().stream().map(SourceEntry::name).toList();
  }

  @Test
  void whatWasNamedIsListedInThatOrderAndOnce() throws IOException {
    Path c = log("c.hdr");
    Path a = log("a.hdr");
    Path inFolder = folder.resolve("logs");
    var _ = log("logs/z.hdr");
    var _ = log("logs/b.hdr");

    assertThat(names(c, inFolder, a)).containsExactly("c.hdr", "b.hdr", "z.hdr", "a.hdr");
    assertThat(names(folder.resolve("logs/z.hdr"), inFolder)).containsExactly("z.hdr", "b.hdr");
    assertThat(names(folder))
        .as("of one folder, by name")
        .containsExactly("a.hdr", "b.hdr", "c.hdr", "z.hdr");
  }
}
