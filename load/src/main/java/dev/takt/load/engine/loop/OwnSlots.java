package dev.takt.load.engine.loop;

import dev.takt.load.journey.User;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/// The slots of users who keep theirs to their end, while none of their steps uses them. A user who
/// sends several steps at once has several. Used by one thread.
final class OwnSlots {

  private final Map<User, Deque<Integer>> idle = new HashMap<>();

  /// What users had who are at their end.
  private final Deque<Integer> freed = new ArrayDeque<>();

  /// No step uses a slot of a user any more.
  void add(User user, int slot) {
    idle.computeIfAbsent(user, _ -> new ArrayDeque<>()).addFirst(slot);
  }

  boolean has(User user) {
    Deque<Integer> slots = idle.get(user);
    return slots != null && !slots.isEmpty();
  }

  /// Takes the one that was used last. There must be one.
  int take(User user) {
    Deque<Integer> slots = idle.get(user);
    if (slots == null) {
      throw new IllegalStateException("a user without a slot");
    }
    return slots.removeFirst();
  }

  /// A slot has no user any more.
  void free(int slot) {
    freed.add(slot);
  }

  /// The user is at its end.
  ///
  /// @param except the slot of its last step, which is freed by the one who has sent it
  void end(User user, int except) {
    Deque<Integer> slots = idle.remove(user);
    if (slots != null) {
      slots.stream().filter(each -> each != except).forEach(freed::add);
    }
  }

  /// A slot that is free now; [User#NO_SLOT] for none.
  int nextFreed() {
    Integer slot = freed.poll();
    return slot == null ? User.NO_SLOT : slot;
  }
}
