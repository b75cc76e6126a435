package dev.takt.load.config.source;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The settings that plans have with any driver. The reader, the writer, the schema and the flags
/// of `takt run` are all generated from this table.
public enum PlanKey {
  /// The system under test.
  TARGET(Form.TEXT, "demo", "The system under test; 'demo' starts an example web shop"),
  /// The rate mode.
  MODE(
      Form.MODE,
      "fixed",
      "fixed: on schedule; throttle: on schedule, headline is service time; "
          + "throughput: closed loop, no schedule; closed: so many users of journeys (--users)"),
  /// The rate.
  RATE(Form.RATE, "1000/s", "Operations per time: 5000/s, 300/m"),
  /// How operations are spread over time.
  SCHEDULE(
      Form.SCHEDULE,
      "constant",
      "When operations are due: constant, poisson, stages such as 'ramp 0/s..5000/s 30s, hold"
          + " 5000/s 1m', 'sine mean 500/s amplitude 200/s period 60s', trace:FILE"),
  /// A log whose requests are sent.
  REPLAY(
      Form.REPLAY,
      "",
      "Send the requests of an access log or HAR file at their times, instead of a rate: the file,"
          + " or a map of file, speed, from, to, methods, path, status, group and fields"),
  /// The speed of a replay.
  REPLAY_SPEED(Form.TEXT, "", "How much faster than in the log: 2, 0.5"),
  /// The beginning of a replay.
  REPLAY_FROM(
      Form.TEXT,
      "",
      "First moment of the log to replay: 10m after its first request, or 2027-03-01T10:00:00Z"),
  /// The end of a replay.
  REPLAY_TO(Form.TEXT, "", "End of the part of the log to replay, as --replay-from"),
  /// The methods of a replay.
  REPLAY_METHODS(
      Form.TEXT,
      "",
      "Methods of the log to send, such as GET,HEAD,POST; default GET,HEAD; never with a body"),
  /// The seed.
  SEED(Form.WHOLE, "42", "Random seed; the same seed gives the same operations and arrivals"),
  /// The duration.
  DURATION(
      Form.TIME,
      "20s",
      "How long to send, including warm-up; with only --count: until all are sent"),
  /// The number of operations.
  COUNT(Form.WHOLE, "", "Number of operations to send, including warm-up"),
  /// The part of the load that this generator sends.
  SHARE(
      Form.TEXT,
      "",
      "The part of rate, schedule and count that this generator sends: 7/20 is the seventh of"
          + " twenty equal shares, 3-5/20 are three of them"),
  /// The agreed start.
  START_AT(
      Form.TEXT,
      "",
      "When the schedule starts, for generators that start together: 2027-03-01T10:00:00Z, or -"
          + " for a line of standard input once the run is ready"),
  /// Several machines.
  FLEET(
      Form.FLEET,
      "",
      "Settings of a run on several machines (--fleet): a map of machines, watchers, on-loss, orphan,"
          + " join-timeout, start-lead and collect"),
  /// The warm-up.
  WARMUP(Form.TIME, "0s", "Warm-up: operations due in this time are excluded from the summary"),
  /// The drain.
  DRAIN(Form.TIME, "30s", "How long to wait at the end for due and in-flight operations"),
  /// The time limit.
  TIMEOUT(Form.TIME_OR_OFF, "30s", "Time limit of one operation, or off"),
  /// Connections.
  CONNECTIONS(Form.WHOLE, "16", "Connections of asynchronous drivers"),
  /// Whose the connections are.
  CONNECTION_POLICY(
      Form.CONNECTION_POLICY,
      "shared",
      "Connections of journeys: shared by all users, or one for each user, until its end"),
  /// Sending threads.
  THREADS(Form.WHOLE, "1", "Event-loop threads of asynchronous drivers"),
  /// Workers.
  WORKERS(Form.WHOLE, "16", "Worker threads of blocking drivers"),
  /// Platform or virtual threads.
  WORKER_THREADS(Form.WORKER_THREADS, "platform", "Kind of worker threads: platform or virtual"),
  /// The sockets of event loops.
  TRANSPORT(
      Form.TRANSPORT,
      "auto",
      "Sockets of http, redis and grpc: epoll (Linux), nio (any system, less exact), or auto:"
          + " epoll where there is one"),
  /// Pacing.
  PACING(
      Form.PACING,
      "hybrid",
      "How to wait for the next start: sleep, spin, or hybrid (sleep, then spin)"),
  /// The generator's own warm-up.
  SELF_WARMUP(
      Form.TIME_OR_OFF,
      "1s",
      "Warm-up of the generator's own code before the run, without the target; or off"),
  /// The log's interval.
  INTERVAL(Form.TIME, "1s", "Interval of the latency log"),
  /// The size of the operation trace.
  TRACE_LIMIT(
      Form.WHOLE, "1000000", "Operations in the trace; beyond that only slow and failed ones"),
  /// Assertions.
  FAIL_IF(Form.RULES, "", "A rule that fails the run: 'p99 > 20ms', 'errors > 0.1%'; repeatable"),
  /// How closely to observe.
  WATCH(
      Form.WATCH,
      "off",
      "Observe target, generator and host during the run: default, or deep (higher overhead); the demo is watched by default"),
  /// The target's process.
  WATCH_PID(
      Form.WHOLE,
      "",
      "The target's process; default: the one that listens at the target's address"),
  /// A CPU profile of the target.
  PROFILE(
      Form.TIME_OR_OFF,
      "off",
      "CPU-time sampling period of the target's threads, for takt profile: 10ms;"
          + " needs JDK 25 in the target, or async-profiler"),
  /// What takes the CPU profile.
  PROFILER(
      Form.TEXT,
      "",
      "async or async:PATH: let async-profiler take the profile, by its jar or library;"
          + " default: JFR"),
  /// A command that starts the target.
  SPAWN(
      Form.TEXT,
      "",
      "Command that starts the target; it is stopped after the run: 'java -jar app.jar'"),
  /// Links to traces.
  TRACE_LINK(
      Form.TEXT,
      "",
      "Link from slow operations to their traces, with {id} for the trace id:"
          + " 'http://localhost:16686/trace/{id}'"),
  /// An endpoint for Prometheus.
  PROMETHEUS(Form.TEXT, "", "Serve live metrics for Prometheus at a local port or HOST:PORT"),
  /// How long the endpoint stays up.
  PROMETHEUS_LINGER(
      Form.TIME, "0s", "How long to serve the final metrics after the run, until they are scraped"),
  /// An OTLP collector.
  OTLP(
      Form.TEXT,
      "",
      "Push the live figures to an OpenTelemetry collector, by OTLP/HTTP: http://127.0.0.1:4318"),
  /// Push interval.
  OTLP_INTERVAL(Form.TIME, "10s", "How often to push"),
  /// Delta or cumulative figures.
  OTLP_TEMPORALITY(
      Form.TEMPORALITY,
      "cumulative",
      "cumulative: each push has all data so far; delta: data since the last successful push"),
  /// Headers of the pushes.
  OTLP_HEADER(
      Form.TEXTS,
      "",
      "A header of each push: 'Authorization: Bearer TOKEN'; repeatable, and kept out of run.json"),
  /// The run directory.
  OUT(
      Form.TEXT,
      "",
      "Directory for the run's files, which must be new or empty; default: a new "
          + "one under takt-runs"),
  /// A key-value workload.
  WORKLOAD(
      Form.WORKLOAD,
      "",
      "A YCSB workload (properties file); repeatable, later files override earlier ones"),
  /// Single properties of the workload.
  PROPERTY(Form.PROPERTIES, "", "A workload property; overrides the files; repeatable"),
  /// A workload class in Java.
  WORKLOAD_CLASS(Form.TEXT, "", "A workload in Java: a class that implements KeyValueWorkload"),
  /// The classpath of the workload class, and of the classes of journeys.
  CLASSPATH(
      Form.TEXTS,
      "",
      "Class path of --workload-class and of steps of journeys: jars or directories; repeatable"),
  /// Named generators.
  GENERATORS(
      Form.GENERATORS,
      "",
      "Names for generated values: a map such as key: zipfian:1..1000, used as {key}"),
  /// Kinds of operations.
  OPERATIONS(
      Form.OPERATIONS, "", "Operation types: a list of name, weight and the driver's properties"),
  /// How many users there are, and where their values come from.
  USERS(
      Form.USERS,
      "",
      "Number of users of journeys (closed model), instead of a rate; in a plan also a map of count,"
          + " of a file of their values (CSV or JSON lines), and of pick: sequential, random or"
          + " unique"),
  /// Journeys.
  JOURNEYS(
      Form.JOURNEYS,
      "",
      "What users do: names and journeys, each with a weight and a list of steps and think times");

