package dev.takt.it.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/// The classes of Takt that are shipped. Reading them takes seconds, so all rules share them.
final class ShippedClasses {

  static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(location -> !location.contains("/dev/takt/it/"))
          .withImportOption(location -> !location.contains("/dev/takt/testing/"))
          .importPackages("dev.takt");

  private ShippedClasses() {}
}
