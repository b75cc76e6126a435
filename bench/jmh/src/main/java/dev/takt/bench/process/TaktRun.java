package dev.takt.bench.process;

import dev.takt.process.Command;
import dev.takt.process.Launcher;
import dev.takt.process.RunOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/// Takt's one call that starts, waits and keeps the output.
final class TaktRun implements Contender {

  @Override
  public void startAndWait(List<String> words) throws IOException, InterruptedException {
    var result = Launcher.shared().run(Command.builder(words).build(), RunOptions.DEFAULT);
    if (!result.isSuccess()) {
      throw new IllegalStateException("a child ended with " + result);
    }
  }

  @Override
  public void startMany(List<String> words, int total, int atOnce) {
    throw new UnsupportedOperationException();
  }

  @Override
  public long[] read(List<String> words, int children) {
    throw new UnsupportedOperationException();
  }

  @Override
  public long[] feed(List<String> words, int children, ByteBuffer input) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Trips trips(List<String> words) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Held hold(List<String> words, int children) {
    throw new UnsupportedOperationException();
  }
}