  /// The syntax of a value.
  public enum Form {
    /// Text.
    TEXT,
    /// A whole number.
    WHOLE,
    /// A time with its unit.
    TIME,
    /// A time with its unit, or `off`.
    TIME_OR_OFF,
    /// Operations per time.
    RATE,
    /// A schedule: text, or a list of stages.
    SCHEDULE,
    /// A rate mode.
    MODE,
    /// A kind of pacing.
    PACING,
    /// A kind of thread.
    WORKER_THREADS,
    /// A kind of socket.
    TRANSPORT,
    /// Whose the connections are.
    CONNECTION_POLICY,
    /// How closely to observe.
    WATCH,
    /// Delta or cumulative figures.
    TEMPORALITY,
    /// A list of texts, or one text.
    TEXTS,
    /// A list of assertions.
    RULES,
    /// Property files, or the properties themselves.
    WORKLOAD,
    /// A list of properties, `NAME=VALUE`.
    PROPERTIES,
    /// Settings of a fleet by name.
    FLEET,
    /// Generators by name.
    GENERATORS,
    /// A list of operations.
    OPERATIONS,
    /// A number, or a map of it, a file, and how rows are picked.
    USERS,
    /// A file, or a map of it and what is replayed of it.
    REPLAY,
    /// Journeys by name.
    JOURNEYS;

