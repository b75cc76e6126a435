package dev.takt.watch.locks;

import dev.takt.runs.time.TimeInterval;
import dev.takt.watch.jfr.RecordingContext;
import dev.takt.watch.locks.Wait.Source;
import dev.takt.watch.observer.AgentThreads;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import org.jspecify.annotations.Nullable;

/// Converts events to waits for locks; ignores events that are none.
///
/// A park is a wait for a lock if a synchronizer parked the thread, as its stack shows. A thread in
/// `BlockingQueue.take`, `Condition.await`, `Future.get` or `CountDownLatch.await`, or an idle
/// thread of a pool, waits for an event, not for a lock.
final class WaitReader {

  private static final String LOCKS = "java.util.concurrent.locks.";
  private static final String AQS = LOCKS + "AbstractQueuedSynchronizer";
  private static final String LONG_AQS = LOCKS + "AbstractQueuedLongSynchronizer";
  private static final String STAMPED = LOCKS + "StampedLock";
  private static final String LATCH = "java.util.concurrent.CountDownLatch";

  /// The prefix of JFR's own threads, which wait for each other when a recording starts. No
  /// application thread does.
  private static final String RECORDER_PREFIX = "JFR ";

  /// The end of the signature of the `acquire` that all others call. Overloads would count twice.
  private static final String SLOW_PATH_SIGNATURE = "ZZZJ)I";

  private static final int MAX_CACHED = 10_000;

  private static final Set<String> UNTIMED_METHODS =
      Set.of("acquire", "acquireShared", "reacquire");

  private final RecordingContext context;
  private final Frames frames = new Frames();
  private final Map<Long, ThreadRef> threads = new HashMap<>();

  WaitReader(RecordingContext context) {
    this.context = context;
  }

  /// Returns the wait of an event; null if it is none.
  @Nullable Wait read(RecordedEvent event) {
    ThreadRef who = thread(event, "eventThread");
    if (who == null
        || who.name().startsWith(RECORDER_PREFIX)
        || AgentThreads.contains(who.name())) {
      return null;
    }
    return switch (event.getEventType().getName()) {
      case "jdk.JavaMonitorEnter" -> monitor(event, who);
      case "jdk.JavaMonitorWait" -> initialization(event, who);
      case "jdk.ThreadPark" -> park(event, who);
      case "jdk.MethodTrace" -> trace(event, who);
      case "takt.LockWait" -> agentWait(event, who);
      default -> null;
    };
  }

  private Wait monitor(RecordedEvent event, ThreadRef who) {
    String type = className(event, "monitorClass");
    long address = event.hasField("address") ? event.getLong("address") : 0;
    LockId lock = LockId.monitor(type == null ? "a monitor" : type, address);
    ThreadRef owner = thread(event, "previousOwner");
    return wait(Source.MONITOR, event, who, lock, true, owner, null);
  }

  /// The JVM itself waits at the monitor, so the stack has no frame of `Object.wait`. All other
  /// waits are for an event.
  private @Nullable Wait initialization(RecordedEvent event, ThreadRef who) {
    String type = className(event, "monitorClass");
    List<RecordedFrame> stack = stack(event);
    if (!LockId.mayBeOfInitialization(type)
        || stack.isEmpty()
        || Frames.type(stack.getFirst()).equals("java.lang.Object")) {
      return null;
    }
    LockId lock = LockId.monitor(String.valueOf(type), event.getLong("address"));
    ThreadRef initializer = thread(event, "notifier");
    return wait(Source.INITIALIZATION, event, who, lock, true, initializer, null);
  }

  private @Nullable Wait park(RecordedEvent event, ThreadRef who) {
    String parked = className(event, "parkedClass");
    RecordedFrame parker = parker(event);
    boolean forLock =
        parker == null ? isLock(parked) : isSynchroniser(Frames.type(parker)) && !isLatch(parked);
    if (!forLock) {
      return null;
    }
    long address = event.getLong("address");
    String mark = address == 0 ? null : '@' + Long.toHexString(address);
    LockId lock = LockId.lock(parked == null ? AQS : parked, mark);
    return wait(Source.PARK, event, who, lock, acquires(event), null, null);
  }

