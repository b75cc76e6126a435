/// Tests of what is imported.
@NullMarked
package dev.takt.imports;

import org.jspecify.annotations.NullMarked;
