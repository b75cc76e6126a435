package dev.takt.load.handover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.load.driver.AsyncDriver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Outcome;
import dev.takt.load.journey.Feeder;
import dev.takt.load.journey.JourneySpec;
import dev.takt.load.journey.Journeys;
import dev.takt.load.journey.Part;
import dev.takt.load.journey.StepSpec;
import dev.takt.load.journey.User;
import dev.takt.testing.Timing;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The threads behind an event loop, with sessions whose every call is seen.
@Timeout(20)
class SessionTransportTest {

  private static final long MS = 1_000_000;

  /// Operations of the sessions.
  private static final int BEGIN = 0;

  private static final int COMMIT = 1;
  private static final int HANG = 2;
  private static final int THROW = 3;

  private final List<String> calls = new CopyOnWriteArrayList<>();
  private final CountDownLatch hanging = new CountDownLatch(1);
  private CountDownLatch settling = new CountDownLatch(0);
  private final AtomicInteger opened = new AtomicInteger();
  private @Nullable DriverException refusal;
  private @Nullable Error error;
  private long callMillis;

  /// Methods that throw what a driver should not throw.
  private final Set<String> broken = ConcurrentHashMap.newKeySet();

  private void breakIf(String method) {
    if (broken.contains(method)) {
      throw new IllegalStateException("broken " + method);
    }
  }

  private final class Session implements StepSession {
    private final int number = opened.getAndIncrement();
    private boolean isInTransaction;
    private boolean isSettled = true;
    private volatile @Nullable Thread caller;

    @Override
    public void connect() throws DriverException {
      DriverException no = refusal;
      if (no != null && number == 1) {
        throw no;
      }
      Error worse = error;
      if (worse != null && number == 1) {
        throw worse;
      }
      calls.add("connect");
    }

    @Override
    public StepCall.Result execute(StepCall call) throws Exception {
      calls.add("execute " + call.operation());
      caller = Thread.currentThread();
      switch (call.operation()) {
        case BEGIN -> isInTransaction = true;
        case COMMIT -> {
          isInTransaction = false;
          isSettled = false;
        }
        case HANG -> hanging.await();
        case THROW -> throw new IllegalStateException("broken");
        default -> {}
      }
      Thread.sleep(callMillis);
      return new StepCall.Result(Outcome.OK);
    }

    @Override
    public boolean isSettled() {
      return isSettled;
    }

    @Override
    public void settle() {
      if (isSettled) {
        return;
      }
      breakIf("settle");
      try {
        settling.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      calls.add("settle");
      isSettled = true;
    }

    @Override
    public boolean isInTransaction() {
      return isInTransaction;
    }

    @Override
    public void rollBack() {
      breakIf("roll back");
      if (isInTransaction) {
        calls.add("roll back");
      }
      isInTransaction = false;
    }

    @Override
    public void disconnect() {
      calls.add("disconnect");
      isInTransaction = false;
      isSettled = true;
      breakIf("disconnect");
    }

    @Override
    public void abort() {
      calls.add("abort");
      Thread waiting = caller;
      if (waiting != null) {
        waiting.interrupt();
      }
    }
  }

  private final StepSession.Source sessions =
      new StepSession.Source() {
        @Override
        public StepSession newSession() {
          return new Session();
        }

        @Override
        public int[] variablesOf(int operation) {
          return new int[0];
        }

        @Override
        public String show(StepCall call) {
          return "";
        }
      };

  /// What an event loop is informed of.
  private static final class Loop implements AsyncDriver.Completions {
    final List<String> events = new ArrayList<>();
    long end;

    @Override
    public void completed(int slot, Outcome outcome, long endNanos) {
      events.add(slot + " " + outcome.label());
      end = endNanos;
    }

    @Override
    public void withdrawn(int slot) {
      events.add(slot + " withdrawn");
    }

    @Override
    public void restored(int slot, long nanos) {
      events.add(slot + " restored");
    }
  }

  private final Loop loop = new Loop();
  private final User user =
      new Journeys(
              1,
              List.of(
                  new JourneySpec(
                      "j", 1, List.of(new Part.Step(StepSpec.of("s", 0, List.of(), List.of()))))),
              Feeder.NONE)
          .arrive(0, 0);