  private @Nullable Wait trace(RecordedEvent event, ThreadRef who) {
    RecordedMethod method = event.getValue("method");
    String type = method.getType().getName();
    boolean slowPath =
        switch (type) {
          case AQS, LONG_AQS -> method.getDescriptor().endsWith(SLOW_PATH_SIGNATURE);
          case STAMPED -> method.getName().startsWith("acquire");
          default -> false;
        };
    String user = type.equals(STAMPED) ? STAMPED : synchronizerUser(event);
    return !slowPath || isLatch(user)
        ? null
        : wait(Source.TRACE, event, who, LockId.lock(user, null), acquires(event), null, null);
  }

  private @Nullable Wait agentWait(RecordedEvent event, ThreadRef who) {
    String type = className(event, "lockClass");
    if (isLatch(type)) {
      return null;
    }
    String mark = '#' + Integer.toHexString(event.getInt("identity"));
    return wait(
        Source.AGENT,
        event,
        who,
        LockId.lock(type == null ? AQS : type, mark),
        event.getBoolean("acquired"),
        owner(event),
        event.getString("createdAt"));
  }

  /// The owner of an agent's event. One that had ended is known by its name only.
  private @Nullable ThreadRef owner(RecordedEvent event) {
    ThreadRef owner = thread(event, "owner");
    String name = event.hasField("ownerName") ? event.getString("ownerName") : null;
    return owner == null && name != null && !name.isEmpty()
        ? new ThreadRef(-1, name, 0, false)
        : owner;
  }

  private Wait wait(
      Source seen,
      RecordedEvent event,
      ThreadRef who,
      LockId lock,
      boolean acquired,
      @Nullable ThreadRef owner,
      @Nullable String createdAt) {
    long begin = context.nanoTime(event.getStartTime());
    long end = Math.max(begin, context.nanoTime(event.getEndTime()));
    TimeInterval interval = new TimeInterval(begin, end);
    return new Wait(seen, who, interval, lock, acquired, owner, frames.of(event), createdAt);
  }

  /// Returns the thread of an event, from a cache: many events are of few threads.
  private @Nullable ThreadRef thread(RecordedEvent event, String field) {
    if (!event.hasField(field)) {
      return null;
    }
    ThreadRef who = ThreadRef.of(event.getThread(field));
    if (who == null) {
      return null;
    }
    if (threads.size() >= MAX_CACHED) {
      threads.clear(); // There can be millions of virtual threads.
    }
    ThreadRef known = threads.putIfAbsent(who.id(), who);
    return known == null ? who : known;
  }

  private static @Nullable String className(RecordedEvent event, String field) {
    RecordedClass type = event.getClass(field);
    return type == null ? null : type.getName();
  }

  private static List<RecordedFrame> stack(RecordedEvent event) {
    RecordedStackTrace stack = event.getStackTrace();
    return stack == null ? List.of() : stack.getFrames();
  }

  /// The frame that called `LockSupport`.
  private static @Nullable RecordedFrame parker(RecordedEvent event) {
    for (RecordedFrame frame : stack(event)) {
      String type = Frames.type(frame);
      if (isSynchroniser(type) || !Frames.isLockInternal(type)) {
        return frame;
      }
    }
    return null;
  }

  /// The class that uses the traced synchronizer.
  private static String synchronizerUser(RecordedEvent event) {
    for (RecordedFrame frame : stack(event)) {
      String type = Frames.type(frame);
      if (!type.startsWith(AQS) && !type.startsWith(LONG_AQS)) {
        return type;
      }
    }
    return AQS;
  }

  /// Whether the wait can end only with the lock acquired: it is neither timed nor interruptible.
  private static boolean acquires(RecordedEvent event) {
    boolean acquires = true;
    for (RecordedFrame frame : stack(event)) {
      String method = frame.getMethod().getName();
      String type = Frames.type(frame);
      if (type.equals(AQS) || type.equals(LONG_AQS)) {
        acquires &= UNTIMED_METHODS.contains(method);
      } else if (type.equals(STAMPED)) {
        acquires &= !method.startsWith("try") && !method.endsWith("Interruptibly");
      }
    }
    return acquires;
  }

  private static boolean isSynchroniser(String type) {
    return type.equals(AQS) || type.equals(LONG_AQS) || type.equals(STAMPED);
  }

  private static boolean isLatch(@Nullable String type) {
    return type != null && type.startsWith(LATCH);
  }

  /// Whether a class is a lock of the JDK, for recordings without stacks.
  private static boolean isLock(@Nullable String type) {
    return type != null
        && (type.startsWith(LOCKS + "Reentrant")
            || type.equals(STAMPED)
            || type.startsWith("java.util.concurrent.Semaphore"));
  }
}
