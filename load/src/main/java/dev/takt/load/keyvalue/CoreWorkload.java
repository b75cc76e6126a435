package dev.takt.load.keyvalue;

import dev.takt.load.workload.Randomness;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// YCSB's core workload: which records are read and written how, said by properties. All that is
/// random is a function of the seed and the operation's number, but for the records that the run
/// itself inserts: they are numbered as they are sent, and nobody chooses one that is not there
/// yet.
///
/// The distributions and the way in which popular records are spread are those of YCSB's own code,
/// so that both tools ask for the same records equally often.
public final class CoreWorkload implements KeyValues {

  /// Purposes of randomness, see [Randomness]. To choose a record may take several attempts, each
  /// of which has the next purpose.
  private static final int FIELD_READ = 1 << 20;

  private static final int FIELD_WRITTEN = FIELD_READ + 1;
  private static final int SCAN = FIELD_READ + 2;
  private static final int VALUES = FIELD_READ + 3;
  private static final int RECORD = FIELD_READ + 16;

  /// After so many attempts to find a record that is there, any that is there will do.
  private static final int ATTEMPTS = 1000;

  private final CoreProperties core;
  private final Map<String, String> properties;
  private final long seed;
  private final List<KeyValueKind> kinds;
  private final @Nullable RecordList load;
  private volatile InsertedRecords inserted;
  private volatile RecordChooser requests;

  private CoreWorkload(
      CoreProperties core,
      Map<String, String> properties,
      long seed,
      List<KeyValueKind> kinds,
      @Nullable RecordList load) {
    this.core = core;
    this.properties = Map.copyOf(properties);
    this.seed = seed;
    this.kinds = List.copyOf(kinds);
    this.load = load;
    this.inserted = new InsertedRecords(core.records());
    this.requests = core.requests().ofRun();
  }

  /// All that is wrong with the properties; empty if nothing is.
  public static List<PropertyMistake> check(Map<String, String> properties) {
    List<PropertyMistake> mistakes = new ArrayList<>();
    CoreProperties.read(properties, mistakes::add);
    return List.copyOf(mistakes);
  }

  /// The names of all properties that [#onSideOf] takes into account.
  public static Set<String> propertyNames() {
    return CoreProperties.NAMES;
  }

  /// What runs on the records that are there.
  ///
  /// @throws IllegalArgumentException if [#check] finds something wrong
  public static CoreWorkload of(Map<String, String> properties, long seed) {
    CoreProperties core = read(properties);
    return new CoreWorkload(core, properties, seed, List.copyOf(core.proportions().keySet()), null);
  }

  /// What brings all records there: operation `n` inserts the `n`-th of them.
  ///
  /// @throws IllegalArgumentException if [#check] finds something wrong
  public static CoreWorkload load(Map<String, String> properties, long seed, RecordList records) {
    CoreProperties core = read(properties);
    return new CoreWorkload(core, properties, seed, List.of(KeyValueKind.INSERT), records);
  }

  /// What brings the records there that this one works with.
  ///
  /// @throws IllegalArgumentException if they are more than can be counted one by one
  @Override
  public CoreWorkload loadPhase() {
    RecordList records = RecordList.range(core.first(), core.count());
    return new CoreWorkload(core, properties, seed, List.of(KeyValueKind.INSERT), records);
  }

  /// How many records there are before the run.
  @Override
  public long recordCount() {
    return core.count();
  }

  /// Whether somebody said how many records there are; else YCSB takes more than any store has.
  public boolean isRecordCountSaid() {
    return !properties.getOrDefault("recordcount", "0").matches("0*");
  }

  /// Whether it inserts the records, and does nothing else.
  @Override
  public boolean isLoadPhase() {
    return load != null;
  }

  private static CoreProperties read(Map<String, String> properties) {
    return CoreProperties.read(
        properties,
        mistake -> {
          throw new IllegalArgumentException(mistake.name() + ": " + mistake.message());
        });
  }

  @Override
  public List<KeyValueKind> kinds() {
    return kinds;
  }

  @Override
  public List<Double> weights() {
    return load == null ? List.copyOf(core.proportions().values()) : List.of(1.0);
  }

  @Override
  public String table() {
    return core.table();
  }

  @Override
  public List<String> fieldNames() {
    return core.fields();
  }

  @Override
  public int maxValueLength() {
    return (int) core.lengths().most();
  }

  @Override
  public Map<String, String> properties() {
    return properties;
  }

  @Override
  public void begin() {
    inserted = new InsertedRecords(core.records());
    requests = core.requests().ofRun();
    if (load != null) {
      load.begin();
    }
  }

  @Override
  public KeyValueRequest newRequest() {
    return new CoreRequest(this, core, inserted, load);
  }

  /// The record that operation `n` is about, of those that are there.
  long chooseRecord(long n, InsertedRecords known) {
    RecordChooser chooser = requests;
    long last = known.last();
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      long bits = Randomness.bits(seed, n, RECORD + attempt);
      long record = chooser.choose(bits, n, last);
      if (record >= 0 && record <= last && !known.isMissing(record)) {
        return record;
      }
    }
    return Randomness.uniform(
        seed, n, RECORD + ATTEMPTS, core.first(), Math.max(core.first(), core.records() - 1));
  }

  int chooseScanLength(long n) {
    return (int) core.scans().choose(Randomness.bits(seed, n, SCAN));
  }

  int chooseReadField(long n) {
    return (int) Randomness.uniform(seed, n, FIELD_READ, 0, core.fields().size() - 1L);
  }

  int chooseWrittenField(long n) {
    return (int) Randomness.uniform(seed, n, FIELD_WRITTEN, 0, core.fields().size() - 1L);
  }

  /// What all values of an operation are made from.
  long valueSource(long n) {
    return Randomness.bits(seed, n, VALUES);
  }
}
