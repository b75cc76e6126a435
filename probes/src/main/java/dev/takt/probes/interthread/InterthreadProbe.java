package dev.takt.probes.interthread;

import dev.takt.probes.IntervalCollector;
import dev.takt.probes.ProbeSink;
import dev.takt.probes.ProbeThread;
import dev.takt.probes.StolenTime;
import dev.takt.probes.WaitMode;
import dev.takt.record.NanoClock;
import dev.takt.record.RecorderRegistry;
import dev.takt.record.histogram.Counts;
import dev.takt.record.histogram.Layout;
import dev.takt.record.histogram.Spectrum;
import dev.takt.runs.model.Stall.Actor;
import dev.takt.runs.model.Stalls;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.Units;
import dev.takt.watch.Watch;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Measures the latency of messages from one thread to another through a queue, and finds the
/// stalls that explain the slowest ones.
///
/// Messages are sent on an open-loop schedule. Response time counts from a message's intended
/// start, service time from its actual start, and a message that was due and never sent counts with
/// its age. At the maximum rate there is no schedule, and only service time.
///
/// [#run] is called once; [#stop] may be called by any thread at any time.
public final class InterthreadProbe {

  /// The tag of response times.
  public static final String RESPONSE = "message-rt";

  /// The tag of service times.
  public static final String SERVICE = "message-st";

  /// The tag of wait times, which are the difference.
  public static final String WAIT = "message-wt";

  static final long DEFAULT_THRESHOLD_NANOS = TimeUnit.MICROSECONDS.toNanos(100);
  private static final int OUTLIER_MEDIANS = 10;

  /// Interrupts and short services of the kernel take less.
  private static final double MAX_OFF_SHARE = 0.02;

  private static final int MAX_OUTLIERS = 200_000;

  private final InterthreadSettings settings;
  private final Watch watch;
  private final NanoClock stolenTime;
  private final RecorderRegistry recorders = new RecorderRegistry();
  private volatile boolean stopped;

  /// @param watch observes this JVM and this machine during the probe; not started yet
  public InterthreadProbe(InterthreadSettings settings, Watch watch) {
    this(settings, watch, new StolenTime());
  }

  /// @param stolenTime what the hypervisor took from the processors
  InterthreadProbe(InterthreadSettings settings, Watch watch, NanoClock stolenTime) {
    this.settings = settings;
    this.watch = watch;
    this.stolenTime = stolenTime;
  }

  /// Ends the probe early, with the values measured so far.
  public void stop() {
    stopped = true;
  }

  /// Measures.
  ///
  /// @throws InterruptedException if the calling thread is interrupted; nothing is left running
  public InterthreadResult run(ProbeSink sink) throws InterruptedException {
    OutlierLog log = new OutlierLog(minOutlierNanos(), MAX_OUTLIERS);
    MessageChannel path =
        MessageChannel.of(settings.queue(), settings.capacity(), settings.waiting());
    Consumer consumer = new Consumer(settings, path, recorders, log);
    Producer producer = new Producer(settings, path, () -> stopped);
    Counts sum = new Counts(Layout.THREE_DIGITS);
    Stalls stalls;
    long begin = System.nanoTime();
    long stolen = stolenTime.nanoTime();
    watch.start();
    try {
      exchangeMessages(producer, consumer, log, new SummingSink(sink, headline(), sum));
    } finally {
      stopped = true;
      stalls = watch.finish();
    }
    stolen = stolenTime.nanoTime() - stolen;
    List<String> disturbed = new ArrayList<>(disturbed(producer, consumer));
    disturbed.addAll(disturbedByTheft(stolen, System.nanoTime() - begin));
    return result(producer, consumer, log, threshold(sum), stalls, disturbed);
  }

  private void exchangeMessages(
      Producer producer, Consumer consumer, OutlierLog log, ProbeSink sink)
      throws InterruptedException {
    Thread receiver = ProbeThread.start("takt-probe-consumer", consumer);
    Thread sender = ProbeThread.start("takt-probe-producer", producer);
    IntervalCollector collector = new IntervalCollector(recorders, sink);
    collector.collectUntilEnded(() -> sink.progress(progress(producer)), sender, receiver);
    producer.recordNeverSent(recorders.singleWriter(RESPONSE), log);
    collector.collect();
  }

  private static String progress(Producer producer) {
    long sent = producer.sent();
    return sent == 0 ? "warming up" : EnglishText.format("%,d messages sent", sent);
  }

  private String headline() {
    return settings.rate() == null ? SERVICE : RESPONSE;
  }

  private long minOutlierNanos() {
    Long asked = settings.thresholdNanos();
    return asked == null ? DEFAULT_THRESHOLD_NANOS : asked;
  }

  private long threshold(Counts sum) {
    Long asked = settings.thresholdNanos();
    return asked == null
        ? Math.max(
            DEFAULT_THRESHOLD_NANOS,
            OUTLIER_MEDIANS * (long) Spectrum.of(sum).valueAtPercentile(50))
        : asked;
  }

  private InterthreadResult result(
      Producer producer,
      Consumer consumer,
      OutlierLog log,
      long threshold,
      Stalls stalls,
      List<String> disturbed) {
    List<Actor> threads = List.of(producer.actor(), consumer.actor());
    List<String> notes = new ArrayList<>(producer.notes());
    notes.addAll(consumer.notes());
    return new InterthreadResult(
        new InterthreadResult.MessageCounts(
            producer.sent() + producer.neverSent(), producer.sent(), consumer.received()),
        producer.beginNanoTime(),
        new InterthreadResult.Outliers(
            threshold,
            new OutlierMatcher(threads).match(log.outliers(threshold), stalls.stalls()),
            log.missed()),
        stalls,
        disturbed,
        notes);
  }

  /// Threads that spin use their processors all the time, unless something takes them away.
  private List<String> disturbed(Producer producer, Consumer consumer) {
    return settings.waiting() == WaitMode.SPIN
        ? disturbedSpinning(producer.offProcessorShare(), consumer.offProcessorShare())
        : List.of();
  }

  /// The threads' own CPU time contains the stolen time on some kernels: they do not notice it.
  ///
  /// @param nanos what the hypervisor took from all processors together
  /// @param elapsed in this time, in nanoseconds
  static List<String> disturbedByTheft(long nanos, long elapsed) {
    return nanos <= MAX_OFF_SHARE * elapsed
        ? List.of()
        : List.of(
            "disturbed: the hypervisor took "
                + Units.time(nanos)
                + " of processor time in "
                + Units.time(elapsed)
                + " (steal)");
  }

  /// @param sender the share of the time for which the sender did not run
  /// @param receiver the same of the receiver
  static List<String> disturbedSpinning(double sender, double receiver) {
    return Math.max(sender, receiver) <= MAX_OFF_SHARE
        ? List.of()
        : List.of(
            "disturbed: the sender had no processor for "
                + Units.percent(sender)
                + " of the time, the receiver for "
                + Units.percent(receiver));
  }

  /// A sink that sums up the values of one tag and passes on all.
  private record SummingSink(ProbeSink sink, String tag, Counts sum) implements ProbeSink {

    @Override
    public void interval(String name, long begin, long end, Counts values) {
      if (name.equals(tag)) {
        sum.add(values);
      }
      sink.interval(name, begin, end, values);
    }

    @Override
    public void progress(String line) {
      sink.progress(line);
    }
  }
}
