import com.sun.management.ThreadMXBean;
import dev.takt.load.journey.Answer;
import dev.takt.load.journey.Check;
import dev.takt.load.journey.Extraction;
import dev.takt.load.journey.Feeder;
import dev.takt.load.journey.JourneySpec;
import dev.takt.load.journey.Journeys;
import dev.takt.load.journey.JsonPath;
import dev.takt.load.journey.Part;
import dev.takt.load.journey.StepSpec;
import dev.takt.load.journey.Subject;
import dev.takt.load.journey.User;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/// Prints what it costs the thread that sends to read the answer to a step: a line for each kind and size, with bytes of
/// the body, kind, CPU nanoseconds of the thread (median, least and most of 15 batches) and bytes that it allocates. What
/// is read stands at the end of a body in JSON. Collections of garbage are not in the CPU time.
final class ExtractionCost {

  private static final String ITEM = "{\"id\":17,\"name\":\"shelf of oak\",\"cents\":12900,\"left\":3}";
  private static final String END = "],\"status\":\"ok\",\"total\":3,\"token\":\"k7Qd0xwZbN2v\"}";
  private static final int BATCHES = 15;
  private static final long BATCH_NANOS = 100_000_000;
  private static final int MAX_COUNT = 1 << 24;
  private static final long WARMUP_NANOS = 3_000_000_000L;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static long unread;

  public static void main(String[] arguments) {
    Map<String, StepSpec> steps = new LinkedHashMap<>();
    steps.put("nothing", step(List.of(), List.of()));
    steps.put("JSONPath", step(List.of(extraction(new Subject.Json(JsonPath.parse("$.token")), null)), List.of()));
    steps.put(
        "regex",
        step(List.of(extraction(new Subject.Body(), Pattern.compile("\"token\":\"(\\w+)\""))), List.of()));
    steps.put(
        "5 checks",
        step(
            List.of(),
            List.of(
                Check.parse("status == 200"),
                Check.parse("$.status == \"ok\""),
                Check.parse("$.total > 2"),
                Check.parse("body contains \"token\""),
                Check.parse("size < 1MB"))));
    for (int bytes : new int[] {1 << 10, 64 << 10}) {
      Answer answer = answer(bytes);
      steps.forEach((name, step) -> measure(bytes, name, user(step), answer));
    }
    if (unread > 0) {
      throw new IllegalStateException(unread + " answers were not read");
    }
  }

  private static void measure(int bytes, String name, User user, Answer answer) {
    for (long warm = 0, i = 0; warm < WARMUP_NANOS && i < MAX_COUNT; i++) {
      warm += batch(user, answer, 100); // until it is compiled
    }
    int count = 1;
    for (long nanos = 0; nanos < BATCH_NANOS && count < MAX_COUNT; count *= 2) {
      nanos = batch(user, answer, count);
    }
    double[] nanos = new double[BATCHES];
    long allocated = THREADS.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < BATCHES; i++) {
      nanos[i] = (double) batch(user, answer, count) / count;
    }
    allocated = THREADS.getCurrentThreadAllocatedBytes() - allocated;
    Arrays.sort(nanos);
    System.out.printf(
        Locale.ROOT,
        "%d\t%s\t%.1f\t%.1f\t%.1f\t%d%n",
        bytes,
        name,
        nanos[BATCHES / 2],
        nanos[0],
        nanos[BATCHES - 1],
        allocated / BATCHES / count);
  }

  /// As a driver does it for each answer.
  private static long batch(User user, Answer answer, int count) {
    long begin = THREADS.getCurrentThreadCpuTime();
    for (int i = 0; i < count; i++) {
      if (user.readsAnswer() && user.judge(answer) != null) {
        unread++;
      }
    }
    return THREADS.getCurrentThreadCpuTime() - begin;
  }

  private static Extraction extraction(Subject subject, Pattern pattern) {
    return new Extraction("t", 0, subject, pattern);
  }

  private static StepSpec step(List<Extraction> extractions, List<Check> checks) {
    return StepSpec.of("s", 0, extractions, checks);
  }

  private static User user(StepSpec step) {
    JourneySpec journey = new JourneySpec("j", 1, List.of(new Part.Step(step)));
    return new Journeys(1, List.of(journey), Feeder.NONE).arrive(0, 0);
  }

  private static Answer answer(int bytes) {
    StringBuilder text = new StringBuilder("{\"items\":[").append(ITEM);
    while (text.length() + ITEM.length() + END.length() < bytes) {
      text.append(',').append(ITEM);
    }
    byte[] body = text.append(END).toString().getBytes(StandardCharsets.UTF_8);
    return new Answer() {
      @Override
      public int status() {
        return 200;
      }

      @Override
      public ByteBuffer body() {
        return ByteBuffer.wrap(body);
      }

      @Override
      public long size() {
        return body.length;
      }
    };
  }
}
