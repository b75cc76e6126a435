package dev.takt.watch.locks;

import dev.takt.runs.model.StallKind;
import dev.takt.watch.locks.Wait.Source;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Finds out which waits were for the same lock.
///
/// - The agent records the identity hash code, which stays the same.
/// - JFR records the address of a lock of `java.util.concurrent`. It means one lock until the next
///   collection ([Epochs]). If the agent recorded a wait with the same address in the same epoch,
///   that gives the hash code to all of them.
/// - JFR records the address of the JVM's structure of a monitor, which collections do not move.
/// - A method trace has no identity.
/// - An `int[]` is the lock of a class if the JVM itself waited at it.
///
/// Waits that have no certain identity are compared by the class of the lock and the place of
/// waiting. What follows from that only is stated as a doubt.
final class LockIdentities {

  private static final String BY_PLACE = " counted here by class and place only";

  private static final String MOVED =
      "perhaps several locks: its address changed with a collection";

  private static final String SEVERAL =
      " locks, which collections moved: JFR does not distinguish them";

  private static final String PERHAPS_INITIALIZATION = "perhaps class initialization";

  /// Waits with the same identity, which are certainly of one lock if it has a mark.
  private record Atom(LockId lock, int epoch, List<Wait> waits) {}

  private record Address(LockId lock, int epoch) {}

  private record Unmarked(LockId lock, String place) {}

  private final Epochs epochs;
  private final Map<Address, LockId> hashes = new HashMap<>();
  private final Map<Object, Atom> atoms = new LinkedHashMap<>();
  private final Map<String, String> places = new HashMap<>();

  /// Unites places where threads waited for one lock: each leads to another, or is a root.
  private final Map<String, String> samePlace = new HashMap<>();

  private LockIdentities(Epochs epochs) {
    this.epochs = epochs;
  }

  /// Returns the locks of these waits.
  ///
  /// @param parks by the agent's events of waits: the last parks in them, which have the address
  static List<IdentifiedLock> of(
      List<Wait> waits, IdentityHashMap<Wait, Wait> parks, Epochs epochs) {
    LockIdentities identities = new LockIdentities(epochs);
    parks.forEach((wait, park) -> identities.hashes.put(identities.address(park), wait.lock()));
    waits.forEach(identities::add);
    List<IdentifiedLock> locks = new ArrayList<>();
    for (List<Atom> alike : identities.alike()) {
      locks.addAll(identities.locks(alike));
    }
    return locks;
  }

  private Address address(Wait wait) {
    return new Address(wait.lock(), epochs.at(wait.end()));
  }

  private void add(Wait wait) {
    LockId lock = wait.lock();
    Object key = lock;
    int epoch = 0;
    if (lock.mark() == null) {
      key = new Unmarked(lock, place(wait));
    } else if (lock.isMovable()) {
      Address address = address(wait);
      LockId known = hashes.get(address);
      epoch = address.epoch();
      key = known == null ? address : known;
      lock = known == null ? lock : known;
    }
    LockId of = lock;
    int at = epoch;
    atoms.computeIfAbsent(key, _ -> new Atom(of, at, new ArrayList<>())).waits().add(wait);
  }

  /// The atoms in groups of those that could be of the same lock: of the same class and waited for
  /// at the same places.
  private Iterable<List<Atom>> alike() {
    for (Atom atom : atoms.values()) {
      String first = root(firstPlace(atom));
      for (Wait each : atom.waits()) {
        String other = root(classAndPlace(atom, each));
        if (!other.equals(first)) {
          samePlace.put(other, first);
        }
      }
    }
    Map<String, List<Atom>> groups = new LinkedHashMap<>();
    for (Atom atom : atoms.values()) {
      groups.computeIfAbsent(root(firstPlace(atom)), _ -> new ArrayList<>()).add(atom);
    }
    return groups.values();
  }

  private String firstPlace(Atom atom) {
    return classAndPlace(atom, atom.waits().getFirst());
  }

  private String classAndPlace(Atom atom, Wait wait) {
    // No two monitors are alike: their addresses do not change.
    LockId lock = atom.lock();
    return lock.kind() == StallKind.MONITOR_WAIT ? lock.text() : lock.type() + '\n' + place(wait);
  }

