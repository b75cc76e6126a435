package dev.takt.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowWriterTest {

  /// A pipe whose reader has gone.
  private static final class ClosedPipe extends OutputStream {
    @Override
    public void write(int b) throws IOException {
      throw new IOException("Broken pipe");
    }
  }

  @Test
  void endsSoonAfterItsReader() {
    RowWriter rows =
        new RowWriter(
            List.of("a"), false, new PrintStream(new ClosedPipe(), false, StandardCharsets.UTF_8));
    int written = 0;
    boolean isOpen = true;
    while (isOpen && written < 100_000) {
      rows.begin();
      rows.number(written++);
      isOpen = rows.end();
    }

    assertThat(isOpen).isFalse();
    assertThat(written).isLessThan(20_000);
  }
}
