package dev.takt.load.journey;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/// When the groups began that a user is in. A group begins with its first step, and can do so many
/// times in a journey. Confined to the thread of the user.
public final class GroupTimes {

  /// The start of a group whose first step has not been sent.
  public static final long NOT_SENT = Long.MIN_VALUE;

  private final List<GroupSpec> groups;
  private final long[] due;
  private final long[] start;
  private final BitSet open = new BitSet();
  private final BitSet reached = new BitSet();
  private final BitSet left = new BitSet();

  GroupTimes(List<GroupSpec> groups) {
    this.groups = groups;
    this.due = new long[groups.size()];
    this.start = new long[groups.size()];
    Arrays.fill(start, NOT_SENT);
  }

  /// How many groups the journey has.
  public int count() {
    return groups.size();
  }

  /// Whether a step is in the group.
  public boolean has(int group, int step) {
    return groups.get(group).has(step);
  }

  /// Whether the user is in the group.
  public boolean isOpen(int group) {
    return open.get(group);
  }

  /// Whether the user has ever been in the group in this journey.
  public boolean isReached(int group) {
    return reached.get(group);
  }

  /// Whether the user has left the group after the last step.
  public boolean isLeft(int group) {
    return left.get(group);
  }

  /// When the first step was due.
  public long due(int group) {
    return due[group];
  }

  /// When the first step was sent; [#NOT_SENT] if it was not.
  public long start(int group) {
    return start[group];
  }

  /// The first step is due.
  public void open(int group, long when) {
    due[group] = when;
    start[group] = NOT_SENT;
    open.set(group);
    reached.set(group);
  }

  /// A step is sent, which is the first one of the groups that have none.
  public void sent(long now) {
    for (int i = open.nextSetBit(0); i >= 0; i = open.nextSetBit(i + 1)) {
      if (start[i] == NOT_SENT) {
        start[i] = now;
      }
    }
  }

  /// What was sent at `sent` started a moment later.
  void startedLater(long sent, long later) {
    for (int i = open.nextSetBit(0); i >= 0; i = open.nextSetBit(i + 1)) {
      if (start[i] == sent) {
        start[i] = later;
      }
    }
  }

  /// The group has ended.
  public void close(int group) {
    open.clear(group);
  }

  /// The user goes on after the group.
  void leave(int group) {
    left.set(group);
  }

  /// What has been left is closed.
  public void clearLeft() {
    left.clear();
  }
}