  private String root(String place) {
    String root = place;
    for (String next = samePlace.get(root); next != null; next = samePlace.get(root)) {
      root = next;
    }
    return root;
  }

  private List<IdentifiedLock> locks(List<Atom> alike) {
    List<IdentifiedLock> locks = new ArrayList<>();
    List<Atom> addresses = new ArrayList<>();
    List<Wait> unmarked = new ArrayList<>();
    for (Atom each : alike) {
      if (each.lock().mark() == null) {
        unmarked.addAll(each.waits());
      } else if (each.lock().isMovable()) {
        addresses.add(each);
      } else {
        locks.add(certain(each));
      }
    }
    if (!addresses.isEmpty()) {
      addAddresses(addresses, locks);
    }
    if (!unmarked.isEmpty()) {
      addUnmarked(unmarked, locks);
    }
    return locks;
  }

  /// Only the JVM itself waits at the monitor of a class in the way that is recorded as that.
  private static IdentifiedLock certain(Atom atom) {
    LockId lock = atom.lock();
    List<Wait> waits = atom.waits();
    if (!lock.mayBeOfInitialization()) {
      return new IdentifiedLock(lock, waits);
    }
    return waits.stream().anyMatch(each -> each.source() == Source.INITIALIZATION)
        ? new IdentifiedLock(lock.ofInitialization(), waits)
        : new IdentifiedLock(lock, List.of(waits), PERHAPS_INITIALIZATION);
  }

  private void addAddresses(List<Atom> addresses, List<IdentifiedLock> locks) {
    Map<Integer, Integer> inEpoch = new HashMap<>();
    Map<LockId, List<Wait>> byAddress = new LinkedHashMap<>();
    for (Atom each : addresses) {
      inEpoch.merge(each.epoch(), 1, Integer::sum);
      byAddress.computeIfAbsent(each.lock(), _ -> new ArrayList<>()).addAll(each.waits());
    }
    int most = Collections.max(inEpoch.values());
    List<List<Wait>> all = addresses.stream().map(Atom::waits).toList();
    LockId first = addresses.getFirst().lock();
    if (locks.size() == 1 && most == 1 && !isElsewhere(locks.getFirst().id(), addresses)) {
      locks.set(0, locks.getFirst().with(all, count(all) + BY_PLACE));
    } else if (byAddress.size() == most) {
      byAddress.forEach((lock, waits) -> locks.add(new IdentifiedLock(lock, waits)));
    } else if (most == 1) {
      locks.add(new IdentifiedLock(first, all, MOVED));
    } else {
      locks.add(new IdentifiedLock(first.withoutMark(), all, "at least " + most + SEVERAL));
    }
  }

  /// Whether the agent recorded the lock at another address in one of the epochs.
  private boolean isElsewhere(LockId lock, List<Atom> addresses) {
    Set<Integer> taken = new HashSet<>();
    hashes.forEach((address, hash) -> {
      if (hash.equals(lock)) {
        taken.add(address.epoch());
      }
    });
    return addresses.stream().anyMatch(each -> taken.contains(each.epoch()));
  }

  private static void addUnmarked(List<Wait> waits, List<IdentifiedLock> locks) {
    if (locks.size() == 1) {
      locks.set(0, locks.getFirst().with(List.of(waits), count(List.of(waits)) + BY_PLACE));
    } else {
      LockId lock = waits.getFirst().lock();
      locks.add(new IdentifiedLock(lock, List.of(waits), "a method trace does not name the lock"));
    }
  }

  private static String count(List<List<Wait>> waits) {
    long count = waits.stream().mapToLong(List::size).sum();
    return count == 1 ? "1 wait" : count + " waits";
  }

  /// The place of waiting: the frames up to the first one outside of the JDK.
  private String place(Wait wait) {
    String where = wait.where();
    return where == null ? "" : places.computeIfAbsent(where, LockIdentities::place);
  }

  private static String place(String where) {
    StringBuilder place = new StringBuilder();
    for (String frame : where.split("\n", -1)) {
      place.append(frame).append('\n');
      if (!frame.startsWith("java.")) {
        break;
      }
    }
    return place.toString();
  }
}
