package dev.takt.driver.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.load.driver.BlockingDriver;
import dev.takt.load.driver.BlockingDriver.Session;
import dev.takt.load.driver.Outcome;
import dev.takt.load.keyvalue.KeyValueKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Bindings that are compiled against YCSB's core only.
class ForeignBindingTest {

  /// The system property in which bindings record events: both sides share only the JDK.
  private static final String EVENTS = "dev.takt.driver.ycsb.events";

  private static final String TELL =
      """
      @SuppressWarnings("unchecked") static void tell(String event) {
        ((List<String>) System.getProperties().get("%s")).add(event);
      }
      """
          .formatted(EVENTS);

  private static final String STORE =
      """
      static final Map<String, Map<String, String>> STORE =
          new java.util.concurrent.ConcurrentSkipListMap<>();
      static void copy(Map<String, String> from, Set<String> fields, Map<String, ByteIterator> to) {
        for (Map.Entry<String, String> each : from.entrySet()) {
          if (fields == null || fields.contains(each.getKey())) {
            to.put(each.getKey(), new StringByteIterator(each.getValue()));
          }
        }
      }
      public Status read(String t, String k, Set<String> f, Map<String, ByteIterator> r) {
        Map<String, String> found = STORE.get(t + k);
        if (found == null) { return Status.NOT_FOUND; }
        copy(found, f, r);
        return Status.OK;
      }
      public Status scan(String t, String k, int n, Set<String> f, Vector<HashMap<String, ByteIterator>> r) {
        tell("scan " + t + " " + k + " " + n + " " + f);
        return Status.OK;
      }
      public Status update(String t, String k, Map<String, ByteIterator> v) {
        Map<String, String> found = STORE.get(t + k);
        if (found == null) { return Status.NOT_FOUND; }
        found.putAll(StringByteIterator.getStringMap(v));
        tell("update " + k + " " + new TreeMap<>(found));
        return Status.OK;
      }
      public Status insert(String t, String k, Map<String, ByteIterator> v) {
        STORE.put(t + k, StringByteIterator.getStringMap(v));
        return Status.OK;
      }
      """;

  @TempDir Path folder;

  private final List<String> events = new CopyOnWriteArrayList<>();

  ForeignBindingTest() {
    System.getProperties().put(EVENTS, events);
  }

  @Test
  void bindingWritesAndReadsItsStore() throws Exception {
    Compiled.intoJar(folder.resolve("store.jar"), Compiled.binding("Store", TELL + STORE));
    Records records = new Records(Map.of(), true, true);
    try (BlockingDriver driver = Driven.open(folder, "Store", records);
        Session session = driver.open(0)) {
      assertThat(execute(session, KeyValueKind.READ, 1)).isEqualTo(Outcome.failed("NOT_FOUND"));
      assertThat(execute(session, KeyValueKind.INSERT, 1)).isEqualTo(Outcome.OK);
      assertThat(execute(session, KeyValueKind.READ, 1)).isEqualTo(Outcome.OK);
      assertThat(execute(session, KeyValueKind.READ_MODIFY_WRITE, 1)).isEqualTo(Outcome.OK);
      assertThat(execute(session, KeyValueKind.SCAN, 1)).isEqualTo(Outcome.OK);
      assertThat(execute(session, KeyValueKind.UPDATE, 2)).isEqualTo(Outcome.failed("NOT_FOUND"));
    }
    assertThat(events)
        .containsExactly(
            "update user1 {field0=value of user1 in field0, field1=value of user1 in field1,"
                + " field2=value of user1 in field2}",
            "scan usertable user1 7 null");
    assertThat(records.ended)
        .containsExactly(
            "user1 failed",
            "user1 succeeded",
            "user1 succeeded",
            "user1 succeeded",
            "user1 succeeded",
            "user2 failed");
  }

