package dev.takt.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.DataFormatException;
import org.junit.jupiter.api.Test;

/// The page reads histograms and logs by itself. What it must find in them is written down here, by
/// HdrHistogram and by Takt's own reader, and `web/test` holds the page to it.
///
/// With `-Dtakt.vectors=write` the files are written anew.
class PageVectorsTest {

  private static final Path VECTORS = Path.of("web/test/vectors");
  private static final Path LOGS = Path.of("../record/src/test/resources/logs");

  @Test
  void histogramsAreReadAsHdrHistogramReadsThem() throws IOException, DataFormatException {
    verify("encodings.json", EncodingVectors.json());
  }

  @Test
  void logsAreReadAsTaktReadsThem() throws IOException {
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
