import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;

/// A thread that does nothing but sleep and wake, for `bench/watch --wake-ups`: what a hiccup meter
/// costs before it measures anything. As an agent in the JVM that serves, or in a JVM of its own.
///
/// How long it sleeps at a time stands in a file that both sides have mapped, in microseconds: so
/// nothing but that changes between two looks. 0 is ten wake-ups a second.
public final class Wakes {

  private static final long WHEN_OFF = TimeUnit.MILLISECONDS.toNanos(100);

  private Wakes() {}

  /// @param file that says how long to sleep
  public static void agentmain(String file) throws IOException {
    Thread thread = new Thread(null, sleeper(file), "bench-wakes", 0, false);
    thread.setDaemon(true);
    thread.start();
  }

  /// The same as a process.
  public static void main(String[] arguments) throws IOException {
    sleeper(arguments[0]).run();
  }

  private static Runnable sleeper(String file) throws IOException {
    try (FileChannel channel = FileChannel.open(Path.of(file), StandardOpenOption.READ)) {
      MappedByteBuffer told = channel.map(FileChannel.MapMode.READ_ONLY, 0, Integer.BYTES);
      told.order(ByteOrder.nativeOrder());
      return () -> sleepForever(told);
    }
  }

  private static void sleepForever(MappedByteBuffer told) {
    try {
      while (true) {
        int micros = told.getInt(0);
        TimeUnit.NANOSECONDS.sleep(micros == 0 ? WHEN_OFF : TimeUnit.MICROSECONDS.toNanos(micros));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
