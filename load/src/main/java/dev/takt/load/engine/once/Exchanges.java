package dev.takt.load.engine.once;

import dev.takt.load.driver.AsyncDriver;
import dev.takt.load.driver.Outcome;
import dev.takt.load.journey.User;
import dev.takt.load.journey.UserObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Passes on what happens to a listener, and what a user makes of an answer after that answer.
/// Confined to the thread that sends.
final class Exchanges implements UserObserver {

  private final OnceListener listener;
  private final List<String> operations;
  private final List<String> columns;
  private final List<OnceResult.Failure> failures = new ArrayList<>();

  /// What a user has made of the answer that is being read; null if none is.
  private @Nullable List<Consumer<OnceListener>> held;

  private @Nullable User known;
  private @Nullable String aborted;
  private String name = "";
  private boolean isParallel;
  private int count;
  private long beginning;
  private long sentAt;
  private long requestedAt;
  private long firstAt;
  private long lastAt;
  private volatile boolean stopping;

  /// @param operations their names
  /// @param columns the names of the values of the user's row
  Exchanges(OnceListener listener, List<String> operations, List<String> columns) {
    this.listener = listener;
    this.operations = operations;
    this.columns = columns;
  }

  /// Nothing that ends from now on has failed: the run is stopped. May be called by any thread.
  void stop() {
    stopping = true;
  }

  void begin(long nanos) {
    beginning = nanos;
  }

  /// The next step is one of this user.
  void actFor(User user) {
    name = user.step().name();
    isParallel = user.owner() != user;
    if (known != user.owner()) {
      known = user;
      for (int i = 0; i < columns.size(); i++) {
        listener.learned(columns.get(i), user.value(i), false);
      }
      listener.arrived(user);
      user.observe(this);
    }
  }

  void sent(int operation, long now) {
    count++;
    sentAt = now;
    if (known == null) {
      name = operations.get(operation);
    }
    listener.began(isParallel ? name + " (parallel)" : name, now - beginning);
  }

  void requested(Traffic request, long now) {
    requestedAt = now;
    firstAt = 0;
    listener.requested(request);
  }

  /// A part of an answer is about to be read.
  void reading(long now) {
    if (firstAt == 0) {
      firstAt = now;
    }
    lastAt = now;
    held = new ArrayList<>();
  }

  /// It was read.
  ///
  /// @param answer null while it is incomplete
  void read(@Nullable Traffic answer) {
    if (answer != null && !answer.isEmpty()) {
      listener.answered(
          answer,
          firstAt == 0 ? OnceListener.NOT_KNOWN : firstAt - requestedAt,
          lastAt - requestedAt);
    }
    List<Consumer<OnceListener>> seen = held;
    held = null;
    if (seen != null) {
      seen.forEach(each -> each.accept(listener));
    }
  }

  /// Sees requests and answers that are texts.
  AsyncDriver.Viewer viewer() {
    return new AsyncDriver.Viewer() {
      @Override
      public void requested(String text) {
        Exchanges.this.requested(new Traffic(text), System.nanoTime());
      }

      @Override
      public void reading(long nanos) {
        Exchanges.this.reading(nanos);
      }

      // The thread that calls the target knows both times. When the first byte came is not known.
      @Override
      public void reading(long startNanos, long endNanos) {
        sentAt = startNanos;
        requestedAt = startNanos;
        lastAt = endNanos;
        held = new ArrayList<>();
      }

      @Override
      public void answered(String text) {
        read(new Traffic(text));
      }
    };
  }

  void ended(Outcome outcome, long end) {
    if (stopping && !outcome.isOk()) {
      return;
    }
    listener.ended(outcome, end - sentAt);
    if (!outcome.isOk()) {
      failures.add(new OnceResult.Failure(count, name, outcome.label()));
    }
  }

  /// @param isStopped whether the run was stopped before its end
  OnceResult result(boolean isStopped) {
    return new OnceResult(count, failures, aborted, isStopped);
  }

  private void pass(Consumer<OnceListener> event) {
    if (held == null) {
      event.accept(listener);
    } else {
      held.add(event);
    }
  }

  @Override
  public void extracted(String variable, byte[] value, boolean isSecret) {
    listener.learned(variable, value, isSecret);
    pass(to -> to.extracted(variable, value, isSecret));
  }

  @Override
  public void checked(String check, @Nullable String failure, String found) {
    pass(to -> to.checked(check, failure, found));
  }

  @Override
  public void decided(String what) {
    pass(to -> to.decided(what));
  }

  @Override
  public void thinks(long nanos) {
    pass(to -> to.thinks(nanos));
  }

  @Override
  public void aborted(String reason) {
    aborted = reason;
    pass(to -> to.aborted(reason));
  }
}
