package dev.takt.watch.host;

import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.NotObservable;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.ThreadTimes;
import dev.takt.runs.model.ThreadTimes.ProcessTime;
import dev.takt.runs.model.ThreadTimes.ThreadTime;
import dev.takt.watch.observer.Findings;
import dev.takt.watch.observer.Observer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Measures the CPU time of each thread of a process, from the first sample to the last, and writes
/// it as `threads.json` ([ThreadTimes]).
///
/// The kernel keeps no CPU time of a thread that has ended, so all threads are sampled ten times a
/// second, at 0.7 µs each. What a thread uses between its last sample and its end is missing from
/// its own time, but is part of the process's time.
public final class ThreadCpuTimeObserver implements Observer {

  private static final long PERIOD_NANOS = ThreadResources.LISTING_PERIOD_NANOS;

  /// The limit on files held open.
  private static final int MAX_THREADS = 4096;

  /// The unit of `/proc/PID/stat`, on all platforms where Linux runs a JVM.
  private static final long NANOS_PER_TICK = 10_000_000;

  /// Words from the state of a process, which follows its name, to its time in user mode.
  private static final int WORDS_TO_USER_TIME = 11;

  private static final int SCHEDSTAT_BYTES = 128;
  private static final int STAT_BYTES = 1024;

  private final Side side;
  private final int pid;
  private final Path directory;
  private final TaskLister tasks;
  private final ThreadNames names;
  private final ThreadResources<Watched> threads;
  private final List<ThreadTime> ended = new ArrayList<>();
  private @Nullable ProcFile stat;
  private @Nullable Poller poller;
  private boolean isFirstSample = true;
  private int open;
  private long omitted;
  private long begin;
  private long last;
  private long cpuAtBegin;
  private long cpuAtLast;

  /// @param directory of the run
  public ThreadCpuTimeObserver(Side side, long pid, Path directory) {
    this(side, pid, directory, Path.of("/proc"));
  }

  /// @param proc `/proc`, or another directory in tests
  ThreadCpuTimeObserver(Side side, long pid, Path directory, Path proc) {
    this.side = side;
    this.pid = Math.toIntExact(pid);
    this.directory = directory;
    tasks = new TaskLister(proc);
    names = new ThreadNames(proc);
    threads = new ThreadResources<>(tasks, Map.of(this.pid, side), this::open, this::end);
  }

  /// One thread.
  private static final class Watched {
    final ProcFile file;
    final int tid;
    final long osThread;
    final boolean startedDuringRun;
    final long startNanos;
    String name;
    long now;

    Watched(
        ProcFile file, int tid, long osThread, String name, boolean startedDuringRun, long now) {
      this.file = file;
      this.tid = tid;
      this.osThread = osThread;
      this.name = name;
      this.startedDuringRun = startedDuringRun;
      this.startNanos = startedDuringRun ? 0 : now;
      this.now = now;
    }

    ThreadTime time(boolean hasEnded) {
      return new ThreadTime(osThread, name, now - startNanos, startedDuringRun, hasEnded);
    }
  }

  @Override
  public void start() {
    sample(System.nanoTime());
    if (stat != null) {
      poller = Poller.start("takt-thread-clock", PERIOD_NANOS, this::sample);
    }
  }

  /// Samples all threads.
  void sample(long now) {
    if (isFirstSample) {
      begin(now);
    }
    ProcFile process = stat;
    if (process == null) {
      return;
    }
    long cpu = cpuNanos(process);
    if (cpu != NumberScanner.NONE) {
      cpuAtLast = cpu;
      last = now;
    }
    threads.forEach(ThreadCpuTimeObserver::read);
    threads.update(now);
    isFirstSample = false;
  }

  private void begin(long now) {
    begin = now;
    last = now;
    try {
      ProcFile process = ProcFile.open(tasks.proc().resolve(pid + "/stat"), STAT_BYTES);
      stat = process;
      cpuAtBegin = cpuNanos(process);
    } catch (IOException _) {
      // No such process, or it is hidden: reported by finish.
    }
  }

