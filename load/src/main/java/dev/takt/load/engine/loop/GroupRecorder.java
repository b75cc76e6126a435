package dev.takt.load.engine.loop;

import dev.takt.load.driver.Outcome;
import dev.takt.load.engine.recording.SendingRecorder;
import dev.takt.load.journey.GroupTimes;
import dev.takt.load.journey.JourneySpec;
import dev.takt.load.journey.User;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// Records the groups of journeys as operations of their own: from when the first step is due to
/// the end of the last one, where the start is that of the first step. Their indexes come after
/// those of all journeys.
final class GroupRecorder {

  private final SendingRecorder recorder;

  /// The index of the first group of each journey.
  private final int[] first;

  GroupRecorder(List<JourneySpec> journeys, SendingRecorder recorder) {
    this.recorder = recorder;
    this.first = new int[journeys.size()];
    int next = journeys.size();
    for (int i = 0; i < first.length; i++) {
      first[i] = next;
      next += journeys.get(i).groups().size();
    }
  }

  /// The step that is next is due: the groups begin that it is in, and that have not begun.
  void due(User user) {
    GroupTimes groups = user.groups();
    for (int i = 0; groups != null && i < groups.count(); i++) {
      if (!groups.isOpen(i) && groups.has(i, user.stepIndex())) {
        int index = first[user.journeyIndex()] + i;
        if (groups.isReached(i)) {
          recorder.repeated(index, user.arrival());
        }
        groups.open(i, user.due());
        recorder.intended(index, user.due());
      }
    }
  }

  /// A step is sent.
  static void sent(User user, long now) {
    GroupTimes groups = user.groups();
    if (groups != null) {
      groups.sent(now);
    }
  }

  /// A step was completed: the groups end that the user has left since.
  void completed(User user, long end) {
    GroupTimes groups = user.groups();
    if (groups != null) {
      end(user, groups, end, Outcome.OK, groups::isLeft);
      groups.clearLeft();
    }
  }

  /// The journey has ended early: all groups end.
  void failed(User user, long end, Outcome outcome) {
    GroupTimes groups = user.groups();
    if (groups != null) {
      end(user, groups, end, outcome, _ -> true);
    }
  }

  /// The run has ended.
  void unfinished(User user, long now) {
    GroupTimes groups = user.groups();
    if (groups != null) {
      end(user, groups, now, null, _ -> true);
    }
  }

  /// @param outcome null for the end of the run
  /// @param which the groups that end, if they are open
  private void end(
      User user, GroupTimes groups, long now, @Nullable Outcome outcome, IntPredicate which) {
    for (int i = 0; i < groups.count(); i++) {
      if (!groups.isOpen(i) || !which.test(i)) {
        continue;
      }
      int index = first[user.journeyIndex()] + i;
      long due = groups.due(i);
      long start = groups.start(i);
      if (outcome != null) {
        recorder.ended(index, due, start, now, outcome, user.number());
      } else if (start == GroupTimes.NOT_SENT) {
        recorder.neverSent(index, due, now, user.number());
      } else {
        recorder.unfinished(index, due, start, now, user.number());
      }
      groups.close(i);
    }
  }

  /// The journey has ended: groups that the user was never in were not reached.
  void notReached(User user) {
    GroupTimes groups = user.groups();
    for (int i = 0; groups != null && i < groups.count(); i++) {
      if (!groups.isReached(i)) {
        recorder.notReached(first[user.journeyIndex()] + i, user.arrival());
      }
    }
  }
}
