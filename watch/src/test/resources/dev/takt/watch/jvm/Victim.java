import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Is watched: does what its arguments say, and prints when it did, in System.nanoTime(). */
public class Victim {

  static volatile boolean copying;
  static volatile Object sink;

  @Name("dev.takt.ClockMark")
  @StackTrace(false)
  static class Mark extends Event {
    long nanoTime;
  }

  public static void main(String[] args) throws Exception {
    List<Object> live = new ArrayList<>(1 << 20); // so that it never grows
    for (int i = 0; i + 1 < args.length; i += 2) {
      String value = args[i + 1];
      switch (args[i]) {
        case "live":
          for (int k = 0; k < Integer.parseInt(value); k++) {
            live.add(new int[] {k});
          }
          break;
        case "await":
          while (!new File(value).exists()) {
            Thread.sleep(5);
          }
          break;
        case "sleep":
          Thread.sleep(Long.parseLong(value));
          break;
        case "gc":
          repeat("gc", Integer.parseInt(value), System::gc);
          break;
        case "churn":
          allocate("churn", Integer.parseInt(value), 1 << 10, new ArrayList<>(), 0);
          break;
        case "retain":
          allocate("retain", Integer.parseInt(value), 1 << 10, live, Integer.MAX_VALUE);
          break;
        case "humongous":
          allocate("humongous", Integer.parseInt(value), 2 << 20, new ArrayList<>(), 4);
          break;
        case "dump":
          repeat("dump", Integer.parseInt(value), () -> sink = Thread.getAllStackTraces());
          break;
        case "late":
          late(Integer.parseInt(value));
          break;
        case "marks":
          marks(Integer.parseInt(value));
          break;
        case "classes":
          classes(Integer.parseInt(value));
          break;
        case "ask":
          ask(Integer.parseInt(value));
          break;
        case "chat":
          chat(Integer.parseInt(value));
          break;
        case "say":
          System.out.println(value);
          break;
        default:
          throw new IllegalArgumentException(args[i]);
      }
    }
    sink = live;
  }

  /** As an agent: takes the thread that answers whoever attaches, for some milliseconds. */
  public static void agentmain(String millis) throws InterruptedException {
    Thread.sleep(Long.parseLong(millis));
  }

  static void repeat(String name, int times, Runnable what) throws InterruptedException {
    for (int i = 0; i < times; i++) {
      Thread.sleep(60);
      long begin = System.nanoTime();
      what.run();
      System.out.println(name + " " + begin + " " + System.nanoTime());
    }
  }

  /** Allocates megabytes in arrays of a size (with header), and keeps the last ones of them. */
  static void allocate(String name, int megabytes, int size, List<Object> kept, int most) {
    long begin = System.nanoTime();
    for (long bytes = 0; bytes < (long) megabytes << 20; bytes += size) {
      Object array = new byte[size - 16];
      sink = array;
      if (most > 0) {
        kept.add(array);
      }
      if (kept.size() > most) {
        kept.remove(0);
      }
    }
    System.out.println(name + " " + begin + " " + System.nanoTime());
  }

  /** Thread dumps while one thread copies memory, which has no place to stand within. */
  static void late(int times) throws InterruptedException {
    byte[] from = new byte[160 << 20];
    byte[] to = new byte[160 << 20];
    Thread laggard =
        new Thread(
            () -> {
              while (true) {
                copying = true;
                System.arraycopy(from, 0, to, 0, from.length);
                copying = false;
                try {
                  Thread.sleep(60);
                } catch (InterruptedException e) {
                  return;
                }
              }
            },
            "the laggard");
    laggard.setDaemon(true);
    laggard.start();
    for (int i = 0; i < times; i++) {
      while (copying) {
        Thread.sleep(1);
      }
      while (!copying) {
        Thread.onSpinWait();
      }
      long begin = System.nanoTime();
      sink = Thread.getAllStackTraces();
      System.out.println("late " + begin + " " + System.nanoTime());
    }
    laggard.interrupt();
    laggard.join();
  }

  static void marks(int times) throws InterruptedException {
    for (int i = 0; i < times; i++) {
      Mark mark = new Mark();
      long before = System.nanoTime();
      mark.begin();
      mark.nanoTime = before + (System.nanoTime() - before) / 2;
      mark.commit();
      if (i % 100 == 0) {
        Thread.sleep(10);
      }
    }
  }

  /** Asks a service that takes 30 ms for each answer. */
  static void ask(int times) throws Exception {
    try (Service service = new Service(30);
        Socket socket = service.connection()) {
      repeat(
          "ask",
          times,
          () -> {
            try {
              socket.getOutputStream().write(1);
              sink = socket.getInputStream().read();
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    }
  }

  /** Asks one that answers at once, as often as it can. */
  static void chat(int millis) throws Exception {
    long end = System.nanoTime() + millis * 1_000_000L;
    try (Service service = new Service(0);
        Socket socket = service.connection()) {
      while (System.nanoTime() < end) {
        socket.getOutputStream().write(1);
        sink = socket.getInputStream().read();
      }
    }
  }

  /** Answers each byte of one client, on a port below those that clients are given. */
  static class Service implements AutoCloseable {

    private final ServerSocket server;

    Service(long delayMillis) throws IOException {
      server = open();
      Thread thread =
          new Thread(
              () -> {
                try (Socket client = server.accept()) {
                  client.setTcpNoDelay(true);
                  while (client.getInputStream().read() >= 0) {
                    Thread.sleep(delayMillis);
                    client.getOutputStream().write(1);
                  }
                } catch (IOException | InterruptedException e) {
                  // The client has closed the connection.
                }
              },
              "the service");
      thread.setDaemon(true);
      thread.start();
    }

    private static ServerSocket open() throws IOException {
      for (int port = 12_000 + (int) (ProcessHandle.current().pid() % 8_000); ; port++) {
        try {
          return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
        } catch (BindException e) {
          // The port is in use.
        }
      }
    }

    Socket connection() throws IOException {
      Socket socket = new Socket(server.getInetAddress(), server.getLocalPort());
      socket.setTcpNoDelay(true);
      return socket;
    }

    @Override
    public void close() throws IOException {
      server.close();
    }
  }

  /** Fresh classes and call sites, which leave the JVM something to clean up. */
  static void classes(int millis) throws Exception {
    long end = System.nanoTime() + millis * 1_000_000L;
    while (System.nanoTime() < end) {
      ClassLoader loader =
          new ClassLoader(null) {
            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
              try (java.io.InputStream in =
                  Victim.class.getResourceAsStream("/" + name + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
              } catch (java.io.IOException e) {
                throw new ClassNotFoundException(name, e);
              }
            }
          };
      Runnable[] churn = new Runnable[1];
      churn[0] = (Runnable) loader.loadClass("Victim$Churn").getDeclaredConstructor().newInstance();
      for (int i = 0; i < 200; i++) {
        churn[0].run();
      }
    }
  }

  /** Is loaded again and again. */
  public static class Churn implements Runnable {
    public Churn() {}

    @Override
    public void run() {
      Runnable inner = () -> hashCode();
      inner.run();
    }
  }
}
