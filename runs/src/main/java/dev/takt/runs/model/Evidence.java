package dev.takt.runs.model;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What a source observed of a stall beside its time, cause and culprit. The components of a record
/// are its keys in JSON; one that is null was not observed, and is absent there.
public sealed interface Evidence {

  /// Nothing was observed.
  Evidence NONE = new Other(Map.of());

  /// The forms that the evidence of a kind of stall can have. Evidence that fits none of them, as a
  /// newer version may write it, is [Other].
  static List<Class<? extends Evidence>> formsOf(StallKind kind) {
    return switch (kind) {
      case GC_PAUSE -> List.of(GcPause.class, Safepoint.class);
      case SAFEPOINT, TIME_TO_SAFEPOINT -> List.of(Safepoint.class);
      case HANDSHAKE -> List.of(Handshake.class);
      case ALLOCATION_STALL -> List.of(Allocation.class);
      case MONITOR_WAIT, LOCK_WAIT -> List.of(LockWait.class);
      case PINNED -> List.of(Pinning.class);
      case COMPILATION -> List.of(Compilation.class);
      case DEOPTIMIZATION -> List.of(Deoptimization.class);
      case SOCKET_IO, FILE_IO -> List.of(Transfer.class);
      case RUN_QUEUE -> List.of(RunQueueWait.class);
      case THROTTLED -> List.of(Throttling.class, RunQueueWait.class);
      case STEAL -> List.of(Steal.class);
      case CPU_PRESSURE, IO_PRESSURE, MEMORY_PRESSURE -> List.of(Pressure.class);
      case MAJOR_FAULTS, SWAP -> List.of(Paging.class);
      case CLASS_LOAD, THREAD_START, STOPPED, HICCUP -> List.of();
    };
  }

  /// Of a safepoint, or of the time to it.
  ///
  /// @param operation the name of the VM operation; null if it is not known
  /// @param timeToSafepointNanos from the request to stop until the last thread had stopped
  /// @param edges how its begin and end are known
  /// @param threads what threads did
  /// @param gc the garbage collector's pause in it
  record Safepoint(
      @Nullable String operation,
      long timeToSafepointNanos,
      @JsonUnwrapped SafepointEdges edges,
      @JsonUnwrapped SafepointThreads threads,
      @JsonUnwrapped GcPause gc)
      implements Evidence {

    /// A safepoint of which nothing else is known.
    public static Safepoint of(@Nullable String operation, long timeToSafepointNanos) {
      return new Safepoint(
          operation,
          timeToSafepointNanos,
          SafepointEdges.RECORDED,
          SafepointThreads.UNKNOWN,
          GcPause.NONE);
    }

    /// The same with other edges.
    public Safepoint with(SafepointEdges changed) {
      return new Safepoint(operation, timeToSafepointNanos, changed, threads, gc);
    }

    /// The same with other threads.
    public Safepoint with(SafepointThreads changed) {
      return new Safepoint(operation, timeToSafepointNanos, edges, changed, gc);
    }

    /// The same with another pause.
    public Safepoint with(GcPause changed) {
      return new Safepoint(operation, timeToSafepointNanos, edges, threads, changed);
    }
  }

  /// How begin and end of a safepoint are known.
  ///
  /// @param begin what its begin is; null for the recorded begin of the safepoint
  /// @param end what its end is; null for the recorded end of the safepoint
  /// @param loggedNanos its length in the JVM's log
  /// @param notedNanos its recorded length, if its end was corrected
  record SafepointEdges(
      @Nullable String begin,
      @Nullable String end,
      @Nullable Long loggedNanos,
      @Nullable Long notedNanos) {

    /// Both edges were recorded.
    public static final SafepointEdges RECORDED = new SafepointEdges(null, null, null, null);

    /// The same with the length in the log.
    public SafepointEdges logged(long nanos) {
      return new SafepointEdges(begin, end, nanos, notedNanos);
    }

    /// The same with a corrected end.
    public SafepointEdges corrected(String why, long recordedNanos) {
      return new SafepointEdges(begin, why, loggedNanos, recordedNanos);
    }
  }

