package dev.takt.driver.exec;

import dev.takt.load.workload.Template;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;

/// Growable buffer for rendered templates. Used by one thread.
final class RenderBuffer {

  private static final int INITIAL_CAPACITY = 256;

  private ByteBuffer bytes = ByteBuffer.allocateDirect(INITIAL_CAPACITY);

  /// Renders a template for operation `n`; the result is valid until the next call.
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
