package dev.takt.agent.locks.boot;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import org.jspecify.annotations.Nullable;

/// The JFR event of a thread, platform or virtual, that waited for a lock of
/// `java.util.concurrent`.
@Name("takt.LockWait")
@Label("Lock Wait")
@Category({"Takt", "Locks"})
@Description("A thread waited for a lock of java.util.concurrent")
@Threshold("10 us")
@StackTrace
public final class LockWait extends Event {

  @Label("Lock Class")
  @Nullable Class<?> lockClass;

  @Label("Identity")
  @Description("The lock's identity hash code")
  int identity;

  @Label("Created At")
  @Description("Where the lock was created, if the instrumentation was installed by then")
  @Nullable String createdAt;

  @Label("Owner")
  @Description("The thread that held the lock when the wait began, if the lock has an owner")
  @Nullable Thread owner;

  @Label("Owner Name")
  @Description("Its name, since older JVMs do not record a thread that has ended meanwhile")
  @Nullable String ownerName;

  @Label("Acquired")
  @Description("Whether the thread got the lock")
  boolean acquired;
}