  private SessionTransport open(int slots) throws DriverException {
    SessionTransport transport = SessionTransport.connect(sessions, 0, slots);
    transport.begin(loop);
    return transport;
  }

  private void send(SessionTransport transport, int slot, int operation) {
    transport.actFor(slot, user);
    transport.send(slot, operation, 0, loop);
  }

  private void await(SessionTransport transport, String event) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (!loop.events.contains(event) && System.nanoTime() < deadline) {
      transport.poll(System.nanoTime() + MS, loop);
    }
    assertThat(loop.events).contains(event);
  }

  /// The loop comes back 60 ms after a call of 20 ms: the times of the call are those of the call.
  @Test
  @Timing
  void theLoopsOwnDelayIsInNoCall() throws Exception {
    callMillis = 20;
    try (SessionTransport transport = open(1)) {
      long before = System.nanoTime();
      send(transport, 0, 7);
      Thread.sleep(80);
      await(transport, "0 ok");
      assertThat(transport.startOf(0)).isBetween(before, before + 40 * MS);
      assertThat(loop.end - transport.startOf(0)).isBetween(20 * MS, 55 * MS);
    }
  }

  @Test
  void aTransactionOfAUserWhoHasEndedIsRolledBackBeforeTheSlotIsUsedAgain() throws Exception {
    try (SessionTransport transport = open(1)) {
      send(transport, 0, BEGIN);
      await(transport, "0 ok");
      transport.userEnded(0);
      transport.userEnded(0);
      await(transport, "0 restored");
      assertThat(loop.events).containsExactly("0 ok", "0 withdrawn", "0 restored");
      assertThat(calls).containsExactly("connect", "execute 0", "roll back");
    }
  }

  @Test
  void aUserWithoutATransactionLeavesNothing() throws Exception {
    try (SessionTransport transport = open(1)) {
      send(transport, 0, BEGIN);
      await(transport, "0 ok");
      send(transport, 0, COMMIT);
      loop.events.clear();
      await(transport, "0 restored");
      transport.userEnded(0);
      assertThat(loop.events).containsExactly("0 withdrawn", "0 ok", "0 restored");
      assertThat(calls).doesNotContain("roll back");
    }
  }

  /// What is left to do after a commit hangs: the end of the commit is known, and the slot has no
  /// user.
  @Test
  void aCommitEndsBeforeWhatIsLeftToDoAfterIt() throws Exception {
    settling = new CountDownLatch(1);
    try (SessionTransport transport = open(1)) {
      send(transport, 0, BEGIN);
      await(transport, "0 ok");
      loop.events.clear();
      send(transport, 0, COMMIT);
      await(transport, "0 ok");
      transport.poll(System.nanoTime() + 20 * MS, loop);
      assertThat(loop.events).containsExactly("0 withdrawn", "0 ok");
      settling.countDown();
      await(transport, "0 restored");
      assertThat(calls).containsExactly("connect", "execute 0", "execute 1", "settle");
    }
  }

  @Test
  void aCommitThatWasGivenUpKeepsItsSlotUntilAllIsDone() throws Exception {
    settling = new CountDownLatch(1);
    try (SessionTransport transport = open(1)) {
      send(transport, 0, BEGIN);
      await(transport, "0 ok");
      loop.events.clear();
      send(transport, 0, COMMIT);
      transport.cancel(0);
      transport.poll(System.nanoTime() + 20 * MS, loop);
      transport.poll(System.nanoTime() + 20 * MS, loop);
      assertThat(loop.events).containsExactly("0 withdrawn");
      settling.countDown();
      await(transport, "0 restored");
    }
  }

  /// A user with a connection of its own keeps it.
  @Test
  void theNextStepOfAUserIsSentAfterWhatIsLeftToDo() throws Exception {
    settling = new CountDownLatch(1);
    try (SessionTransport transport = SessionTransport.perUser(sessions, 0, 1)) {
      transport.begin(loop);
      send(transport, 0, COMMIT);
      await(transport, "0 ok");
      loop.events.clear();
      send(transport, 0, 7);
      assertThat(transport.readyOf(0)).as("it settles").isEqualTo(Long.MAX_VALUE);
      long before = System.nanoTime();
      settling.countDown();
      await(transport, "0 ok");
      assertThat(transport.readyOf(0)).isBetween(before, transport.startOf(0));
      long ready = transport.readyOf(0);
      loop.events.clear();
      send(transport, 0, 8);
      await(transport, "0 ok");
      assertThat(transport.readyOf(0)).as("nothing was left to do").isEqualTo(ready);
      transport.userEnded(0);
      await(transport, "0 restored");
      assertThat(loop.events).containsExactly("0 ok", "0 withdrawn", "0 restored");
      assertThat(calls)
          .containsExactly("execute 1", "settle", "execute 7", "execute 8", "disconnect");
    }
  }

