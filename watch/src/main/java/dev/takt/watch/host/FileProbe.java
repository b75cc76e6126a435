package dev.takt.watch.host;

import dev.takt.runs.model.Side;
import dev.takt.runs.model.StallKind;
import java.io.IOException;
import java.nio.file.Path;

/// Base class of probes that read one file repeatedly and report stalls of one kind.
abstract class FileProbe implements HostProbe {

  /// Open until [#close].
  final ProcFile file;

  /// Receives the stalls.
  final StallEmitter stalls;

  /// @param bytes how much of the file is read
  FileProbe(Path path, int bytes, StallEmitter stalls) throws IOException {
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
