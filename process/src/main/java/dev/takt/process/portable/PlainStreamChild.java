package dev.takt.process.portable;

import dev.takt.process.Command;
import dev.takt.process.Exit;
import dev.takt.process.StreamChild;
import java.io.InputStream;
import java.io.OutputStream;

/// A child of a plain launcher with blocking streams.
final class PlainStreamChild extends PlainChild implements StreamChild {

  private final PlainWritingEnd stdin;
  private final PlainReadingEnd stdout;
  private final PlainReadingEnd stderr;

  PlainStreamChild(PlainLauncher launcher, Command command, Process process) {
    super(launcher, command, process);
    stdin = new PlainWritingEnd(this);
    stdout = new PlainReadingEnd(this, 1);
    stderr = new PlainReadingEnd(this, 2);
  }

  @Override
  void begin() {
    stdout.start();
    stderr.start();
    watch();
  }

  @Override
  void ended(Exit exit) {
    stdin.childEnded();
    notifyExit(exit);
  }

  @Override
  public OutputStream stdin() {
    return stdin;
  }

  @Override
  public InputStream stdout() {
    return stdout;
  }

  @Override
  public InputStream stderr() {
    return stderr;
  }

  @Override
  public void close() {
    stdin.close();
    stdout.close();
    stderr.close();
    kill();
  }
}
