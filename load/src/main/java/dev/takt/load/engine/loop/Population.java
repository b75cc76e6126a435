package dev.takt.load.engine.loop;

import java.util.concurrent.atomic.AtomicLong;

/// A closed population: a fixed number of users, each of whom starts a new journey when its last
/// one has ended. The event loops share its users, and number the journeys together. Thread-safe.
public final class Population {

  /// No number: there is no other journey.
  static final long NONE = -1;

  private final int users;
  private final long journeys;
  private final AtomicLong next = new AtomicLong();

  /// @param users at least 1
  /// @param journeys how many there are to be in all; [Long#MAX_VALUE] for no limit
  public Population(int users, long journeys) {
    this.users = users;
    this.journeys = journeys;
  }

  /// How many users a loop has.
  int usersOf(int shard, int of) {
    return users / of + (shard < users % of ? 1 : 0);
  }

  /// The number of another journey, from 0; [#NONE] for none.
  long nextJourney() {
    long number = next.getAndIncrement();
    return number < journeys ? number : NONE;
  }
}
