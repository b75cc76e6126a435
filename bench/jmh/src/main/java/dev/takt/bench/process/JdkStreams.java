package dev.takt.bench.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;

/// A child of [ProcessBuilder].
record JdkStreams(Process process) implements Piped {

  static Piped start(List<String> words) throws IOException {
    return new JdkStreams(new ProcessBuilder(words).start());
  }

  @Override
  public OutputStream stdin() {
    return process.getOutputStream();
  }

  @Override
  public InputStream stdout() {
    return process.getInputStream();
  }

  @Override
  public int awaitExit() throws InterruptedException {
    return process.waitFor();
  }
}
