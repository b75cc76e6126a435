package dev.takt.driver.exec;

import dev.takt.load.workload.Template;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;

/// Memory for texts that are filled in, which grows to what it has to hold. Used by one thread.
final class Scratch {

  private static final int SMALLEST = 256;

  private ByteBuffer bytes = ByteBuffer.allocateDirect(SMALLEST);

  /// A template's text for operation `n`, until the next call.
  ByteBuffer render(Template template, long seed, long n) {
    while (true) {
      try {
        template.render(seed, n, bytes.clear());
        return bytes.flip();
      } catch (BufferOverflowException _) {
        bytes = ByteBuffer.allocateDirect(2 * bytes.capacity());
      }
    }
  }
}
