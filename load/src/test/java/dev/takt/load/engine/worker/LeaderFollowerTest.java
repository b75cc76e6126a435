package dev.takt.load.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.config.Pacing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Which worker leads, by arithmetic alone: no thread is ever parked here.
class LeaderFollowerTest {

  private static final long MS = 1_000_000;

  /// For hybrid pacing.
  private static final long TIMEOUT = MS;

  private static final long GRID = 200_000;
  private static final long TERM = 20 * MS;
  private static final long NOW = -7_000 * MS; // the clock may be negative

  private boolean inCall = true;
  private final LeaderFollower lead = new LeaderFollower(3, Pacing.HYBRID, true, worker -> inCall);

  @Test
  void theFirstToClaimLeads() {
    assertThat(lead.isLedBy(0)).isFalse();

    lead.claim(1, NOW, NOW);
    lead.claim(2, NOW, NOW);

    assertThat(lead.isLedBy(1)).isTrue();
    assertThat(lead.isLedBy(2)).isFalse();
  }

  @Test
  void lateWorkerCannotClaimLead() {
    lead.claim(1, NOW - TIMEOUT - 1, NOW);
    assertThat(lead.isLedBy(1)).isFalse();

    lead.claim(1, NOW - TIMEOUT, NOW);
    assertThat(lead.isLedBy(1)).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void singleWorkerCannotClaimLead(Pacing pacing) {
    assertThat(isLedAfterClaim(new LeaderFollower(1, pacing, true, worker -> true))).isFalse();
  }

  @Test
  void noLeaderWithoutScheduleOrWhenSpinning() {
    assertThat(isLedAfterClaim(new LeaderFollower(3, Pacing.HYBRID, false, worker -> true)))
        .isFalse();
    assertThat(isLedAfterClaim(new LeaderFollower(3, Pacing.SPIN, true, worker -> true))).isFalse();
    assertThat(isLedAfterClaim(new LeaderFollower(3, Pacing.SLEEP, true, worker -> true))).isTrue();
  }

  private static boolean isLedAfterClaim(LeaderFollower lead) {
    lead.claim(0, NOW, NOW);
    return lead.isLedBy(0);
  }

  @Test
  void oneAtATimeStandsBy() {
    ledByOne();

    assertThat(lead.isOnStandby(0)).isTrue();
    assertThat(lead.isOnStandby(2)).isFalse();
    assertThat(lead.isOnStandby(0)).isTrue();
  }

  @Test
  void whoStandsBySleepsUntilTheLeaderWouldBeTooLate() {
    ledByOne();
    lead.turn(1, NOW + 3 * MS);

    assertThat(lead.watch(0, NOW + MS)).isEqualTo(2 * MS + TIMEOUT + 1);
    assertThat(lead.isLedBy(1)).isTrue();
  }

  @Test
  void aLeaderThatIsStuckIsRelieved() {
    ledByOne();
    lead.turn(1, NOW + MS);

    assertThat(relieved(NOW + MS + TIMEOUT + 1)).isTrue();
    assertThat(lead.isLedBy(0)).isTrue();
  }

  @Test
  void lateLeaderThatProgressesIsKept() {
    ledByOne();
    long now = NOW + 5 * MS;
    for (int i = 0; i < 10; i++) {
      lead.turn(1, NOW + i);
      assertThat(lead.watch(0, now)).isEqualTo(TIMEOUT / 4);
      now += TIMEOUT / 4;
    }

    assertThat(lead.isLedBy(1)).isTrue();
  }

  @Test
  void allAreFreedWhereLeadersAreStuckAgainAndAgain() {
    ledByOne();
    long first = NOW + 2 * MS;
    assertThat(relieved(first)).isTrue();
    assertThat(lead.isLedBy(0)).isTrue();

    assertThat(lead.isOnStandby(2)).isTrue();
    long second = first + 190 * TIMEOUT;
    lead.turn(0, second - 2 * TIMEOUT);
    lead.watch(2, second);
    lead.watch(2, second + 1);
    assertThat(isLed()).isFalse();

    lead.claim(2, second + 400 * TIMEOUT, second + 400 * TIMEOUT);
    assertThat(isLed()).as("too soon").isFalse();
    lead.claim(2, second + 400 * TIMEOUT + 1, second + 400 * TIMEOUT + 1);
    assertThat(lead.isLedBy(2)).isTrue();
  }

  @Test
  void rarelyStuckLeaderIsReplacedWithoutBackoff() {
    ledByOne();
    assertThat(relieved(NOW + 2 * MS)).isTrue();

    assertThat(lead.isOnStandby(2)).isTrue();
    long second = NOW + 203 * MS;
    lead.turn(0, second - 2 * TIMEOUT);
    lead.watch(2, second);
    lead.watch(2, second + 1);

    assertThat(lead.isLedBy(2)).isTrue();
  }

  /// A busy machine does not mean a slow target.
  @Test
  void oneThatIsLateWithoutACallIsRelievedHoweverOften() {
    inCall = false;
    ledByOne();
    long now = NOW;
    for (int i = 0; i < 20; i++) {
      int leader = lead.isLedBy(1) ? 1 : 0;
      int other = 1 - leader;
      assertThat(lead.isOnStandby(other)).isTrue();
      now += 3 * TIMEOUT;
      lead.watch(other, now);
      lead.watch(other, now + 1);
      assertThat(lead.isLedBy(other)).isTrue();
    }
  }

  @Test
  void aLeaderThatKnowsOfSlowCallsFreesAllForATerm() {
    ledByOne();
    lead.free(NOW);
    assertThat(isLed()).isFalse();

    lead.claim(2, NOW + TERM - 1, NOW + TERM - 1);
    assertThat(isLed()).as("too soon").isFalse();
    lead.claim(2, NOW + TERM, NOW + TERM);
    assertThat(lead.isLedBy(2)).isTrue();
  }

  @Test
  void repeatedLongCallsEndLeadership() {
    ledByOne();
    lead.called(1, NOW, NOW + GRID);
    lead.called(1, NOW, NOW + GRID);
    assertThat(lead.isLedBy(1)).as("not long").isTrue();
    lead.called(1, NOW, NOW + GRID + 1);
    assertThat(lead.isLedBy(1)).as("once").isTrue();

    lead.called(1, NOW + 3 * MS, NOW + 3 * MS + 2 * GRID);
    assertThat(isLed()).isFalse();
  }

  @Test
  void allComeToLead() {
    ledByOne();
    assertThat(lead.isOnStandby(0)).isTrue();
    lead.turn(1, NOW + TERM);

    assertThat(lead.watch(0, NOW + TERM - 1)).isPositive();
    assertThat(lead.isLedBy(1)).isTrue();
    assertThat(lead.watch(0, NOW + TERM)).isZero();
    assertThat(lead.isLedBy(0)).isTrue();
    assertThat(lead.isOnStandby(2)).as("the place is free").isTrue();
  }

  @Test
  void oneWhoWasRelievedHasNoSayInTheTurn() {
    ledByOne();
    assertThat(relieved(NOW + 5 * MS)).isTrue();
    assertThat(lead.isOnStandby(2)).isTrue();

    lead.turn(1, NOW + 1_000 * MS);

    assertThat(lead.watch(2, NOW + 5 * MS + 1)).isEqualTo(TIMEOUT);
  }

  @Test
  void onlyTheLeaderFreesAllByLeaving() {
    ledByOne();
    lead.leave(0, NOW);
    assertThat(lead.isLedBy(1)).isTrue();

    lead.leave(1, NOW);
    assertThat(isLed()).isFalse();
  }

  private void ledByOne() {
    lead.claim(1, NOW, NOW);
  }

  /// Whether worker 0, which is on standby, takes the lead after two checks.
  private boolean relieved(long now) {
    assertThat(lead.isOnStandby(0)).isTrue();
    assertThat(lead.watch(0, now)).as("a moment to come to its turn").isEqualTo(TIMEOUT / 4);
    assertThat(lead.isLedBy(1)).isTrue();
    return lead.watch(0, now) == 0;
  }

  private boolean isLed() {
    return lead.isLedBy(0) || lead.isLedBy(1) || lead.isLedBy(2);
  }
}