    /// The permitted values; empty if the form has no fixed list.
    public List<String> choices() {
      return switch (this) {
        case MODE -> List.of("fixed", "throttle", "throughput", "closed");
        case PACING -> List.of("sleep", "hybrid", "spin");
        case WORKER_THREADS -> List.of("platform", "virtual");
        case CONNECTION_POLICY -> List.of("shared", "user");
        case TRANSPORT -> List.of("auto", "epoll", "nio");
        case TEMPORALITY -> List.of("cumulative", "delta");
        case WATCH -> List.of("off", "default", "deep");
        default -> List.of();
      };
    }

    /// Whether one flag can express it.
    public boolean isFlag() {
      return switch (this) {
        case OPERATIONS, GENERATORS, FLEET, JOURNEYS -> false;
        default -> true;
      };
    }

    /// Whether a flag's text is YAML: that of users is a number, or a map; that of a replay a file,
    /// or a map.
    boolean isYaml(String text) {
      return (this == USERS || this == REPLAY) ? text.stripLeading().startsWith("{") : !isFlag();
    }
  }

  private final Form form;
  private final String defaultText;
  private final String description;

  PlanKey(Form form, String defaultText, String description) {
    this.form = form;
    this.defaultText = defaultText;
    this.description = description;
  }

  /// The key in a plan; with two leading dashes, the flag.
  public String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// The environment variable that sets it, such as `TAKT_RATE`; null for a list or a map.
  public @Nullable String variable() {
    return switch (form) {
      case RULES, TEXTS, WORKLOAD, PROPERTIES, FLEET, GENERATORS, OPERATIONS, JOURNEYS -> null;
      default -> "TAKT_" + name();
    };
  }

  /// The syntax of its value.
  public Form form() {
    return form;
  }

  /// The default, as written in a plan; empty if there is none.
  public String defaultText() {
    return defaultText;
  }

  /// A one-line description for the help and the schema.
  public String description() {
    return description;
  }

  /// Finds the key with that name.
  static Optional<PlanKey> of(String key) {
    for (PlanKey each : values()) {
      if (each.key().equals(key)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }
}
