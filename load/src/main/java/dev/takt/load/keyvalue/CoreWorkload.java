package dev.takt.load.keyvalue;

import dev.takt.load.workload.Randomness;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// YCSB's core workload: its properties define which records are read and written, and how. Every
/// random choice is a function of the seed and the operation's number, with one exception: the
/// records that the run itself inserts. They are numbered in the order of sending, and are chosen
/// only after their insert.
///
/// The distributions and the spreading of popular records follow YCSB's own code, so that both
/// tools request the same records equally often.
public final class CoreWorkload implements KeyValues {

  /// Purposes of randomness, see [Randomness]. Choosing a record can take several attempts, and
  /// each attempt uses the next purpose.
  private static final int FIELD_READ = 1 << 20;

  private static final int FIELD_WRITTEN = FIELD_READ + 1;
  private static final int SCAN = FIELD_READ + 2;
  private static final int VALUES = FIELD_READ + 3;
  private static final int RECORD = FIELD_READ + 16;

  /// After this many attempts to choose an existing record, falls back to any initial record.
  private static final int ATTEMPTS = 1000;

  private final CoreProperties core;
  private final Map<String, String> properties;
  private final long seed;
  private final List<KeyValueKind> kinds;
  private final @Nullable RecordList load;
  private volatile InsertedRecords inserted;
  private volatile RecordDistribution requests;

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
    this.inserted = new InsertedRecords(core.records().total());
    this.requests = core.requests().ofRun();
  }

  /// All problems with the properties; empty if there are none.
  public static List<PropertyError> check(Map<String, String> properties) {
    List<PropertyError> mistakes = new ArrayList<>();
    CoreProperties.read(properties, mistakes::add);
    return List.copyOf(mistakes);
  }

  /// The names of all properties that [#of] uses.
  public static Set<String> propertyNames() {
    return CoreProperties.NAMES;
  }

  /// Creates a workload on existing records.
  ///
  /// @throws IllegalArgumentException if [#check] finds a problem
  public static CoreWorkload of(Map<String, String> properties, long seed) {
    CoreProperties core = read(properties);
    return new CoreWorkload(core, properties, seed, List.copyOf(core.proportions().keySet()), null);
  }

  /// Creates a load phase: operation `n` inserts the `n`-th record.
  ///
  /// @throws IllegalArgumentException if [#check] finds a problem
  public static CoreWorkload load(Map<String, String> properties, long seed, RecordList records) {
    CoreProperties core = read(properties);
    return new CoreWorkload(core, properties, seed, List.of(KeyValueKind.INSERT), records);
  }

  /// The load phase that inserts the records of this workload.
  ///
  /// @throws IllegalArgumentException if there are more records than a [RecordList] can hold
  @Override
  public CoreWorkload loadPhase() {
    RecordList records = RecordList.range(core.records().first(), core.records().count());
    return new CoreWorkload(core, properties, seed, List.of(KeyValueKind.INSERT), records);
  }

  /// The number of records before the run.
  @Override
  public long recordCount() {
    return core.records().count();
  }

  /// Whether the number of records is set; YCSB's default is larger than any store.
  public boolean isRecordCountSet() {
    return !properties.getOrDefault("recordcount", "0").matches("0*");
  }

  /// Whether this is a load phase, which only inserts records.
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
    return core.fields().names();
  }

  @Override
  public int maxValueLength() {
    return (int) core.fields().lengths().most();
  }

  @Override
  public Map<String, String> properties() {
    return properties;
  }

  @Override
  public void begin() {
    inserted = new InsertedRecords(core.records().total());
    requests = core.requests().ofRun();
    if (load != null) {
      load.begin();
    }
  }

  @Override
  public KeyValueRequest newRequest() {
    return new CoreRequest(this, core, inserted, load);
  }

  /// Chooses an existing record for operation `n`.
  long chooseRecord(long n, InsertedRecords known) {
    RecordDistribution chooser = requests;
    long last = known.last();
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      long bits = Randomness.bits(seed, n, RECORD + attempt);
      long record = chooser.choose(bits, n, last);
      if (record >= 0 && record <= last && !known.isMissing(record)) {
        return record;
      }
    }
    return Randomness.uniform(
        seed,
        n,
        RECORD + ATTEMPTS,
        core.records().first(),
        Math.max(core.records().first(), core.records().total() - 1));
  }

  int chooseScanLength(long n) {
    return (int) core.scans().choose(Randomness.bits(seed, n, SCAN));
  }

  int chooseReadField(long n) {
    return (int) Randomness.uniform(seed, n, FIELD_READ, 0, core.fields().names().size() - 1L);
  }

  int chooseWrittenField(long n) {
    return (int) Randomness.uniform(seed, n, FIELD_WRITTEN, 0, core.fields().names().size() - 1L);
  }

  /// The random bits from which all values of an operation are derived.
  long valueSource(long n) {
    return Randomness.bits(seed, n, VALUES);
  }
}
