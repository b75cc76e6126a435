package dev.takt.load.keyvalue;

import dev.takt.load.workload.Workload;
import dev.takt.runs.text.EnglishText;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// The properties of YCSB's core workload, with YCSB's defaults for those that are not set.
///
/// @param table that contains the records
/// @param proportions of the kinds of operations; only those greater than 0
/// @param records which records there are
/// @param requests which records operations access; each run uses its own
///   [RecordDistribution#ofRun]
/// @param scans the lengths of scans
/// @param keys how keys are written
/// @param fields of each record
record CoreProperties(
    String table,
    Map<KeyValueKind, Double> proportions,
    Range records,
    RecordDistribution requests,
    IntegerDistribution scans,
    Keys keys,
    Fields fields) {

  /// The records of this client, among all.
  ///
  /// @param first the first of this client's records
  /// @param count of this client's records
  /// @param total number of all records before the run
  record Range(long first, long count, long total) {}

  /// How the number of a record becomes its key.
  ///
  /// @param hashed whether the number is hashed
  /// @param digits minimum number of digits
  record Keys(boolean hashed, int digits) {}

  /// The fields of a record.
  ///
  /// @param names one for each field
  /// @param lengths of values
  /// @param readsAll whether reads read all fields
  /// @param writesAll whether updates write all fields
  /// @param checked whether values are derived from their key, and verified when read
  record Fields(
      List<String> names,
      IntegerDistribution lengths,
      boolean readsAll,
      boolean writesAll,
      boolean checked) {}

  /// All properties of the core workload.
  static final Set<String> NAMES =
      Set.of(
          "table",
          "fieldcount",
          "fieldnameprefix",
          "fieldlength",
          "minfieldlength",
          "fieldlengthdistribution",
          "fieldlengthhistogram",
          "readproportion",
          "updateproportion",
          "insertproportion",
          "scanproportion",
          "readmodifywriteproportion",
          "recordcount",
          "operationcount",
          "insertstart",
          "insertcount",
          "requestdistribution",
          "hotspotdatafraction",
          "hotspotopnfraction",
          "exponential.percentile",
          "exponential.frac",
          "minscanlength",
          "maxscanlength",
          "scanlengthdistribution",
          "insertorder",
          "zeropadding",
          "readallfields",
          "writeallfields",
          "dataintegrity");

  /// YCSB's default for the number of records.
  static final long UNKNOWN_RECORDS = Integer.MAX_VALUE;

  private static final long MAX_RECORDS = 1L << 52;
  private static final long MAX_FIELDS = 100_000;
  private static final long MAX_LENGTH = 1L << 26;
  private static final long MAX_DIGITS = 1000;

  /// @param mistakes receives every problem
  static CoreProperties read(Map<String, String> properties, Consumer<PropertyError> mistakes) {
    return new Reading(new PropertyReader(properties, mistakes)).all();
  }

  private static final class Reading {

    private final PropertyReader reader;
    private final long recordCount;
    private final long firstRecord;
    private final long insertCount;
    private final boolean isIntegrityChecked;

    Reading(PropertyReader reader) {
      this.reader = reader;
      long value = reader.integer("recordcount", 0, 0, MAX_RECORDS);
      this.recordCount = value == 0 ? UNKNOWN_RECORDS : value;
      this.firstRecord = reader.integer("insertstart", 0, 0, MAX_RECORDS);
      this.insertCount =
          reader.integer("insertcount", Math.max(1, recordCount - firstRecord), 1, MAX_RECORDS);
      this.isIntegrityChecked = reader.truth("dataintegrity", false);
      if (firstRecord + insertCount > recordCount) {
        reader.report(
            reader.has("insertcount") ? "insertcount" : "insertstart",
            EnglishText.format(
                "expected insertstart + insertcount of at most recordcount (%d), found %d + %d",
                recordCount, firstRecord, insertCount));
      }
    }

    CoreProperties all() {
      String table = reader.text("table", "usertable");
      List<String> names = fieldNames();
      IntegerDistribution lengths = lengths();
      return new CoreProperties(
          table,
          proportions(),
          new Range(firstRecord, insertCount, recordCount),
          requests(),
          scans(),
          // YCSB, too, treats every other word as the other order.
          new Keys(
              reader.text("insertorder", "hashed").equals("hashed"),
              (int) reader.integer("zeropadding", 1, 0, MAX_DIGITS)),
          new Fields(
              names,
              lengths,
              reader.truth("readallfields", true),
              reader.truth("writeallfields", false),
              isIntegrityChecked));
    }

    private List<String> fieldNames() {
      long fields = reader.integer("fieldcount", 10, 1, MAX_FIELDS);
      String prefix = reader.text("fieldnameprefix", "field");
      if (!prefix.matches("[\\x21-\\x7e]{1,100}")) {
        reader.report("fieldnameprefix", "expected at most 100 printable ASCII characters", prefix);
        prefix = "field";
      }
      List<String> names = new ArrayList<>();
      for (long i = 0; i < fields; i++) {
        names.add(prefix + i);
      }
      return List.copyOf(names);
    }

    private IntegerDistribution lengths() {
      long most = reader.integer("fieldlength", 100, 0, MAX_LENGTH);
      long least = reader.integer("minfieldlength", 1, 0, MAX_LENGTH);
      String name = "fieldlengthdistribution";
      String distribution =
          reader.choice(name, "constant", List.of("constant", "uniform", "zipfian", "histogram"));
      if (isIntegrityChecked && !distribution.equals("constant")) {
        reader.report(name, "dataintegrity needs fields of constant length, found " + distribution);
      }
      boolean ranged = distribution.equals("uniform") || distribution.equals("zipfian");
      if (ranged && least > most) {
        reader.report(
            "minfieldlength",
            EnglishText.format("expected at most fieldlength (%d), found %d", most, least));
        least = most;
      }
      return switch (distribution) {
        case "uniform" -> new IntegerDistribution.Uniform(least, most);
        case "zipfian" -> new IntegerDistribution.Zipfian(least, most);
        case "histogram" -> histogram();
        default -> new IntegerDistribution.Constant(most);
      };
    }

    private IntegerDistribution histogram() {
      String name = "fieldlengthhistogram";
      String file = reader.text(name, "hist.txt");
      try {
        return new IntegerDistribution.Counted(FieldLengthHistogram.read(Path.of(file)));
      } catch (InvalidPathException e) {
        reader.report(name, "expected a file", file);
      } catch (IllegalArgumentException e) {
        reader.report(name, String.valueOf(e.getMessage()));
      }
      return new IntegerDistribution.Constant(1);
    }

    private Map<KeyValueKind, Double> proportions() {
      Map<KeyValueKind, Double> all = new EnumMap<>(KeyValueKind.class);
      proportion(all, KeyValueKind.READ, "readproportion", 0.95);
      proportion(all, KeyValueKind.UPDATE, "updateproportion", 0.05);
      proportion(all, KeyValueKind.INSERT, "insertproportion", 0);
      proportion(all, KeyValueKind.SCAN, "scanproportion", 0);
      proportion(all, KeyValueKind.READ_MODIFY_WRITE, "readmodifywriteproportion", 0);
      if (all.isEmpty()) {
        reader.report("readproportion", "all proportions are 0: expected one of more than 0");
        all.put(KeyValueKind.READ, 1.0);
      }
      return all;
    }

    private void proportion(
        Map<KeyValueKind, Double> all, KeyValueKind kind, String name, double defaultValue) {
      double proportion = reader.number(name, defaultValue, 0, Workload.MAX_WEIGHT);
      if (proportion > 0) {
        all.put(kind, proportion);
      }
    }

    private RecordDistribution requests() {
      String distribution =
          reader.choice(
              "requestdistribution",
              "uniform",
              List.of("uniform", "zipfian", "latest", "hotspot", "exponential", "sequential"));
      return switch (distribution) {
        case "zipfian" ->
            new RecordDistribution.Scrambled(firstRecord, insertCount + expectedInserts() + 1);
        case "latest" -> new RecordDistribution.Latest(recordCount - 1);
        case "hotspot" -> hotspot();
        case "exponential" ->
            RecordDistribution.Exponential.of(
                reader.number("exponential.percentile", 95, 0.001, 99.999),
                recordCount * reader.number("exponential.frac", 0.8571428571, 1e-9, 1e9));
        case "sequential" -> new RecordDistribution.Sequential(firstRecord, insertCount);
        default -> new RecordDistribution.Uniform(firstRecord, insertCount);
      };
    }

    /// Spreads popularity over twice the expected number of new records. Popularity then stays with
    /// the same records when records are added.
    private long expectedInserts() {
      long operations = reader.integer("operationcount", 0, 0, MAX_RECORDS);
      return (long)
          (operations * reader.number("insertproportion", 0, 0, Workload.MAX_WEIGHT) * 2.0);
    }

    private RecordDistribution hotspot() {
      double part = reader.number("hotspotdatafraction", 0.2, 0, 1);
      double share = reader.number("hotspotopnfraction", 0.8, 0, 1);
      long hot = (long) (insertCount * part);
      return new RecordDistribution.Hotspot(firstRecord, hot, insertCount - hot, share);
    }

    private IntegerDistribution scans() {
      long least = reader.integer("minscanlength", 1, 1, Integer.MAX_VALUE);
      long most = reader.integer("maxscanlength", 1000, 1, Integer.MAX_VALUE);
      if (least > most) {
        reader.report(
            "maxscanlength",
            EnglishText.format("expected at least minscanlength (%d), found %d", least, most));
        most = least;
      }
      String distribution =
          reader.choice("scanlengthdistribution", "uniform", List.of("uniform", "zipfian"));
      return distribution.equals("zipfian")
          ? new IntegerDistribution.Zipfian(least, most)
          : new IntegerDistribution.Uniform(least, most);
    }
  }
}
