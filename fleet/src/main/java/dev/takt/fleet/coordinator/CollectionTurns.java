package dev.takt.fleet.coordinator;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.function.ObjIntConsumer;
import java.util.function.Predicate;

/// Limits the memory that is needed while files are collected: all machines together have so many
/// pieces in flight, and further machines wait for their turn. Not thread-safe.
final class CollectionTurns {

  /// The pieces in flight of all machines together: 64 MiB.
  static final int MAX_PIECES = 256;

  /// As many machines send at the same time.
  static final int MAX_MACHINES = 64;

  private final Collection<Machine> machines;
  private final ObjIntConsumer<Machine> setWindow;
  private final Set<Machine> sending = new HashSet<>();

  /// Until [#give] no machine may send.
  ///
  /// @param setWindow sets how many pieces a machine may have in flight
  CollectionTurns(Collection<Machine> machines, ObjIntConsumer<Machine> setWindow) {
    this.machines = machines;
    this.setWindow = setWindow;
    machines.forEach(each -> setWindow.accept(each, 0));
  }

  /// Gives turns to the next machines that have listed their files, as soon as others are through.
  /// A machine that waits for its turn is not silent.
  ///
  /// @param isCollecting whether more is to come from a machine
  /// @return whether more is to come from any
  boolean give(Predicate<Machine> isCollecting) {
    boolean isAny = false;
    for (Machine each : machines) {
      if (!isCollecting.test(each)) {
        end(each);
      } else {
        isAny = true;
        giveOrWait(each);
      }
    }
    return isAny;
  }

  private void end(Machine machine) {
    if (sending.remove(machine)) {
      setWindow.accept(machine, 0); // one that is lost may come back
    }
  }

  private void giveOrWait(Machine machine) {
    if (!machine.files.isListed() || sending.contains(machine)) {
      return;
    }
    machine.heardNanos = System.nanoTime();
    if (sending.size() < MAX_MACHINES) {
      sending.add(machine);
      setWindow.accept(machine, MAX_PIECES / Math.min(machines.size(), MAX_MACHINES));
    }
  }
}
