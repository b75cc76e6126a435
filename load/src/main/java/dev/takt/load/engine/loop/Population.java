package dev.takt.load.engine.loop;

import dev.takt.load.share.Share;
import java.util.concurrent.atomic.AtomicLong;

/// A closed population: a fixed number of users, each of whom starts a new journey when its last
/// one has ended. The event loops share its users, and number the journeys together. Several
/// generators have a share of the users each, and of the numbers. Thread-safe.
public final class Population {

  /// No number: there is no other journey.
  static final long NONE = -1;

  private final long users;
  private final long journeys;
  private final Share share;
  private final AtomicLong next = new AtomicLong();

  /// @param users of all generators, at least 1
  /// @param journeys how many there are to be in all; [Long#MAX_VALUE] for no limit
  /// @param share the part of both that this generator has
  public Population(int users, long journeys, Share share) {
    this.users = share.countOf(users);
    this.journeys = share.countOf(journeys);
    this.share = share;
  }

  /// How many users a loop has.
  long usersOf(int shard, int of) {
    return users / of + (shard < users % of ? 1 : 0);
  }

  /// The number of another journey in the whole load, from 0; [#NONE] for none.
  long nextJourney() {
    long index = next.getAndIncrement();
    return index < journeys ? share.number(index) : NONE;
  }
}