  private static long cpuNanos(ProcFile stat) {
    NumberScanner figures = stat.read();
    figures.skipPastLast(')');
    if (figures.peekCharacter() == 0) {
      return NumberScanner.NONE;
    }
    figures.skipWords(WORDS_TO_USER_TIME);
    long user = figures.nextNumber();
    long system = figures.nextNumber();
    return system == NumberScanner.NONE ? NumberScanner.NONE : (user + system) * NANOS_PER_TICK;
  }

  private static void read(Watched thread) {
    long now = thread.file.read().nextNumber();
    if (now != NumberScanner.NONE) {
      thread.now = now;
    }
  }

  private @Nullable Watched open(int process, int tid, Side whose) {
    if (open >= MAX_THREADS) {
      omitted++;
      return null;
    }
    try {
      Path task = tasks.proc().resolve(process + "/task/" + tid);
      ProcFile file = ProcFile.open(task.resolve("schedstat"), SCHEDSTAT_BYTES);
      open++;
      long now = Math.max(0, file.read().nextNumber());
      return new Watched(file, tid, osThread(task, tid), names.name(tid), !isFirstSample, now);
    } catch (IOException _) {
      // It has ended.
      return null;
    }
  }

  /// The thread's number in its innermost PID namespace, which is the one the process itself sees.
  private static long osThread(Path task, int tid) {
    try {
      return Files.readAllLines(task.resolve("status"), StandardCharsets.ISO_8859_1).stream()
          .filter(line -> line.startsWith("NSpid:"))
          .map(line -> line.substring(line.lastIndexOf('\t') + 1))
          .mapToLong(Long::parseLong)
          .findFirst()
          .orElse(tid);
    } catch (IOException | NumberFormatException _) {
      return tid;
    }
  }

  private void end(Watched thread) {
    thread.file.close();
    open--;
    ended.add(thread.time(true));
  }

  @Override
  public Findings finish() {
    try {
      return write(end());
    } catch (IOException e) {
      return notObservable(String.valueOf(e.getMessage()));
    }
  }

  /// Ends the observation without writing a file.
  ///
  /// @throws IOException with a message for people, if the process cannot be read
  public ThreadTimes end() throws IOException {
    Throwable failure = poller == null ? null : poller.stop();
    ProcFile process = stat;
    if (process == null) {
      throw new IOException(
          "there is no process " + pid + ", or " + tasks.proc() + " hides it (hidepid)");
    }
    try {
      if (failure != null) {
        throw new IOException(failure.toString(), failure);
      }
      sample(System.nanoTime());
      return times();
    } finally {
      threads.close();
      process.close();
    }
  }

  /// The times so far.
  ThreadTimes times() {
    List<ThreadTime> all = new ArrayList<>(ended);
    threads.forEach(each -> {
      each.name = currentName(each);
      all.add(each.time(false));
    });
    all.sort(Comparator.comparingLong(ThreadTime::cpuNanos).reversed());
    boolean isKnown = cpuAtBegin != NumberScanner.NONE && cpuAtLast != NumberScanner.NONE;
    return new ThreadTimes(
        ThreadTimes.FORMAT_VERSION,
        List.of(
            new ProcessTime(
                side,
                pid,
                begin,
                last,
                PERIOD_NANOS,
                isKnown ? cpuAtLast - cpuAtBegin : null,
                omitted,
                all)));
  }

  /// Reads the name again, since Java names a thread only after it has started.
  private String currentName(Watched thread) {
    return Files.exists(tasks.proc().resolve(pid + "/task/" + thread.tid))
        ? names.name(thread.tid)
        : thread.name;
  }

  private Findings write(ThreadTimes times) {
    try {
      RunDirectory.open(directory).write(times);
      return Findings.NONE;
    } catch (IOException e) {
      return notObservable(String.valueOf(e.getMessage()));
    }
  }

  private Findings notObservable(String why) {
    return Findings.ofNotObservable(new NotObservable(side, "CPU time of threads", why));
  }
}
