package dev.takt.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.DataFormatException;
import org.junit.jupiter.api.Test;

/// Test vectors of the page, which reads histograms and logs by itself. The expected results come
/// from HdrHistogram and Takt's own reader; `web/test` verifies the page against them.
///
/// `-Dtakt.vectors=write` rewrites the files.
class PageVectorsTest {

  private static final Path VECTORS = Path.of("web/test/vectors");
  private static final Path LOGS = Path.of("../record/src/test/resources/logs");

  @Test
  void histogramVectorsEqualHdrHistogram() throws IOException, DataFormatException {
    verify("encodings.json", EncodingVectors.json());
  }

  @Test
  void logVectorsEqualTaktsReader() throws IOException {
    verify("logs.json", LogVectors.json(LOGS));
  }

  private static void verify(String name, String expected) throws IOException {
    Path file = VECTORS.resolve(name);
    if ("write".equals(System.getProperty("takt.vectors"))) {
      Path _ = Files.writeString(file, expected);
    }
    assertThat(file).as("what the page is tested with").hasContent(expected);
  }
}
