package dev.takt.fleet.coordinator;

import dev.takt.fleet.engine.Engine;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;

/// A network in memory: one thread for each member delivers in order. A member can be cut off, or
/// far away.
public final class MemoryNetwork implements AutoCloseable {

  private final Map<String, Member> members = new ConcurrentHashMap<>();
  private final Set<String> cut = ConcurrentHashMap.newKeySet();
  private final Map<String, UnaryOperator<byte[]>> damages = new ConcurrentHashMap<>();
  private final Map<String, Long> distances = new ConcurrentHashMap<>();
  private final ScheduledExecutorService onTheWay = Executors.newSingleThreadScheduledExecutor();
  private final CountDownLatch coordinated = new CountDownLatch(1);

  /// Joins as soon as the coordinator is there.
  public Engine join(String name, Engine.Listener listener) throws InterruptedException {
    coordinated.await();
    return member(name, listener);
  }

  /// Joins.
  public Engine member(String name, Engine.Listener listener) {
    Member member = new Member(name, listener);
    members.put(name, member);
    if (name.equals(Engine.COORDINATOR)) {
      coordinated.countDown();
    }
    return member;
  }

  /// Cuts the connection of an agent.
  public void cut(String name) {
    cut.add(name);
    tellLeft(Engine.COORDINATOR, name);
    tellLeft(name, Engine.COORDINATOR);
  }

  /// Mends the connection of an agent, which may join again.
  public void mend(String name) {
    cut.remove(name);
  }

  /// Lets an agent be silent for a while: it gets its messages later.
  public void freeze(String name, long nanos) {
    Member member = members.get(name);
    if (member != null) {
      member.deliver(() -> LockSupport.parkNanos(nanos));
    }
  }

  /// Changes the messages of an agent on their way.
  ///
  /// @param change of each message from now on
  public void damage(String name, UnaryOperator<byte[]> change) {
    damages.put(name, change);
  }

  /// Moves an agent away: each message to it and from it is so long on its way, from now on.
  public void move(String name, long nanos) {
    distances.put(name, nanos);
  }

  private void tellLeft(String who, String left) {
    Member member = members.get(who);
    if (member != null) {
      member.deliver(() -> member.listener.left(left));
    }
  }

  @Override
  public void close() {
    onTheWay.shutdownNow();
    members.values().forEach(each -> each.thread.shutdownNow());
  }

  private final class Member implements Engine {
    private final String name;
    private final Listener listener;
    private final ExecutorService thread =
        Executors.newSingleThreadExecutor(Thread.ofVirtual().factory());

    Member(String name, Listener listener) {
      this.name = name;
      this.listener = listener;
    }

    private void deliver(Runnable delivery) {
      if (!thread.isShutdown()) {
        thread.execute(delivery);
      }
    }

    @Override
    public void send(String to, byte[] body) throws IOException {
      Member receiver = members.get(to);
      if (receiver == null || cut.contains(name) || cut.contains(to)) {
        throw new IOException(to + " is not there");
      }
      byte[] sent = damages.getOrDefault(name, UnaryOperator.identity()).apply(body);
      Runnable delivery =
          () -> receiver.deliver(() -> receiver.listener.message(name, sent, System.nanoTime()));
      long nanos = distances.getOrDefault(name, 0L) + distances.getOrDefault(to, 0L);
      if (nanos == 0) {
        delivery.run();
      } else if (!onTheWay.isShutdown()) {
        var _ = onTheWay.schedule(delivery, nanos, TimeUnit.NANOSECONDS);
      }
    }

    @Override
    public void broadcast(byte[] body) {}

    @Override
    public Set<String> members() {
      return Set.of();
    }

    @Override
    public void rejoin() throws IOException {
      if (cut.contains(name)) {
        throw new IOException("no way");
      }
    }

    @Override
    public int maxBody() {
      return 1 << 20;
    }

    @Override
    public void close() {
      members.remove(name);
      tellLeft(Engine.COORDINATOR, name);
    }
  }
}
