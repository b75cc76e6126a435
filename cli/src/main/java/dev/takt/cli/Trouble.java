package dev.takt.cli;

import dev.takt.runs.text.MachineText;
import dev.takt.watch.truth.Ailment;
import dev.takt.watch.truth.Fault;
import dev.takt.watch.truth.NotPossibleException;
import dev.takt.watch.truth.SickShop;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// What a shop under load suffers from: one kind of fault, two at once, or none.
enum Trouble {
  GC(Ailment.GC),
  ALLOCATION(Ailment.ALLOCATION),
  OPERATION(Ailment.OPERATION),
  LAGGARD(Ailment.LAGGARD),
  MONITOR(Ailment.MONITOR),
  LOCK(Ailment.LOCK),
  STOP(Ailment.STOP),
  HOG(Ailment.HOG),
  QUOTA(Ailment.QUOTA),
  FSYNC(Ailment.FSYNC),
  /// One right after the other.
  STOP_GC("SIGSTOP, then System.gc()", Ailment.STOP, Ailment.GC),
  /// A collection while every other request waits for the lock.
  GC_LOCK("System.gc() in lock convoy", Ailment.LOCK, Ailment.GC),
  /// So that it is known what the machine does by itself.
  NONE("nothing");

  /// The name of operations that are hurt by all faults.
  static final String HURT = "hurt";

  /// The name of operations that pass no lock.
  static final String FREE = "free";

  private static final Set<Ailment> LONG = EnumSet.of(Ailment.ALLOCATION, Ailment.QUOTA);
  private static final int LONG_MILLIS = 250;

  private final String text;

  @SuppressWarnings("ImmutableEnumChecker") // it is never changed
  private final List<Ailment> ailments;

  Trouble(Ailment ailment) {
    this(ailment.text(), ailment);
  }

  Trouble(String text, Ailment... ailments) {
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

  boolean isOf(Ailment ailment) {
    return ailments.contains(ailment);
  }

  /// The operations of a plan, in YAML.
  String operations(Avenue avenue) {
    if (this == GC_LOCK) {
      return MachineText.format(
          "[%s, %s]",
          avenue.operation(HURT, SickShop.pathOf(Ailment.LOCK)), avenue.operation(FREE, "/"));
    }
    String path = ailments.isEmpty() ? "/" : SickShop.pathOf(ailments.getFirst());
    return "[" + avenue.operation(HURT, path) + "]";
  }

  /// Makes it once, and waits until it is over.
  List<Fault> make(SickShop shop, int millis)
      throws IOException, InterruptedException, NotPossibleException {
    if (this == GC_LOCK) {
      return shop.makeCollectionInConvoy(millis);
    }
    List<Fault> faults = new ArrayList<>();
    for (Ailment each : ailments) {
      faults.addAll(shop.make(each, LONG.contains(each) ? LONG_MILLIS : millis));
    }
    return faults;
  }
}
