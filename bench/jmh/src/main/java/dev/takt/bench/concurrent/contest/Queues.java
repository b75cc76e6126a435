package dev.takt.bench.concurrent.contest;

import dev.takt.queues.MpmcArrayQueue;
import dev.takt.queues.MpscArrayQueue;
import dev.takt.queues.MpscLinkedQueue;
import dev.takt.queues.MpscUnboundedQueue;
import dev.takt.queues.SpscArrayQueue;
import dev.takt.queues.SpscChunkedQueue;
import dev.takt.queues.SpscGrowableQueue;
import dev.takt.queues.SpscUnboundedQueue;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import org.agrona.concurrent.ManyToManyConcurrentArrayQueue;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;
import org.agrona.concurrent.OneToOneConcurrentArrayQueue;
import org.jctools.queues.SpscChunkedArrayQueue;
import org.jctools.queues.SpscGrowableArrayQueue;
import org.jctools.queues.SpscUnboundedArrayQueue;
import org.jctools.queues.varhandle.MpmcVarHandleArrayQueue;
import org.jctools.queues.varhandle.MpscLinkedVarHandleQueue;
import org.jctools.queues.varhandle.MpscUnboundedVarHandleArrayQueue;
import org.jctools.queues.varhandle.MpscVarHandleArrayQueue;
import org.jctools.queues.varhandle.SpscChunkedVarHandleArrayQueue;
import org.jctools.queues.varhandle.SpscGrowableVarHandleArrayQueue;
import org.jctools.queues.varhandle.SpscUnboundedVarHandleArrayQueue;
import org.jctools.queues.varhandle.SpscVarHandleArrayQueue;

/// All queues that are compared, by name: whose it is, and of what kind.
public final class Queues {

  private static final int CHUNK = 1024;

  private Queues() {}

  /// @param name such as `takt/SpscArray`
  /// @param capacity for those that have a bound
  public static <E> Queue<E> create(String name, int capacity) {
    return switch (name) {
      case "takt/SpscArray" -> new SpscArrayQueue<>(capacity);
      case "takt/SpscUnbounded" -> new SpscUnboundedQueue<>(CHUNK);
      case "takt/SpscChunked" -> new SpscChunkedQueue<>(CHUNK, capacity);
      case "takt/SpscGrowable" -> new SpscGrowableQueue<>(CHUNK, capacity);
      case "takt/MpscArray" -> new MpscArrayQueue<>(capacity);
      case "takt/MpscLinked" -> new MpscLinkedQueue<>();
      case "takt/MpscUnbounded" -> new MpscUnboundedQueue<>(CHUNK);
      case "takt/MpmcArray" -> new MpmcArrayQueue<>(capacity);

      case "jctools-u/SpscArray" -> new org.jctools.queues.SpscArrayQueue<>(capacity);
      case "jctools-u/SpscUnbounded" -> new SpscUnboundedArrayQueue<>(CHUNK);
      case "jctools-u/SpscChunked" -> new SpscChunkedArrayQueue<>(CHUNK, capacity);
      case "jctools-u/SpscGrowable" -> new SpscGrowableArrayQueue<>(CHUNK, capacity);
      case "jctools-u/MpscArray" -> new org.jctools.queues.MpscArrayQueue<>(capacity);
      case "jctools-u/MpscLinked" -> new org.jctools.queues.MpscLinkedQueue<>();
      case "jctools-u/MpscUnbounded" -> new org.jctools.queues.MpscUnboundedArrayQueue<>(CHUNK);
      case "jctools-u/MpmcArray" -> new org.jctools.queues.MpmcArrayQueue<>(capacity);

      case "jctools-v/SpscArray" -> new SpscVarHandleArrayQueue<>(capacity);
      case "jctools-v/SpscUnbounded" -> new SpscUnboundedVarHandleArrayQueue<>(CHUNK);
      case "jctools-v/SpscChunked" -> new SpscChunkedVarHandleArrayQueue<>(CHUNK, capacity);
      case "jctools-v/SpscGrowable" -> new SpscGrowableVarHandleArrayQueue<>(CHUNK, capacity);
      case "jctools-v/MpscArray" -> new MpscVarHandleArrayQueue<>(capacity);
      case "jctools-v/MpscLinked" -> new MpscLinkedVarHandleQueue<>();
      case "jctools-v/MpscUnbounded" -> new MpscUnboundedVarHandleArrayQueue<>(CHUNK);
      case "jctools-v/MpmcArray" -> new MpmcVarHandleArrayQueue<>(capacity);

      case "agrona/SpscArray" -> new OneToOneConcurrentArrayQueue<>(capacity);
      case "agrona/MpscArray" -> new ManyToOneConcurrentArrayQueue<>(capacity);
      case "agrona/MpmcArray" -> new ManyToManyConcurrentArrayQueue<>(capacity);

      case "jdk/ConcurrentLinked" -> new ConcurrentLinkedQueue<>();
      case "jdk/LinkedTransfer" -> new LinkedTransferQueue<>();
      case "jdk/LinkedBlocking" -> new LinkedBlockingQueue<>(capacity);
      case "jdk/ArrayBlocking" -> new ArrayBlockingQueue<>(capacity);
      default -> throw new IllegalArgumentException("no queue " + name);
    };
  }
}
