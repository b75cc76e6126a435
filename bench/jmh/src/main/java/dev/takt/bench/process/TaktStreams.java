package dev.takt.bench.process;

import dev.takt.process.Command;
import dev.takt.process.Launcher;
import dev.takt.process.StreamChild;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;

/// A child with Takt's streams.
record TaktStreams(StreamChild child) implements Piped {

  static Piped start(List<String> words) throws IOException {
    return new TaktStreams(Launcher.shared().start(Command.builder(words).build()));
  }

  @Override
  public OutputStream stdin() {
    return child.stdin();
  }

  @Override
  public InputStream stdout() {
    return child.stdout();
  }

  @Override
  public int awaitExit() throws InterruptedException {
    return child.awaitExit().isSuccess() ? 0 : 1;
  }
}
