package dev.takt.faults.command;

import dev.takt.faults.Fault;
import dev.takt.faults.FaultKind;
import dev.takt.faults.FaultyServer;
import dev.takt.faults.NotPossibleException;
import dev.takt.runs.text.MachineText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// The faults of a server under load: one kind, two at once, or none.
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
  /// One immediately after the other.
  STOP_GC("SIGSTOP, then System.gc()", FaultKind.STOP, FaultKind.GC),
  /// A collection while every other request waits for the lock.
  GC_LOCK("System.gc() in lock convoy", FaultKind.LOCK, FaultKind.GC),
  /// Shows the machine's own stalls, without faults.
  NONE("nothing");

  /// The name of operations that all faults affect.
  static final String HURT = "hurt";

  /// The name of operations that take no lock.
  static final String FREE = "free";

  private static final Set<FaultKind> LONG = EnumSet.of(FaultKind.ALLOCATION, FaultKind.QUOTA);
  private static final int LONG_MILLIS = 250;

  private final String text;

  @SuppressWarnings("ImmutableEnumChecker") // never modified
  private final List<FaultKind> ailments;

  FaultScenario(FaultKind fault) {
    this(fault.text(), fault);
  }

  FaultScenario(String text, FaultKind... ailments) {
    this.text = text;
    this.ailments = List.of(ailments);
  }

  /// A short description.
  String text() {
    return text;
  }

  /// The name on the command line.
  String lowerCase() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  boolean isOf(FaultKind fault) {
    return ailments.contains(fault);
  }

  /// The operations of a plan, in YAML.
  String operations(Transport transport) {
    if (this == GC_LOCK) {
      return MachineText.format(
          "[%s, %s]",
          transport.operation(HURT, FaultyServer.pathOf(FaultKind.LOCK)),
          transport.operation(FREE, "/"));
    }
    String path = ailments.isEmpty() ? "/" : FaultyServer.pathOf(ailments.getFirst());
    return "[" + transport.operation(HURT, path) + "]";
  }

  /// Injects the faults once, and waits until they are over.
  List<Fault> make(FaultyServer server, int millis)
      throws IOException, InterruptedException, NotPossibleException {
    if (this == GC_LOCK) {
      return server.injectCollectionWhileLockHeld(millis);
    }
    List<Fault> faults = new ArrayList<>();
    for (FaultKind each : ailments) {
      faults.addAll(server.inject(each, LONG.contains(each) ? LONG_MILLIS : millis));
    }
    return faults;
  }
}