  /// What threads did at a safepoint.
  ///
  /// @param caller the thread that requested the operation
  /// @param threads how many threads there were
  /// @param runningThreads how many of them ran when they were asked to stop
  /// @param late the names of those that had not stopped within some ms
  /// @param sampledMeanwhile the names of those that JFR sampled before the last one had stopped
  /// @param sampler why JFR's sampler is the culprit
  record SafepointThreads(
      @Nullable String caller,
      @Nullable Long threads,
      @Nullable Long runningThreads,
      @Nullable List<String> late,
      @Nullable List<String> sampledMeanwhile,
      @Nullable String sampler) {

    /// Nothing is known of the threads.
    public static final SafepointThreads UNKNOWN =
        new SafepointThreads(null, null, null, null, null, null);

    /// The same with late threads.
    public SafepointThreads withLate(List<String> names) {
      return new SafepointThreads(
          caller, threads, runningThreads, names, sampledMeanwhile, sampler);
    }

    /// The same with sampled threads.
    public SafepointThreads withSampled(List<String> names) {
      return new SafepointThreads(caller, threads, runningThreads, late, names, sampler);
    }

    /// The same with the sampler as the culprit.
    public SafepointThreads withSampler(String why) {
      return new SafepointThreads(caller, threads, runningThreads, late, sampledMeanwhile, why);
    }
  }

  /// Of the pause of a garbage collector.
  ///
  /// @param gcId numbers the collections of a JVM
  /// @param pause the name of the pause
  /// @param collector the name of the collector
  /// @param allocator the thread whose allocation triggered the collection
  /// @param phases the longest phases, with their lengths
  /// @param edges what begin and end are, if the safepoint around the pause was not recorded
  /// @param collection what the collection achieved
  record GcPause(
      @Nullable Long gcId,
      @Nullable String pause,
      @Nullable String collector,
      @Nullable String allocator,
      @Nullable List<String> phases,
      @Nullable String edges,
      @JsonUnwrapped GcCollection collection)
      implements Evidence {

    /// There was no such pause.
    public static final GcPause NONE =
        new GcPause(null, null, null, null, null, null, GcCollection.UNKNOWN);

    /// The same of a pause whose safepoint was not recorded.
    public GcPause withEdges(String what) {
      return new GcPause(gcId, pause, collector, allocator, phases, what, collection);
    }
  }

  /// What is collected.
  enum GcKind {
    /// The young generation.
    YOUNG,
    /// The young generation and a part of the old one.
    MIXED,
    /// The whole heap, while the application is stopped.
    FULL,
    /// The old generation or the whole heap, beside the application, with short pauses.
    CONCURRENT
  }

  /// How a collection failed.
  enum GcFailure {
    /// G1 had no free region for an object to be copied, or could not move a pinned one.
    EVACUATION,
    /// The old generation had no room for an object to be promoted.
    PROMOTION,
    /// The application was faster than a concurrent collection, which had to go on in a pause.
    CONCURRENT_MODE
  }

  /// Of a garbage collection, with all its pauses.
  ///
  /// @param collected what it collected
  /// @param failure how it failed; null if it did not
  /// @param cycle the id of the concurrent cycle that it starts, is, or frees regions for
  /// @param requestedBy where `System.gc()` was called: the frames, one per line, innermost first
  /// @param heap how it changed the heap
  record GcCollection(
      @Nullable GcKind collected,
      @Nullable GcFailure failure,
      @Nullable Long cycle,
      @Nullable String requestedBy,
      @JsonUnwrapped GcHeap heap) {

    /// Nothing is known of it.
    public static final GcCollection UNKNOWN =
        new GcCollection(null, null, null, null, GcHeap.UNKNOWN);
  }

  /// How a garbage collection changed the heap. Sizes in bytes.
  ///
  /// @param beforeBytes in use before it
  /// @param afterBytes in use after it
  /// @param youngBytes in use in the young generation before it
  /// @param promotedBytes moved from the young generation to the old one
  /// @param oldBytes in use in the old generation after it
  /// @param oldLimitBytes the maximum size of the old generation; of the heap, if the generations
  ///   share it
  /// @param ages the sizes of the surviving young objects by the number of collections they have
  ///   survived, from one on
  record GcHeap(
      @Nullable Long beforeBytes,
      @Nullable Long afterBytes,
      @Nullable Long youngBytes,
      @Nullable Long promotedBytes,
      @Nullable Long oldBytes,
      @Nullable Long oldLimitBytes,
      @Nullable List<Long> ages) {

    /// Nothing is known of it.
    public static final GcHeap UNKNOWN = new GcHeap(null, null, null, null, null, null, null);
  }