  @Test
  void aCallThatWasGivenUpKeepsItsSlotUntilItIsBackAndRolledBack() throws Exception {
    try (SessionTransport transport = open(1)) {
      send(transport, 0, BEGIN);
      await(transport, "0 ok");
      send(transport, 0, HANG);
      transport.cancel(0);
      transport.userEnded(0);
      transport.poll(System.nanoTime() + 20 * MS, loop);
      assertThat(loop.events).containsExactly("0 ok", "0 withdrawn");
      hanging.countDown();
      await(transport, "0 restored");
      assertThat(loop.events).containsExactly("0 ok", "0 withdrawn", "0 restored");
      assertThat(calls).containsExactly("connect", "execute 0", "execute 2", "roll back");
    }
  }

  @Test
  void anExceptionIsAFailureAndEndsTheConnection() throws Exception {
    try (SessionTransport transport = open(1)) {
      send(transport, 0, THROW);
      await(transport, "0 broken");
      assertThat(calls).containsExactly("connect", "execute 3", "disconnect");
      send(transport, 0, 7);
      await(transport, "0 ok");
    }
  }

  /// A driver that throws unchecked where it should not.
  @ParameterizedTest
  @ValueSource(strings = {"settle", "roll back", "disconnect"})
  void whatADriverThrowsWhereItShouldNotTakesNoSlotAway(String method) throws Exception {
    try (SessionTransport transport = open(1)) {
      broken.addAll(List.of(method, "disconnect"));
      send(transport, 0, THROW);
      await(transport, "0 broken");
      send(transport, 0, BEGIN);
      await(transport, "0 ok");
      transport.userEnded(0);
      await(transport, "0 restored");
      loop.events.clear();
      send(transport, 0, COMMIT);
      await(transport, "0 restored");
      loop.events.clear();
      send(transport, 0, HANG);
      transport.cancel(0);
      hanging.countDown();
      await(transport, "0 restored");
      broken.clear();
      loop.events.clear();
      send(transport, 0, 7);
      await(transport, "0 ok");
    }
  }

  @Test
  void anErrorWhileConnectingIsTheFailureOfAll() {
    error = new OutOfMemoryError("unable to create native thread");
    assertThatThrownBy(() -> open(3))
        .isInstanceOf(DriverException.class)
        .hasMessage("java.lang.OutOfMemoryError: unable to create native thread")
        .hasCause(error);
    assertThat(calls.stream().filter("disconnect"::equals)).hasSize(3);
  }

  @Test
  void usersWithTheirOwnConnectionsAreDisconnectedAtTheirEnd() throws Exception {
    try (SessionTransport transport = SessionTransport.perUser(sessions, 0, 2)) {
      transport.begin(loop);
      send(transport, 1, BEGIN);
      await(transport, "1 ok");
      transport.userEnded(1);
      await(transport, "1 restored");
      assertThat(calls).containsExactly("execute 0", "roll back", "disconnect");
    }
  }

  @Test
  void theEndRollsBackWhatIsOpenAndAbortsWhatHangs() throws Exception {
    SessionTransport transport = open(2);
    send(transport, 0, BEGIN);
    await(transport, "0 ok");
    send(transport, 1, HANG);
    transport.cancel(1);
    transport.close();
    assertThat(calls).containsOnlyOnce("roll back", "abort").contains("disconnect");
    assertThat(calls.stream().filter("disconnect"::equals)).hasSizeGreaterThanOrEqualTo(2);
  }

  @Test
  void oneConnectionThatIsRefusedIsTheFailureOfAll() {
    refusal = new DriverException("no connection");
    assertThatThrownBy(() -> open(3)).isSameAs(refusal);
    assertThat(calls.stream().filter("disconnect"::equals)).hasSize(3);
  }
}
