package dev.takt.fleet.coordinator;

import dev.takt.fleet.protocol.Message;
import dev.takt.load.share.Share;
import dev.takt.runs.clock.OffsetBounds;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What the coordinator knows of a machine. Only the coordinator's thread uses it, except the
/// bounds of its clock.
final class Machine {

  final String name;
  final Message.Hello facts;
  final OffsetBounds clock;
  final FileCollector files;

  /// Null until it is given one, and if it only watches.
  @Nullable Share share;

  /// Which agent of its name takes part.
  long instance;

  boolean isReady;

  /// Why it is not ready; null if nothing is wrong.
  @Nullable String problem;

  /// Whether the user knows that the wall clocks are not as the kernels state.
  boolean isClockRefuted;

  long startNanos;
  Message.@Nullable Ended ended;

  /// Whether it has sent what no agent sends.
  boolean isOdd;

  /// How often it has said that something is wrong.
  int complaints;

  /// When it last sent something of its files, or was asked for them.
  long heardNanos = System.nanoTime();

  /// Whether its log was last asked for after its generator had ended.
  boolean isLastPull;

  /// Whether all of its log is here.
  boolean isLogComplete;

  private @Nullable Long lostSinceNanos;

  Machine(String name, Message.Hello facts, OffsetBounds clock, FileCollector files) {
    this.name = name;
    this.facts = facts;
    this.instance = facts.instance();
    this.clock = clock;
    this.files = files;
  }

  /// Whether it has no share of the load.
  boolean onlyWatches() {
    return facts.weight() == 0;
  }

  /// What it does, for people.
  String part() {
    return onlyWatches() ? "watches" : "share " + share;
  }

  void lost() {
    lostSinceNanos = System.nanoTime();
  }

  void isBack() {
    lostSinceNanos = null;
    files.forget();
  }

  boolean isThere() {
    return lostSinceNanos == null;
  }

  /// Whether it cannot be reached for longer than a time.
  boolean isLostFor(Duration time) {
    return lostSinceNanos != null && System.nanoTime() - lostSinceNanos > time.toNanos();
  }

  /// Whether it has sent nothing of its files for longer than a time.
  boolean isSilentFor(Duration time) {
    return System.nanoTime() - heardNanos > time.toNanos();
  }

  /// Whether its load goes on, as far as is known.
  boolean isRunning() {
    return ended == null;
  }

  /// Whether all its files are here.
  boolean isCollected() {
    return files.isDone() && files.problem() == null;
  }
}
