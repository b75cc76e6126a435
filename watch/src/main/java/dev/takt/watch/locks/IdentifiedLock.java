package dev.takt.watch.locks;

import dev.takt.watch.locks.Wait.Source;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The waits for one lock, as far as it can be known that it is one.
///
/// @param id the identity that stands for it
/// @param convoys the waits, in groups of which each is certainly of one lock; a group of waits
///   whose lock has no mark may be of several
/// @param doubt what is not known about which lock it is; null if it is certain
record IdentifiedLock(LockId id, List<List<Wait>> convoys, @Nullable String doubt) {

  IdentifiedLock(LockId id, List<Wait> waits) {
    this(id, List.of(waits), doubt(id, waits));
  }

  /// Only the JVM itself waits at the monitor of a class in the way that is recorded as that.
  private static @Nullable String doubt(LockId id, List<Wait> waits) {
    return id.isOfInitialization()
            && waits.stream().noneMatch(each -> each.source() == Source.INITIALIZATION)
        ? "perhaps an int[] on which the program synchronizes"
        : null;
  }

  /// Returns a lock with additional waits, which are counted here for a reason.
  IdentifiedLock with(List<List<Wait>> more, String why) {
    List<List<Wait>> all = new ArrayList<>(convoys);
    all.addAll(more);
    return new IdentifiedLock(id, all, doubt == null ? why : doubt + "; " + why);
  }
}
