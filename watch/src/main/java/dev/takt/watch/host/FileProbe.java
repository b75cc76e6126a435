package dev.takt.watch.host;

import dev.takt.runs.Side;
import dev.takt.runs.StallKind;
import java.io.IOException;
import java.nio.file.Path;

/// A probe that reads one file again and again, and makes stalls of one kind of what it finds.
abstract class FileProbe implements HostProbe {

  /// Open until [#close].
  final ProcFile file;

  /// Takes what is found.
  final SampledStalls stalls;

  /// @param bytes as much of the file as is read
  FileProbe(Path path, int bytes, SampledStalls stalls) throws IOException {
    this.file = ProcFile.open(path, bytes);
    this.stalls = stalls;
  }

  @Override
  public final Side side() {
    return stalls.side();
  }

  @Override
  public final StallKind kind() {
    return stalls.kind();
  }

  @Override
  public final void close() {
    file.close();
  }
}
