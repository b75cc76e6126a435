package dev.takt.probes.interthread;

import dev.takt.probes.ProbeThread;
import dev.takt.record.RecorderRegistry;
import dev.takt.record.SingleWriterRecorder;

/// The thread that receives messages and records how long each took.
final class Consumer extends ProbeThread {

  private final MessageChannel path;
  private final boolean scheduled;
  private final SingleWriterRecorder responses;
  private final SingleWriterRecorder services;
  private final SingleWriterRecorder waits;
  private final OutlierLog log;
  private long received;

  Consumer(
      InterthreadSettings settings,
      MessageChannel path,
      RecorderRegistry recorders,
      OutlierLog log) {
    super(settings.pin() == null ? null : settings.pin().consumer());
    this.path = path;
    this.scheduled = settings.rate() != null;
    this.responses = recorders.singleWriter(InterthreadProbe.RESPONSE);
    this.services = recorders.singleWriter(InterthreadProbe.SERVICE);
    this.waits = recorders.singleWriter(InterthreadProbe.WAIT);
    this.log = log;
  }

  @Override
  public void work() {
    try {
      for (Message message = path.take(); !message.isLast; message = path.take()) {
        if (message.isMeasured) {
          record(message, System.nanoTime());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void record(Message message, long now) {
    services.record(now - message.started);
    if (scheduled) {
      responses.record(now - message.intended);
      waits.record(message.started - message.intended);
    }
    log.record(message.intended, now);
    received++;
  }

  /// How many measured messages arrived. Valid after this thread was joined.
  long received() {
    return received;
  }
}
