package dev.takt.watch.locks;

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
    this(id, List.of(waits), null);
  }

  /// Returns a lock with additional waits, which are counted here for a reason.
  IdentifiedLock with(List<List<Wait>> more, String why) {
    List<List<Wait>> all = new ArrayList<>(convoys);
    all.addAll(more);
    return new IdentifiedLock(id, all, doubt == null ? why : doubt + "; " + why);
  }
}