  /// @param threads how many threads the handshake was for
  record Handshake(long threads) implements Evidence {}

  /// @param size of the object to allocate, in bytes
  record Allocation(@Nullable Long size) implements Evidence {}

  /// @param event the type of the recorded event
  /// @param lock distinguishes the lock from others of its class
  /// @param heldBy the threads that held it during the wait, the last one first
  /// @param createdAt where the lock was created
  /// @param virtual true for a virtual thread
  record LockWait(
      String event,
      @Nullable String lock,
      @Nullable List<String> heldBy,
      @Nullable String createdAt,
      @Nullable Boolean virtual)
      implements Evidence {

    /// Checks that there is an event.
    public LockWait {
      Objects.requireNonNull(event);
    }
  }

  /// @param blockingOperation what the pinned thread was about to do
  record Pinning(@Nullable String blockingOperation) implements Evidence {}

  /// @param compiler its name
  /// @param compileLevel the tier
  /// @param isOsr whether it was for a loop that ran (on-stack replacement)
  /// @param succeded whether there is compiled code; spelled as in the event
  record Compilation(
      @Nullable String compiler,
      @Nullable Integer compileLevel,
      @Nullable Boolean isOsr,
      @Nullable Boolean succeded)
      implements Evidence {}

  /// @param action what became of the compiled code
  /// @param lineNumber where in the method
  /// @param method whose code it was
  record Deoptimization(
      @Nullable String action, @Nullable Integer lineNumber, @Nullable String method)
      implements Evidence {}

  /// Of a call that reads, writes or synchronises.
  ///
  /// @param event the type of the recorded event
  /// @param bytes how many were transferred
  record Transfer(String event, @Nullable Long bytes) implements Evidence {

    /// Checks that there is an event.
    public Transfer {
      Objects.requireNonNull(event);
    }
  }

  /// @param cpu the processor that the thread waited for
  /// @param culpritNanos how long the culprit had that processor
  /// @param idleNanos how long that processor was idle, if there is no culprit
  /// @param waits how many waits this is the sum of
  /// @param throttledBy the control group whose throttling this was
  record RunQueueWait(
      @Nullable Integer cpu,
      @Nullable Long culpritNanos,
      @Nullable Long idleNanos,
      @Nullable Long waits,
      @Nullable String throttledBy)
      implements Evidence {

    /// A wait of which nothing else is known.
    public static final RunQueueWait UNKNOWN = new RunQueueWait(null, null, null, null, null);

    /// A wait while another thread had the processor.
    public static RunQueueWait behind(int cpu, long culpritNanos) {
      return new RunQueueWait(cpu, culpritNanos, null, null, null);
    }

    /// A wait while the processor was idle.
    public static RunQueueWait atIdle(int cpu, long idleNanos) {
      return new RunQueueWait(cpu, null, idleNanos, null, null);
    }

    /// A sum of waits.
    public static RunQueueWait sumOf(long waits) {
      return new RunQueueWait(null, null, null, waits, null);
    }

    /// The same as throttling.
    public RunQueueWait throttledBy(String group) {
      return new RunQueueWait(cpu, culpritNanos, idleNanos, waits, group);
    }
  }

  /// @param throttledNanos the growth of the group's counter of throttled time
  /// @param slices the growth of its counter of throttled periods
  record Throttling(long throttledNanos, @Nullable Long slices) implements Evidence {}

  /// @param cpu the processor
  /// @param stolenNanos the growth of its counter of stolen time
  record Steal(int cpu, long stolenNanos) implements Evidence {}

  /// @param someNanos how long some task waited, by the kernel's counter
  record Pressure(long someNanos) implements Evidence {}

  /// @param pages how many were read or moved
  record Paging(long pages) implements Evidence {}

  /// Evidence in another form, kept as it is: texts, numbers, booleans and lists of these.
  ///
  /// @param values by key
  record Other(@JsonAnyGetter Map<String, Object> values) implements Evidence {

    /// Copies the values.
    public Other {
      values = Map.copyOf(values);
    }
  }
}
