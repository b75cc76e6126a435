package dev.takt.fleet.coordinator;

import dev.takt.fleet.clock.OffsetBounds;
import dev.takt.fleet.protocol.Message;
import dev.takt.load.share.Share;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// What the coordinator knows of a machine. Only the coordinator's thread uses it, except the
/// bounds of its clock.
final class Machine {

  final String name;
  final Message.Hello facts;
  final OffsetBounds clock;
  final FileCollector files;

  Share share = Share.WHOLE;
  boolean isReady;
  boolean isFollowed;
  long startNanos;
  Message.@Nullable Ended ended;
  @Nullable Long lostSinceNanos;
  boolean isCollected;

  /// @param directory for its files
  Machine(String name, Message.Hello facts, OffsetBounds clock, Path directory) {
    this.name = name;
    this.facts = facts;
    this.clock = clock;
    this.files = new FileCollector(directory);
  }

  boolean isThere() {
    return lostSinceNanos == null;
  }

  /// Whether its load goes on, as far as is known.
  boolean isRunning() {
    return ended == null;
  }
}
