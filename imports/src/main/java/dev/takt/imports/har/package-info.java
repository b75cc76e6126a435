/// HAR files, which browsers record.
@NullMarked
package dev.takt.imports.har;

import org.jspecify.annotations.NullMarked;
