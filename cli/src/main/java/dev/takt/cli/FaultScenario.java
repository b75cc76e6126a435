package dev.takt.cli;

import dev.takt.runs.text.MachineText;
import dev.takt.watch.truth.Fault;
import dev.takt.watch.truth.FaultKind;
import dev.takt.watch.truth.FaultyServer;
import dev.takt.watch.truth.NotPossibleException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// What a shop under load suffers from: one kind of fault, two at once, or none.
enum FaultScenario {
  GC(FaultKind.GC),
  ALLOCATION(FaultKind.ALLOCATION),
  OPERATION(FaultKind.OPERATION),
  LAGGARD(FaultKind.LAGGARD),
  MONITOR(FaultKind.MONITOR),
  LOCK(FaultKind.LOCK),
  STOP(FaultKind.STOP),
  HOG(FaultKind.HOG),
  QUOTA(FaultKind.QUOTA),
  FSYNC(FaultKind.FSYNC),
  /// One right after the other.
  STOP_GC("SIGSTOP, then System.gc()", FaultKind.STOP, FaultKind.GC),
  /// A collection while every other request waits for the lock.
  GC_LOCK("System.gc() in lock convoy", FaultKind.LOCK, FaultKind.GC),
  /// So that it is known what the machine does by itself.
  NONE("nothing");

  /// The name of operations that are hurt by all faults.
  static final String HURT = "hurt";

  /// The name of operations that pass no lock.
  static final String FREE = "free";

  private static final Set<FaultKind> LONG = EnumSet.of(FaultKind.ALLOCATION, FaultKind.QUOTA);
  private static final int LONG_MILLIS = 250;

  private final String text;

  @SuppressWarnings("ImmutableEnumChecker") // it is never changed
  private final List<FaultKind> ailments;

  FaultScenario(FaultKind ailment) {
    this(ailment.text(), ailment);
  }

  FaultScenario(String text, FaultKind... ailments) {
    this.text = text;
    this.ailments = List.of(ailments);
  }

  /// A few words on what is done.
  String text() {
    return text;
  }

  /// As it is named on the command line.
  String lowerCase() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  boolean isOf(FaultKind ailment) {
    return ailments.contains(ailment);
  }

  /// The operations of a plan, in YAML.
  String operations(Transport avenue) {
    if (this == GC_LOCK) {
      return MachineText.format(
          "[%s, %s]",
          avenue.operation(HURT, FaultyServer.pathOf(FaultKind.LOCK)), avenue.operation(FREE, "/"));
    }
    String path = ailments.isEmpty() ? "/" : FaultyServer.pathOf(ailments.getFirst());
    return "[" + avenue.operation(HURT, path) + "]";
  }

  /// Makes it once, and waits until it is over.
  List<Fault> make(FaultyServer shop, int millis)
      throws IOException, InterruptedException, NotPossibleException {
    if (this == GC_LOCK) {
      return shop.injectCollectionWhileLockHeld(millis);
    }
    List<Fault> faults = new ArrayList<>();
    for (FaultKind each : ailments) {
      faults.addAll(shop.inject(each, LONG.contains(each) ? LONG_MILLIS : millis));
    }
    return faults;
  }
}