  /// Like the engine: if preparing ahead fails, the operation is prepared again when it is due.
  @Test
  void failedPreparationDoesNotRepeatThePreviousOperation() throws Exception {
    Compiled.into(folder, Compiled.binding("Store", TELL + STORE));
    Records records = new Records(Map.of(), true, true);
    records.refused = 2;
    try (BlockingDriver driver = Driven.open(folder, "Store", records);
        Session session = driver.open(0)) {
      assertThat(execute(session, KeyValueKind.INSERT, 1)).isEqualTo(Outcome.OK);
      int insert = Records.operation(KeyValueKind.INSERT);
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(() -> session.prepare(insert, 2)).hasMessage("there is no operation 2");
        assertThatThrownBy(() -> session.execute(insert, 2)).hasMessage("there is no operation 2");
      }
    }
    assertThat(records.ended).containsExactly("user1 succeeded");
  }

  @ParameterizedTest
  @CsvSource({
    "dev.takt.load.keyvalue.KeyValues, true",
    "dev.takt.load.keyvalue.CoreWorkload, false",
    "dev.takt.driver.ycsb.YcsbDriver, false",
    "org.assertj.core.api.Assertions, false"
  })
  void bindingSeesOnlySharedClassesOfTakt(String type, boolean seen) throws Exception {
    String looking =
        "public Status read(String t, String k, Set<String> f, Map<String, ByteIterator> r) { try {"
            + " Class.forName(\"TYPE\"); return Status.OK; } catch (ClassNotFoundException e) { return"
            + " Status.NOT_FOUND; } }";
    Compiled.into(folder, Compiled.binding("Looking", looking.replace("TYPE", type)));
    try (BlockingDriver driver = Driven.open(folder, "Looking", Driven.records());
        Session session = driver.open(0)) {
      assertThat(execute(session, KeyValueKind.READ, 1).isOk()).isEqualTo(seen);
    }
  }

  /// YCSB's binding for JDBC returns nothing if no field is named.
  @Test
  void allFieldsAreNamedIfCheckedOrRequested() throws Exception {
    Compiled.into(
        folder,
        Compiled.binding(
            "Naming",
            "public Status read(String t, String k, Set<String> f, Map<String, ByteIterator> r) {"
                + " return f == null ? new Status(\"NONE\", \"\") : new Status(\"N\" + f.size(), \"\"); }"));
    for (Map.Entry<Records, String> each :
        Map.of(
                new Records(Map.of(), true, false), "NONE",
                new Records(Map.of(), true, true), "N3",
                new Records(Map.of("readallfieldsbyname", "true"), true, false), "N3",
                new Records(Map.of("readallfieldsbyname", "true"), false, false), "N1")
            .entrySet()) {
      try (BlockingDriver driver = Driven.open(folder, "Naming", each.getKey());
          Session session = driver.open(0)) {
        assertThat(execute(session, KeyValueKind.READ, 1))
            .isEqualTo(Outcome.failed(each.getValue()));
      }
    }
  }

  @Test
  void wrongValueFailsIfValuesAreChecked() throws Exception {
    String spoiling =
        STORE.replace(
            "copy(found, f, r);",
            "copy(found, f, r); r.put(\"field1\", new StringByteIterator(\"spoilt\"));");
    Compiled.into(folder, Compiled.binding("Store", TELL + spoiling));
    for (boolean checks : new boolean[] {true, false}) {
      try (BlockingDriver driver =
              Driven.open(folder, "Store", new Records(Map.of(), true, checks));
          Session session = driver.open(0)) {
        execute(session, KeyValueKind.INSERT, 1);
        assertThat(execute(session, KeyValueKind.READ, 1))
            .isEqualTo(checks ? Outcome.failed("UNEXPECTED_STATE") : Outcome.OK);
      }
    }
  }

  @Test
  void missingFieldFailsIfValuesAreChecked() throws Exception {
    String forgetful =
        STORE.replace("copy(found, f, r);", "copy(found, f, r); r.remove(\"field1\");");
    Compiled.into(folder, Compiled.binding("Store", TELL + forgetful));
    for (boolean all : new boolean[] {true, false}) {
      try (BlockingDriver driver = Driven.open(folder, "Store", new Records(Map.of(), all, true));
          Session session = driver.open(0)) {
        execute(session, KeyValueKind.INSERT, 1);
        assertThat(execute(session, KeyValueKind.READ, 1))
            .isEqualTo(Outcome.failed("UNEXPECTED_STATE"));
      }
    }
  }

  @Test
  void singleFieldsAreReadAndWritten() throws Exception {
    Compiled.into(folder, Compiled.binding("Store", TELL + STORE));
    try (BlockingDriver driver = Driven.open(folder, "Store", new Records(Map.of(), false, true));
        Session session = driver.open(0)) {
      assertThat(execute(session, KeyValueKind.INSERT, 1)).isEqualTo(Outcome.OK);
      assertThat(execute(session, KeyValueKind.READ, 1)).isEqualTo(Outcome.OK);
      assertThat(execute(session, KeyValueKind.SCAN, 1)).isEqualTo(Outcome.OK);
    }
    assertThat(events).containsExactly("scan usertable user1 7 [field1]");
  }

  @ParameterizedTest
  @CsvSource({
    "Status.OK, ok",
    "Status.BATCHED_OK, ok",
    "Status.NOT_FOUND, NOT_FOUND",
    "Status.ERROR, ERROR",
    "Status.UNEXPECTED_STATE, UNEXPECTED_STATE",
    "Status.NOT_IMPLEMENTED, NOT_IMPLEMENTED",
    "Status.BAD_REQUEST, BAD_REQUEST",
    "Status.FORBIDDEN, FORBIDDEN",
    "Status.SERVICE_UNAVAILABLE, SERVICE_UNAVAILABLE",
    "'new Status(\"BUSY\", \"its own\")', BUSY",
    "null, null instead of a status"
  })
  void statusesAreMappedToOutcomes(String status, String label) throws Exception {
    Compiled.into(
        folder,
        Compiled.binding(
            "Answers",
            "public Status insert(String t, String k, Map<String, ByteIterator> v) { return "
                + status
                + "; }"));
    Outcome expected = label.equals("ok") ? Outcome.OK : Outcome.failed(label);
    try (BlockingDriver driver = Driven.open(folder, "Answers", Driven.records());
        Session session = driver.open(0)) {
      assertThat(execute(session, KeyValueKind.INSERT, 1)).isEqualTo(expected);
      assertThat(execute(session, KeyValueKind.INSERT, 2)).isEqualTo(expected);
    }
  }

  @Test
  void eachWorkerHasAnInstanceConfinedToItsThread() throws Exception {
    Compiled.into(
        folder,
        Compiled.binding(
            "Living",
            TELL
                + """
                public Living() { say("made"); }
                public void setProperties(Properties p) { super.setProperties(p); say("told " + p.getProperty("mine")); }
                public void init() { say("init " + (Thread.currentThread().getContextClassLoader() == Living.class.getClassLoader())); }
                public void cleanup() { say("cleanup"); }
                public Status read(String t, String k, Set<String> f, Map<String, ByteIterator> r) { say("read"); return Status.OK; }
                void say(String what) { tell(Thread.currentThread().getName() + " " + what); }
                """));
    try (BlockingDriver driver =
        Driven.open(folder, "Living", new Records(Map.of("mine", "7"), true, false))) {
      for (int i = 0; i < 2; i++) {
        int worker = i;
        Thread thread = new Thread(() -> live(driver, worker), "w" + i);
        thread.start();
        thread.join();
      }
    }
    assertThat(events)
        .containsExactly(
            "w0 made",
            "w0 told 7",
            "w0 init true",
            "w0 read",
            "w0 cleanup",
            "w1 made",
            "w1 told 7",
            "w1 init true",
            "w1 read",
            "w1 cleanup");
  }

  private static void live(BlockingDriver driver, int worker) {
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    try (Session session = driver.open(worker)) {
      execute(session, KeyValueKind.READ, worker);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
    assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(before);
  }

  @Test
  void propertiesAreSharedAndIncludeThoseOfTheClient() throws Exception {
    Compiled.into(
        folder,
        Compiled.binding(
            "Told",
            TELL
                + "static Properties first; public void init() { Properties p = getProperties(); if (first == null) { first = p; }"
                + " tell((first == p) + p.getProperty(\"db\") + p.getProperty(\"threadcount\") + p.getProperty(\"dotransactions\")); }"));
    try (BlockingDriver driver = Driven.open(folder, "Told", Driven.records());
        Session one = driver.open(0);
        Session two = driver.open(1)) {
      assertThat(one).isNotSameAs(two);
    }
    assertThat(events).containsExactly("trueTold4true", "trueTold4true");
  }

  @Test
  void outputGoesToTheBindingLog() throws Exception {
    Compiled.into(
        folder,
        Compiled.binding(
            "Talker",
            """
            static final long LONG = 1L << 40; static final double DOUBLE = 1.5;
            public void init() { System.out.println("to out"); System.err.println("to err"); List.of("one", "two").forEach(System.out::println); }
            public Status read(String t, String k, Set<String> f, Map<String, ByteIterator> r) { System.out.println(LONG + " " + DOUBLE + " " + System.getProperty("java.vendor").isEmpty()); return Status.OK; }
            """));
    try (BlockingDriver driver = Driven.open(folder, "Talker", Driven.records());
        Session session = driver.open(0)) {
      assertThat(execute(session, KeyValueKind.READ, 1)).isEqualTo(Outcome.OK);
    }
    assertThat(Files.readAllLines(folder.resolve("binding.log")))
        .containsExactly("to out", "to err", "one", "two", (1L << 40) + " 1.5 false");
  }

  @Test
  void noLogIsCreatedWithoutOutput() throws Exception {
    Compiled.into(folder, Compiled.binding("Silent", ""));
    try (BlockingDriver driver = Driven.open(folder, "Silent", Driven.records());
        Session session = driver.open(0)) {
      assertThat(execute(session, KeyValueKind.SCAN, 1)).isEqualTo(Outcome.OK);
    }
    assertThat(folder.resolve("binding.log")).doesNotExist();
  }

  @Test
  void exceptionFailsOneOperation() throws Exception {
    Compiled.into(
        folder,
        "class Helper { static void help() {} }",
        Compiled.binding(
            "Thrower",
            """
            public Status read(String t, String k, Set<String> f, Map<String, ByteIterator> r) { throw new IllegalStateException("at " + k); }
            public Status update(String t, String k, Map<String, ByteIterator> v) { System.exit(3); return Status.OK; }
            public Status insert(String t, String k, Map<String, ByteIterator> v) { Helper.help(); return Status.OK; }
            """));
    Files.delete(folder.resolve("Helper.class"));
    Records records = Driven.records();
    try (BlockingDriver driver = Driven.open(folder, "Thrower", records);
        Session session = driver.open(0)) {
      assertThat(execute(session, KeyValueKind.READ, 1))
          .isEqualTo(Outcome.failed("java.lang.IllegalStateException"));
      assertThat(execute(session, KeyValueKind.UPDATE, 2))
          .isEqualTo(Outcome.failed("System.exit(3)"));
      assertThat(execute(session, KeyValueKind.INSERT, 3))
          .isEqualTo(Outcome.failed("missing class Helper"));
      assertThat(execute(session, KeyValueKind.SCAN, 4)).isEqualTo(Outcome.OK);
    }
    assertThat(records.ended)
        .containsExactly("user1 failed", "user2 failed", "user3 failed", "user4 succeeded");
  }

  @Test
  void bindingUsesItsOwnCoreAndNothingElseOfTheClassPath() throws Exception {
    String where =
        TELL
            + """
            public void init() {
              String core = DB.class.getProtectionDomain().getCodeSource().getLocation().getPath();
              tell(core.substring(core.lastIndexOf('/') + 1));
              try { Class.forName("org.assertj.core.api.Assertions"); tell("seen"); } catch (ClassNotFoundException e) { tell("unseen"); }
            }
            """;
    Compiled.into(folder, Compiled.binding("Where", where));
    open(folder);
    Path lib = Files.createDirectories(folder.resolve("lib"));
    Files.copy(Compiled.core(), lib.resolve("their-core.jar"));
    open(folder);

    assertThat(events).containsExactly("core-0.17.0.jar", "unseen", "their-core.jar", "unseen");
  }

  private static void open(Path folder) throws Exception {
    try (BlockingDriver driver = Driven.open(folder, "Where", Driven.records());
        Session session = driver.open(0)) {
      assertThat(session).isNotNull();
    }
  }

  @Test
  void basicDbIsFoundUnderBothNames() throws Exception {
    Records slow =
        new Records(
            Map.of("basicdb.simulatedelay", "20", "basicdb.randomizedelay", "false"), true, false);
    for (String name : List.of("basic", "site.ycsb.BasicDB")) {
      try (BlockingDriver driver =
              Driven.open(Driven.request(folder, "ycsb:" + name, null, slow, null));
          Session session = driver.open(0)) {
        assertThat(driver.describe()).isEqualTo("YCSB binding site.ycsb.BasicDB");
        long start = System.nanoTime();
        assertThat(execute(session, KeyValueKind.UPDATE, 1)).isEqualTo(Outcome.OK);
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(20_000_000);
      }
    }
    assertThat(Files.readString(folder.resolve("binding.log")))
        .contains("UPDATE usertable user1 [ ")
        .contains("field1=value of user1 in field1 ");
  }

  private static Outcome execute(Session session, KeyValueKind kind, long n) throws Exception {
    int operation = Records.operation(kind);
    session.prepare(operation, n);
    return session.execute(operation, n);
  }
}
