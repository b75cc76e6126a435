package dev.takt.it.truth;

import static dev.takt.it.truth.MachineFleet.RATE;
import static dev.takt.it.truth.MachineFleet.signal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.it.harness.Ran;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Fleet;
import dev.takt.runs.model.GeneratorReport.Verdict;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.trace.OperationRecord;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// What goes wrong while two machines share a load.
@EnabledOnOs(OS.LINUX)
@Tag("slow")
@Timeout(value = 150, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FleetFaultsTest {

  /// An agent that is silent for so long is lost.
  private static final int SILENCE_SECONDS = 4;

  @TempDir Path folder;

  private MachineFleet fleet;

  @BeforeEach
  void makeMachines() throws Exception {
    fleet = new MachineFleet(folder, 333, 1_020);
  }

  @AfterEach
  void remove() {
    if (fleet != null) {
      fleet.close();
    }
  }

  @Test
  void agentThatIsStoppedComesBackAndItsIntervalsLater() throws Exception {
    fleet.start(16, 10, 2);
    signal("STOP", fleet.agent(3).process().toHandle());
    fleet.coordinator().awaitWord("m3 (share 2/2) cannot be reached");
    assertThat(fleet.generator(3).isAlive()).isTrue();
    signal("CONT", fleet.agent(3).process().toHandle());
    fleet.coordinator().awaitWord("m3 is back");
    long back = System.nanoTime();
    long start = fleet.directory().read().beginNanoTime();
    Ran ran = fleet.coordinator().await();
    fleet.assertExact(ran, 16);
    // From then on it is there: nothing is said of it, and each whole interval is that of both.
    assertThat(ran.err()).containsOnlyOnce("m3 is back").containsOnlyOnce("cannot be reached");
    long first = TimeUnit.NANOSECONDS.toSeconds(back - start) + 3;
    assertThat(first).as("seconds until it was back").isLessThan(14);
    for (long second = first; second <= 16; second++) {
      assertThat(ran.err()).containsPattern("(?m)^ +" + second + "\\.0+ s +2 ");
    }
  }

  @Test
  void generatorThatIsStoppedIsNamed() throws Exception {
    fleet.start(8, 10, 2);
    ProcessHandle generator = fleet.generator(3);
    signal("STOP", generator);
    Thread.sleep(2_000);
    signal("CONT", generator);
    Ran ran = fleet.coordinator().await();
    fleet.assertExact(ran, 8);
    assertThat(ran.code()).isEqualTo(5);
    assertThat(fleet.machine(3).verdict()).isNotNull().isNotEqualTo(Verdict.OK);
    assertThat(Objects.requireNonNull(fleet.directory().read().summary()).generator().findings())
        .anyMatch(each -> each.matches("m3(: |, the worst of 2 machines ).*(stopped|stall).*"));
  }

  @Test
  void cablesThatAreMendedInTimeCostNothing() throws Exception {
    fleet.start(14, 10, 2);
    fleet.machines.cut(2);
    fleet.machines.cut(3);
    Thread.sleep(1_500);
    fleet.machines.mend(2);
    fleet.coordinator().awaitWord("m3 (share 2/2) cannot be reached");
    fleet.machines.mend(3);
    fleet.coordinator().awaitWord("m3 is back");
    Ran ran = fleet.coordinator().await();
    assertThat(ran.err()).doesNotContain("m2 (share 1/2) cannot be reached");
    fleet.assertExact(ran, 14);
    FleetLogs.assertUnion(folder.resolve("whole/run"));
  }

  @Test
  void machineThatStaysCutOffStopsAsAnOrphanAndKeepsItsFiles() throws Exception {
    int orphan = 2;
    fleet.start(25, orphan, 3);
    long cut = System.nanoTime();
    fleet.machines.cut(3);
    fleet.agent(3).awaitWord("stopping");
    Awaitility.await().atMost(Duration.ofSeconds(5)).until(() -> fleet.generators(3) == 0);
    assertThat((System.nanoTime() - cut) / 1e9)
        .as("seconds until it stopped")
        .isBetween((double) orphan, orphan + SILENCE_SECONDS + 4.0);

    Ran lost = fleet.agent(3).await();
    assertThat(lost.code()).isEqualTo(1);
    RunRecord own = MachineFleet.kept(lost);
    assertThat(own.state()).isEqualTo(RunRecord.State.STOPPED);
    long sent = MachineFleet.balance(own).completed();
    assertThat(sent).isBetween(RATE / 2 * (3L + orphan), RATE / 2 * (3L + 12));

    Ran ran = fleet.coordinator().await();
    assertThat(ran.code()).as(ran.out() + ran.err()).isEqualTo(5);
    long known = fleet.received(3);
    assertThat(known).as("received of " + sent).isBetween(1L, sent);
    assertThat(fleet.balance()).isEqualTo(balance(25, known));
    assertThat(fleet.machine(3).state()).isEqualTo(Fleet.State.LOST);
    fleet.assertUnion();
  }

  /// The machines go on, and connect again.
  @Test
  void coordinatorThatIsStoppedShowsLiveFiguresAgain() throws Exception {
    fleet.start(20, 15, 2);
    fleet.coordinator().signal("STOP");
    Thread.sleep(1_000 * (SILENCE_SECONDS + 2));
    fleet.coordinator().signal("CONT");
    Ran ran = fleet.coordinator().await();
    fleet.assertExact(ran, 20);
    assertThat(ran.err()).contains("m2 is back", "m3 is back");
    for (int second = 10; second <= 20; second++) {
      assertThat(ran.err()).containsPattern(" " + second + "\\.0 s +2 +");
    }
  }

  /// Of a run in which all is known of machine 2, and a part of machine 3.
  private static Balance balance(int seconds, long known) {
    long half = RATE / 2L * seconds;
    return new Balance(2 * half, half + known, 0, 0, 0, 0, half - known);
  }

  @Test
  void coordinatorThatIsKilledCostsNoRecordedData() throws Exception {
    int orphan = 3;
    fleet.start(60, orphan, 3);
    fleet.coordinator().signal("KILL");
    for (int i = 2; i <= 3; i++) {
      Ran ran = fleet.agent(i).await();
      assertThat(ran.code()).as(ran.err()).isEqualTo(1);
      RunRecord own = MachineFleet.kept(ran);
      assertThat(own.state()).isEqualTo(RunRecord.State.STOPPED);
      Balance balance = MachineFleet.balance(own);
      assertThat(balance.isExact()).isTrue();
      assertThat(balance.completed())
          .as("went on for " + orphan + " s")
          .isBetween(RATE / 2 * (3L + orphan), RATE / 2 * (3L + orphan + 4));
      assertThat(fleet.generators(i)).isZero();
    }
  }

  @Test
  void machineThatIsKilledIsNoticedWithinASecond() throws Exception {
    fleet.start(8, 1, 4);
    ProcessHandle generator = fleet.generator(3);
    long killed = System.nanoTime();
    signal("KILL", fleet.agent(3).process().toHandle());
    signal("KILL", generator);
    fleet.coordinator().awaitWord("m3 (share 2/2) cannot be reached");
    assertThat(millisSince(killed)).as("ms until noticed").isLessThan(1_000);
    Ran ran = fleet.coordinator().await();
    assertThat(ran.code()).as(ran.out() + ran.err()).isEqualTo(5);
    long known = fleet.received(3);
    assertThat(known).as("a second or two are lost").isBetween(RATE / 2 * 2L, RATE / 2 * 5L);
    assertThat(fleet.balance()).isEqualTo(balance(8, known));
    fleet.assertUnion();
  }

  @Test
  void lossOfAMachineStopsTheOthersIfThePlanSaysSo() throws Exception {
    fleet.start(60, 1, 3, "--on-loss=stop");
    ProcessHandle generator = fleet.generator(3);
    signal("KILL", fleet.agent(3).process().toHandle());
    signal("KILL", generator);
    long killed = System.nanoTime();
    Ran ran = fleet.coordinator().await();
    assertThat(millisSince(killed)).as("ms until the end").isLessThan(20_000);
    assertThat(fleet.machine(3).state()).isEqualTo(Fleet.State.LOST);
    assertThat(fleet.machine(2).state()).isEqualTo(Fleet.State.STOPPED);
    assertThat(fleet.agent(2).await().code()).isZero();
    long sent = fleet.received(2);
    assertThat(sent).as("until it was stopped").isBetween(RATE / 2 * 3L, RATE / 2 * 15L);
    assertThat(fleet.balance().completed()).isEqualTo(sent + fleet.received(3));
    fleet.assertUnion();
    assertThat(ran.code()).isEqualTo(130);
    assertThat(ran.out().replaceAll("\\s+", " "))
        .startsWith("Machine m3 (share 2/2) was lost after ");
    assertThat(ran.err())
        .contains("m3 (share 2/2) cannot be reached; the others are stopped (on-loss: stop)");
  }

  private static long millisSince(long nanoTime) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanoTime);
  }

  @Test
  void ctrlCStopsAllGeneratorsWithin200Milliseconds() throws Exception {
    fleet.start(60, 10, 3);
    long signalled = System.nanoTime();
    fleet.coordinator().signal("INT");
    Ran ran = fleet.coordinator().await();
    assertThat(ran.code()).isEqualTo(130);
    for (OperationRecord each : ran.operations()) {
      assertThat((each.start() - signalled) / 1_000_000)
          .as("ms from the signal to an operation")
          .isLessThan(200);
    }
    assertThat(fleet.balance().lost()).isZero();
    for (int i = 2; i <= 3; i++) {
      assertThat(fleet.machine(i).state()).isEqualTo(Fleet.State.STOPPED);
      assertThat(fleet.agent(i).await().code()).isZero();
    }
  }

  @Test
  void secondCtrlCLeavesAtOnceAndOrphansStopByThemselves() throws Exception {
    fleet.start(60, 1, 2);
    signal("STOP", fleet.agent(3).process().toHandle()); // so that the first one does not end it
    fleet.coordinator().signal("INT");
    Thread.sleep(1_000);
    assertThat(fleet.coordinator().process().isAlive()).isTrue();
    long second = System.nanoTime();
    fleet.coordinator().signal("INT");
    assertThat(fleet.coordinator().process().waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(millisSince(second)).as("ms until it left").isLessThan(1_000);
    assertThat(fleet.coordinator().process().exitValue()).isEqualTo(130);
    signal("CONT", fleet.agent(3).process().toHandle());
    for (int i = 2; i <= 3; i++) {
      Ran ran = fleet.agent(i).await();
      assertThat(ran.code()).as(ran.err()).isEqualTo(1);
      assertThat(MachineFleet.balance(MachineFleet.kept(ran)).isExact()).isTrue();
      assertThat(fleet.generators(i)).isZero();
    }
  }
}
